import { type EmulatorServer, startEmulatorServer } from "../../../src/emulator";
import { emulatorsOf, type HttpAnswer, START } from "../support";

export const HEADER = "x-search-api-key";

/** A key for everything. */
export const ADMIN = { value: "emulated-node-admin-key", actions: ["*"], collections: ["*"] };

export interface NodeRequest {
  /** The hostname without its domain. @default the first node of `abc` */
  host?: string;
  key?: string | null;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
}

export function nodePath(host: string): string {
  return `/nodes/${host}.a1.searchcloud.example`;
}

/** Sends a plain HTTP request to a node. */
export async function node(
  emulator: Pick<EmulatorServer, "nodeUrl">,
  line: string,
  { host = "abc-1", key = ADMIN.value, json, text, headers = {} }: NodeRequest = {},
): Promise<HttpAnswer> {
  const [method = "GET", path = "/"] = line.split(" ");
  const url = emulator.nodeUrl.replace("{hostname}", `${host}.a1.searchcloud.example`);
  const body = json === undefined ? text : JSON.stringify(json);
  const answer = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: { ...(key === null ? {} : { [HEADER]: key }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const got = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: got.startsWith("{") || got.startsWith("[") ? JSON.parse(got) : got,
  };
}

/** The status and the body, for comparison as a whole. */
export async function asked(
  emulator: Pick<EmulatorServer, "nodeUrl">,
  line: string,
  request: NodeRequest = {},
) {
  const { status, body } = await node(emulator, line, request);
  return { status, body };
}

/** The form of a refusal. */
export const refused = (status: number, message: string) => ({ status, body: { message } });

/** Starts emulators with a cluster `abc` with these fields and data, and the admin key. */
export function emulatorsWith(data: object = {}, fields: object = {}) {
  const start = emulatorsOf({});
  return (assumptions: Readonly<Record<string, unknown>> = {}, more: object = {}) => {
    const { keys = [], ...others } = data as { keys?: object[] };
    return start(assumptions, { ...fields, ...more, data: { ...others, keys: [ADMIN, ...keys] } });
  };
}

/** Returns one such emulator for all tests of a file, which must not change it. */
export function oneEmulatorWith(data: object = {}): Pick<EmulatorServer, "nodeUrl" | "controlUrl" | "state"> {
  let running: EmulatorServer | undefined;
  const started = () => {
    if (running === undefined) throw new Error("It starts before the tests.");
    return running;
  };
  beforeAll(async () => {
    running = await startEmulatorServer({
      clock: { mode: "manual", start: START },
      seed: { clusters: [{ id: "abc", data: { ...data, keys: [ADMIN] } }] },
    });
  });
  afterAll(() => running?.close());
  return {
    get nodeUrl() {
      return started().nodeUrl;
    },
    get controlUrl() {
      return started().controlUrl;
    },
    state: () => started().state(),
  };
}

/** A collection of books, as a body. */
export const BOOKS = {
  name: "books",
  fields: [
    { name: "title", type: "string" },
    { name: "year", type: "int32" },
  ],
  default_sorting_field: "year",
};
