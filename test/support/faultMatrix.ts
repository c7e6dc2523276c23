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

const BODIES = { json: "JSON", html: "HTML", empty: "nothing" } as const;

/** 500, 502 and 503 in every dress, instead of the work and after it. */
const serverErrors = [500, 502, 503].flatMap((status) =>
  (["json", "html", "empty"] as const).flatMap((body) =>
    (["before", "after"] as const).map(
      (when): FaultCase => ({
        name: `${status} with ${BODIES[body]} ${when === "before" ? "instead of" : "after"} the work`,
        effect: { kind: "status", status, body, when },
        work: when === "before" ? "never" : "done",
        tells: "nothing",
      }),
    ),
  ),
);

/** Every fault that one request can meet (docs/design/laws.md#l1, #l8). */
export const FAULTS: readonly FaultCase[] = [
  { name: "reset before the work", effect: { kind: "reset" }, work: "never", tells: "nothing" },
  {
    name: "reset after the work",
    effect: { kind: "reset", when: "after" },
    work: "done",
    tells: "nothing",
  },
  {
    name: "reset midway through the answer",
    effect: { kind: "reset", when: "midway" },
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
  ...serverErrors,
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
    name: "HTML instead of the record",
    effect: { kind: "damage", as: "html" },
    work: "done",
    tells: "nothing",
  },
  {
    name: "a page of somebody else with 200",
    effect: { kind: "status", status: 200, body: "html" },
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
