import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from "../../src/api/limits";
import type { FaultEffectBody } from "../../src/emulator";

/** One way in which a request can go wrong between the client and the service, as data. */
export interface FaultCase {
  readonly name: string;
  readonly effect: FaultEffectBody;
  /**
   * True if the service executes the request; `late` means after the client has given up.
   */
  readonly work: "done" | "never" | "late";
  /**
   * The information in the response: `all` (the record is there), `later` (certainly not executed, retry later),
   * `refused` (certainly not executed, and a retry would not help), or `nothing`.
   */
  readonly tells: "all" | "later" | "refused" | "nothing";
  /** Milliseconds on the clock for which a fault holds the request; null for ever. @default null */
  readonly letsGoAfter?: number | null;
}

type Row = readonly [
  name: string,
  work: FaultCase["work"],
  tells: FaultCase["tells"],
  effect: FaultEffectBody,
  letsGoAfter?: number,
];

const ROWS: readonly Row[] = [
  ["reset before the work", "never", "nothing", { kind: "reset" }],
  ["reset after the work", "done", "nothing", { kind: "reset", when: "after" }],
  ["no answer in time, and never carried out", "never", "nothing", { kind: "hold" }],
  ["no answer in time after the work", "done", "nothing", { kind: "hold", when: "after" }],
  [
    "no answer in time, carried out right after that",
    "late",
    "nothing",
    { kind: "hold" },
    WRITE_TIMEOUT_MS + 1,
  ],
  ["a slow answer", "done", "all", { kind: "hold", when: "after" }, READ_TIMEOUT_MS - 1],
  [
    "429 with Retry-After",
    "never",
    "later",
    { kind: "status", status: 429, headers: { "retry-after": "7" } },
  ],
  ["429 without Retry-After", "never", "later", { kind: "status", status: 429 }],
  ["502 with JSON instead of the work", "never", "nothing", { kind: "status", status: 502, when: "before" }],
  [
    "503 with HTML after the work",
    "done",
    "nothing",
    { kind: "status", status: 503, body: "html", when: "after" },
  ],
  [
    "500 with nothing after the work",
    "done",
    "nothing",
    { kind: "status", status: 500, body: "empty", when: "after" },
  ],
  ["truncated JSON", "done", "nothing", { kind: "damage", as: "truncated" }],
  [
    "truncated JSON instead of the work",
    "never",
    "nothing",
    { kind: "status", status: 200, body: "truncated" },
  ],
  ["a wrong content type", "done", "all", { kind: "damage", as: "wrong_content_type" }],
  [
    "a redirect",
    "never",
    "refused",
    { kind: "redirect", location: "https://elsewhere.example/login?next=/api/v1" },
  ],
  ["200 with an Error body", "never", "refused", { kind: "error_in_200", message: "The request is invalid" }],
];

/** Every kind of fault of one request, once for each branch that it takes (docs/design/laws.md#l1, #l8). */
export const FAULTS: readonly FaultCase[] = ROWS.map(([name, work, tells, effect, letsGoAfter = null]) => {
  return { name, work, tells, effect, letsGoAfter };
});
