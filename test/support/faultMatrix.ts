import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from "../../src/api/limits";
import type { FaultEffect } from "../../src/emulator";

/** One way in which a request can go wrong between the client and the service, as data. */
export interface FaultCase {
  readonly name: string;
  readonly effect: FaultEffect;
  /**
   * Whether the service carries the request out: `late` means after the client has given it up.
   */
  readonly work: "done" | "never" | "late";
  /**
   * What the answer tells of that: `all` (the record is there), `later` (certainly not carried out, come back),
   * `refused` (certainly not carried out, and again would not help), or `nothing`.
   */
  readonly tells: "all" | "later" | "refused" | "nothing";
  /** Of a fault that holds the request: milliseconds on the clock until it lets go; null: never. @default null */
  readonly letsGoAfter?: number | null;
}

/** Every kind of fault that one request can meet, once for each branch that it takes (docs/design/laws.md#l1, #l8). */
export const FAULTS: readonly FaultCase[] = [
  { name: "reset before the work", effect: { kind: "reset" }, work: "never", tells: "nothing" },
  {
    name: "reset after the work",
    effect: { kind: "reset", when: "after" },
    work: "done",
    tells: "nothing",
  },
  {
    name: "no answer in time, and never carried out",
    effect: { kind: "hold" },
    work: "never",
    tells: "nothing",
  },
  {
    name: "no answer in time after the work",
    effect: { kind: "hold", when: "after" },
    work: "done",
    tells: "nothing",
  },
  {
    name: "no answer in time, carried out right after that",
    effect: { kind: "hold" },
    work: "late",
    tells: "nothing",
    letsGoAfter: WRITE_TIMEOUT_MS + 1,
  },
  {
    name: "a slow answer",
    effect: { kind: "hold", when: "after" },
    work: "done",
    tells: "all",
    letsGoAfter: READ_TIMEOUT_MS - 1,
  },
  {
    name: "429 with Retry-After",
    effect: { kind: "status", status: 429, headers: { "retry-after": "7" } },
    work: "never",
    tells: "later",
  },
  {
    name: "429 without Retry-After",
    effect: { kind: "status", status: 429 },
    work: "never",
    tells: "later",
  },
  {
    name: "502 with JSON instead of the work",
    effect: { kind: "status", status: 502, when: "before" },
    work: "never",
    tells: "nothing",
  },
  {
    name: "503 with HTML after the work",
    effect: { kind: "status", status: 503, body: "html", when: "after" },
    work: "done",
    tells: "nothing",
  },
  {
    name: "500 with nothing after the work",
    effect: { kind: "status", status: 500, body: "empty", when: "after" },
    work: "done",
    tells: "nothing",
  },
  {
    name: "truncated JSON",
    effect: { kind: "damage", as: "truncated" },
    work: "done",
    tells: "nothing",
  },
  {
    name: "truncated JSON instead of the work",
    effect: { kind: "status", status: 200, body: "truncated" },
    work: "never",
    tells: "nothing",
  },
  {
    name: "a wrong content type",
    effect: { kind: "damage", as: "wrong_content_type" },
    work: "done",
    tells: "all",
  },
  {
    name: "a redirect",
    effect: { kind: "redirect", location: "https://elsewhere.example/login?next=/api/v1" },
    work: "never",
    tells: "refused",
  },
  {
    name: "200 with an Error body",
    effect: { kind: "error_in_200", message: "The request is invalid" },
    work: "never",
    tells: "refused",
  },
];
