import { createHmac } from "node:crypto";
import { type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { startEmulatorServer } from "../../../src/emulator";
import type { Answer, Step, UsedKey, Version } from "./recorded";

const HEADER = "x-typesense-api-key";
/** Milliseconds after which a request counts as never answered. */
const PATIENCE = 50_000;
/** Milliseconds between requests that are sent at the same time: enough for their order. */
const GAP = 10;
const ADMIN = {
  value: "the-key-that-a-play-begins-with",
  description: "",
  actions: ["*"],
  collections: ["*"],
};

interface Sent {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface SavedKey {
  readonly id: number;
  readonly value: string;
}

/** Plays the steps of a scenario against an emulator of its own. Returns the responses, by step. */
export async function play(steps: readonly Step[], version: Version): Promise<ReadonlyMap<string, Answer>> {
  const emulator = await startEmulatorServer({
    dialect: "typesense-cloud",
    seed: {
      clusters: [{ id: "played", search_server_version: `${version}.0`, data: { keys: [ADMIN] } }],
    },
  });
  const [hostname = ""] = emulator.state().clusters[0]?.hostnames?.nodes ?? [];
  const player = new Player(emulator.nodeUrl.replace("{hostname}", hostname));
  const answers = new Map<string, Answer>();
  try {
    for (const all of atOnce(steps)) {
      const played = await Promise.all(all.map((step, place) => player.play(step, place * GAP)));
      all.forEach(({ step }, place) => {
        const answer = played[place];
        if (answer) answers.set(step, answer);
      });
    }
    return answers;
  } finally {
    await emulator.close();
  }
}

/** The steps that are sent at the same time. */
function atOnce(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.together !== undefined && last?.[0]?.together === step.together) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

class Player {
  readonly #keys = new Map<string, SavedKey>();

  constructor(readonly url: string) {}

  async play(step: Step, after: number): Promise<Answer> {
    const [method = "", ...rest] = step.line.split(" ");
    const path = this.#named(rest.join(" "));
    if (after > 0) await delay(after);
    const key = this.#secretOf(step.key);
    const answer = await this.#send(method, path, bodyOf(step.body), {
      ...(key === null ? {} : { [HEADER]: key }),
      ...step.headers,
    });
    if (step.save && answer.status === 201) this.#keys.set(step.save, JSON.parse(answer.text) as SavedKey);
    const type = answer.headers["content-type"] ?? null;
    const shown = step.show?.map((name) => [name, answer.headers[name] ?? null]);
    return {
      status: answer.status,
      type,
      ...(shown && { headers: Object.fromEntries(shown) as Record<string, string | null> }),
      body: step.bodiless ? null : own(path, recordedForm(answer.text, type)),
    };
  }

  #named(path: string): string {
    return path.replace(/\{(=?)(\w+)\}/g, (whole, value: string, name: string) => {
      const found = this.#keys.get(name);
      if (!found) return whole;
      return value ? found.value : String(found.id);
    });
  }

  #secretOf(key: UsedKey | undefined): string | null {
    if (key === undefined) return ADMIN.value;
    if (key === null || typeof key === "string") return key;
    if ("saved" in key) return this.#keys.get(key.saved)?.value ?? "no such key";
    const parent = key.scoped === "admin" ? ADMIN.value : (this.#keys.get(key.scoped)?.value ?? "none");
    const embedded = typeof key.embed === "string" ? key.embed : JSON.stringify(key.embed);
    const digest = createHmac("sha256", parent).update(embedded).digest("base64");
    return Buffer.from(`${digest}${parent.slice(0, 4)}${embedded}`).toString("base64");
  }

  #send(method: string, path: string, body: string | null, given: Record<string, string>): Promise<Sent> {
    const type = body === null ? {} : { "content-type": "application/json" };
    const headers = {
      ...type,
      ...given,
      ...(body !== null && { "content-length": Buffer.byteLength(body) }),
    };
    return new Promise((resolve) => {
      const never = () => resolve({ status: 0, headers: {}, text: "" });
      const call = request(
        `${this.url}${path}`,
        { method, headers, timeout: PATIENCE, agent: false },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("error", never);
          answer.on("end", () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(parts).toString(),
            }),
          );
        },
      );
      call.on("timeout", () => call.destroy());
      call.on("error", never);
      call.end(body ?? undefined);
    });
  }
}

function bodyOf(body: unknown): string | null {
  if (body === undefined) return null;
  if (typeof body === "string") return body;
  if (typeof body !== "object" || body === null || !("$lines" in body)) return JSON.stringify(body);
  const { $lines: count, of } = body as { $lines: number; of?: unknown };
  const line = JSON.stringify(of);
  return Array.from({ length: count }, (_, number) => line.replaceAll("#", String(number))).join("\n");
}

/** Shortens strings of many lines as the recordings do. */
function recordedForm(text: string, type: string | null): unknown {
  try {
    if (type?.startsWith("application/json")) return JSON.parse(text);
  } catch {
    // The server quotes some words within quotes.
  }
  const lines = text.split("\n");
  return lines.length > 1000 ? { $lines: lines.length, of: [...new Set(lines)] } : text;
}

/** Removes records that existed before the play, and values that depend on the load. */
function own(path: string, value: unknown): unknown {
  const body = value as Record<string, unknown> | null;
  if (/^\/keys\/?(\?|$)/.test(path) && Array.isArray(body?.keys)) {
    return { keys: (body.keys as { description: string; value_prefix: string }[]).filter(isOfPlay) };
  }
  if (!path.startsWith("/stats.json") || typeof body !== "object" || body === null) return value;
  const steady = Object.entries(body).filter(([name]) => !/Percentile|_max_|_min_|_count$/.test(name));
  return Object.fromEntries(steady.map(([name, one]) => [name, typeof one === "object" ? {} : one]));
}

function isOfPlay({ value_prefix }: { readonly value_prefix: string }): boolean {
  return value_prefix !== ADMIN.value.slice(0, 4);
}
