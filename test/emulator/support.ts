import {
  type ClusterSeedBody,
  createClock,
  type EmulatorServer,
  type EmulatorServerOptions,
  startEmulatorServer,
} from "../../src/emulator";
import { freshRecord, type StoredCluster } from "../../src/emulator/domain/store/cluster";
import { type Control, createControl } from "../../src/emulator/testing/control/acts";
import { createTestWorld } from "../../src/emulator/testing/world";

/** 2027-01-01T00:00:00Z, in milliseconds and in seconds. */
export const START = 1_798_761_600_000;
export const NOW = 1_798_761_600;

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface HttpRequest {
  key?: string | null;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends a plain HTTP request to an emulator. It knows nothing of the API except the header of the key. */
export async function call(
  emulator: EmulatorServer,
  line: string,
  { key = "emulator-admin-key", json, text, headers = {}, ...rest }: HttpRequest = {},
): Promise<HttpAnswer> {
  const [method = "GET", path = "/"] = line.split(" ");
  const body = json === undefined ? text : JSON.stringify(json);
  const answer = await fetch(`${emulator.baseUrl}${path}`, {
    ...rest,
    method,
    redirect: "manual",
    headers: {
      ...(key === null ? {} : { "x-search-cloud-management-api-key": key }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, body: parsed(await answer.text()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The form of a refusal, for `toMatchObject`. */
export const refusal = (status: number, message: unknown) => ({ status, body: { success: false, message } });

/** The record in the envelope of a mutation. */
export function recordIn(
  answer: Pick<HttpAnswer, "body">,
  key: string,
): Readonly<{ id: string; status: string }> {
  const { [key]: record } = answer.body as Record<string, { id: string; status: string }>;
  return record ?? { id: "", status: "" };
}

/** Returns the body of a GET, with the type that the test expects. */
export async function read<Body = Readonly<Record<string, unknown>>>(
  emulator: EmulatorServer,
  path: string,
): Promise<Body> {
  return (await call(emulator, `GET ${path}`)).body as Body;
}

/** Returns the results of `see` after each advance of the clock by a number of seconds. */
export async function over<Seen>(
  emulator: Pick<EmulatorServer, "advance">,
  seconds: readonly number[],
  see: () => Seen | Promise<Seen>,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const by of seconds) {
    emulator.advance(by);
    seen.push(await see());
  }
  return seen;
}

/** Returns the control of an emulator without a server, with one cluster `abc`. */
export function controlOf(assumptions: Readonly<Record<string, unknown>>, cluster: ClusterSeedBody): Control {
  const clock = createClock({ mode: "manual", start: START });
  const control = createControl(createTestWorld({ clock, assumptions }));
  control.seed({ clusters: [{ id: "abc", ...cluster }] });
  return control;
}

/** Sends a plain HTTP request to the control path. */
export async function control(emulator: Pick<EmulatorServer, "controlUrl">, line: string, json?: unknown) {
  const [method = "GET", path = ""] = line.split(" ");
  const answer = await fetch(`${emulator.controlUrl}${path}`, {
    method,
    ...(json === undefined
      ? {}
      : { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

/** Returns a function that starts emulators with a manual clock, which are closed after the test. */
export function emulators(): (options?: EmulatorServerOptions) => Promise<EmulatorServer> {
  const running: EmulatorServer[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((emulator) => emulator.close()));
  });
  return async (options = {}) => {
    const emulator = await startEmulatorServer({ clock: { mode: "manual", start: START }, ...options });
    running.push(emulator);
    return emulator;
  };
}

/** Returns the same with one cluster `abc`, with these fields and the ones of a call. */
export function emulatorsOf(fields: ClusterSeedBody) {
  const start = emulators();
  return (assumptions: Readonly<Record<string, unknown>> = {}, more: object = {}) =>
    start({ seed: { clusters: [{ id: "abc", ...fields, ...more }] }, assumptions });
}

/** Returns a stored cluster of three nodes, provisioned at START and in service five minutes later. */
export function storedCluster(fields: Partial<StoredCluster> = {}): StoredCluster {
  return {
    ...freshRecord(),
    id: "abc",
    name: "products",
    memory: "8_gb",
    vcpu: "2_vcpus",
    gpu: "no",
    high_performance_disk: "no",
    search_server_version: "30.1",
    firstVersion: "30.1",
    high_availability: "yes",
    search_delivery_network: "off",
    region_node_counts: { oregon: 3 },
    auto_upgrade_capacity: null,
    provisioned_by: { user_name: "ci", user_type: "API Key" },
    provisionedAt: START,
    inServiceAt: START + 300_000,
    ...fields,
  };
}
