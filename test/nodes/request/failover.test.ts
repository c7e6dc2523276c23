import fc from "fast-check";
import type { ErrorKind } from "../../../src/client";
import {
  type Effort,
  FIRST_CONTACT_PATIENCE_MS,
  mayBeDone,
  nextNode,
  PATIENCE_MS,
} from "../../../src/nodes/request/failover";

const FIRST: Effort = {
  repeatable: true,
  nodes: 3,
  asked: 1,
  passing: false,
  rounds: 0,
  spentMs: 0,
  patienceMs: PATIENCE_MS,
  reachedBefore: true,
  repeated: false,
};
const SILENT = { status: null, messages: [] };
const LAST = { asked: 3 };
const POST = { repeatable: false };
const UNSENT = false;
const after = (
  kind: ErrorKind,
  given: Partial<Effort> = {},
  sent = true,
  retryAfterMs: number | null = null,
) => nextNode({ ...SILENT, kind, sent, retryAfterMs }, { ...FIRST, ...given }, () => 0);
const saying500 = (text: string, given: Partial<Effort>) =>
  nextNode(
    { kind: "unavailable", sent: true, retryAfterMs: null, status: 500, messages: [text] },
    { ...FIRST, ...given },
    () => 0,
  );

test.each<[string, ReturnType<typeof after>, object]>([
  ["a read, 503", after("unavailable"), { step: "next" }],
  ["a read, a reset", after("network"), { step: "next" }],
  ["a read, no answer", after("timeout"), { step: "next" }],
  ["a read, HTML", after("unreadable"), { step: "next" }],
  ["a read, a record of something else", after("contract"), { step: "next" }],
  ["a read, a broken certificate", after("tls", {}, UNSENT), { step: "next" }],
  ["a read, a redirect", after("redirect"), { step: "next" }],
  ["429 to anything", after("rate_limit", POST), { step: "next" }],
  ["the last node, 503", after("unavailable", LAST), { step: "round", afterMs: 500 }],
  [
    "the last node in the third round",
    after("unavailable", { ...LAST, rounds: 2 }),
    { step: "round", afterMs: 2000 },
  ],
  ["a server that says how long", after("unavailable", LAST, true, 7000), { step: "round", afterMs: 7000 }],
  ["all certificates are broken", after("tls", LAST, UNSENT), { step: "exhausted" }],
  [
    "one is broken, another one starts",
    after("tls", { ...LAST, passing: true }, UNSENT),
    { step: "round", afterMs: 500 },
  ],
  ["the first round is not over", after("timeout", { asked: 2, spentMs: PATIENCE_MS + 1 }), { step: "next" }],
  [
    "two minutes are over",
    after("unavailable", { rounds: 1, spentMs: PATIENCE_MS + 1 }),
    { step: "exhausted" },
  ],
  ["less patience", after("unavailable", { ...LAST, patienceMs: 400 }), { step: "exhausted" }],
  [
    "nothing has ever answered",
    after("network", { ...LAST, reachedBefore: false, spentMs: FIRST_CONTACT_PATIENCE_MS }, UNSENT),
    { step: "exhausted" },
  ],
  [
    "nothing has ever answered, but one has accepted the request",
    after("timeout", { ...LAST, reachedBefore: false, spentMs: FIRST_CONTACT_PATIENCE_MS }),
    { step: "round", afterMs: 500 },
  ],
  ["500 in words", saying500("conflicts", {}), { step: "next" }],
  ["500 in the same words once more", saying500("conflicts", { repeated: true }), { step: "report" }],
  [
    "500 while a leader is elected, once more",
    saying500("Could not find a leader.", { repeated: true }),
    { step: "next" },
  ],
  ["a POST that never left", after("network", POST, UNSENT), { step: "next" }],
  ["a POST, a reset", after("network", POST), { step: "lost" }],
  ["a POST, 503", after("unavailable", POST), { step: "lost" }],
  ["a POST, half an answer", after("unreadable", POST), { step: "lost" }],
  ["a POST, an answer that is no record", after("contract", POST), { step: "lost" }],
  ["a POST, a redirect", after("redirect", POST), { step: "report" }],
  ...(["auth", "not_found", "refused", "invalid", "payment"] as const).map(
    (kind): [string, ReturnType<typeof after>, object] => [kind, after(kind), { step: "report" }],
  ),
])("%s", (_, next, expected) => expect(next).toEqual(expected));

const KINDS: readonly ErrorKind[] = [
  ...(["auth", "payment", "not_found", "rate_limit", "invalid", "refused", "unavailable"] as const),
  ...(["network", "tls", "proxy", "timeout", "unreadable", "contract", "redirect"] as const),
];

test("nothing is sent twice that may be done, and nothing goes on for ever", () => {
  const failed = fc.record({
    kind: fc.constantFrom(...KINDS),
    sent: fc.boolean(),
    retryAfterMs: fc.constantFrom(null, 0, 5_000, 10_000_000),
  });
  const call = fc.record({
    repeatable: fc.boolean(),
    nodes: fc.integer({ min: 1, max: 7 }),
    patienceMs: fc.integer({ min: 0, max: PATIENCE_MS }),
    failures: fc.array(fc.tuple(failed, fc.integer({ min: 1, max: 60_000 })), { minLength: 1, size: "+1" }),
  });
  fc.assert(
    fc.property(call, fc.double({ min: 0, max: 1, noNaN: true }), ({ failures, ...given }, chance) => {
      let effort: Effort = { ...FIRST, ...given, asked: 0, reachedBefore: false };
      for (const [one, tookMs] of failures) {
        effort = { ...effort, asked: effort.asked + 1, spentMs: effort.spentMs + tookMs };
        const next = nextNode({ ...one, ...SILENT }, effort, () => chance);
        const goesOn = next.step === "next" || next.step === "round";
        if (goesOn) {
          expect(mayBeDone(one) && !given.repeatable).toBe(false);
          if (effort.rounds > 0) expect(effort.spentMs).toBeLessThanOrEqual(given.patienceMs);
          expect(effort.asked <= given.nodes).toBe(true);
        }
        if (next.step === "lost") expect(mayBeDone(one)).toBe(true);
        if (!goesOn) return;
        if (next.step === "round") {
          expect(effort.spentMs + next.afterMs).toBeLessThanOrEqual(given.patienceMs);
          effort = { ...effort, asked: 0, rounds: effort.rounds + 1, spentMs: effort.spentMs + next.afterMs };
        }
      }
    }),
  );
});
