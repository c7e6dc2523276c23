import fc from "fast-check";
import type { ErrorKind } from "../../../src/client";
import {
  afterDoubt,
  type Doubt,
  type Effort,
  FIRST_CONTACT_PATIENCE_MS,
  mayBeDone,
  nextNode,
  PATIENCE_MS,
  type RoundCounts,
} from "../../../src/dataPlane/request/failover";
import { catchUpMs } from "../../../src/dataPlane/request/times";

const NOTHING: RoundCounts = { missing: 0, refused: 0, shown: 0 };
const FIRST: Effort = {
  write: false,
  nodes: 3,
  asked: 1,
  said: NOTHING,
  catchUpMs: 30_000,
  doubted: false,
  passing: false,
  rounds: 0,
  spentMs: 0,
  patienceMs: PATIENCE_MS,
  reachedBefore: true,
  repeated: false,
};
const SILENT = { status: null, messages: [] };
const LAST = { asked: 3 };
const WRITE = { write: true };
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

const notReady = (given: Partial<Effort>) =>
  nextNode(
    { kind: "unavailable", sent: true, retryAfterMs: null, status: 503, messages: ["Not Ready or Lagging"] },
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
  ["429 to anything", after("rate_limit", WRITE), { step: "next" }],
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
  ["a write that never left", after("network", WRITE, UNSENT), { step: "next" }],
  ["a write, a reset", after("network", WRITE), { step: "lost" }],
  ["a write, 503", after("unavailable", WRITE), { step: "lost" }],
  ["a write, a node that is not ready", notReady(WRITE), { step: "next" }],
  [
    "one has said 404, and one that starts is the last",
    after("unavailable", { ...LAST, said: { ...NOTHING, missing: 1 } }),
    { step: "round", afterMs: 500 },
  ],
  [
    "the others have said 404",
    after("unavailable", { ...LAST, said: { ...NOTHING, missing: 2 } }),
    { step: "agreed" },
  ],
  ["a write, half an answer", after("unreadable", WRITE), { step: "lost" }],
  ["a write, an answer that is no record", after("contract", WRITE), { step: "lost" }],
  ["a write, a redirect", after("redirect", WRITE), { step: "report" }],
  ...(["refused", "invalid", "payment"] as const).map((kind): [string, ReturnType<typeof after>, object] => [
    kind,
    after(kind),
    { step: "report" },
  ]),
])("%s", (_, next, expected) => expect(next).toEqual(expected));

const AGAIN = { step: "round", afterMs: 500 };
const AGREED = { step: "agreed" };
/** Of three nodes, all of which were asked. */
const said = (counts: Partial<RoundCounts>, given: Partial<Doubt> = {}) =>
  afterDoubt(
    {
      nodes: 3,
      asked: 3,
      said: { ...NOTHING, ...counts },
      rounds: 0,
      spentMs: 0,
      catchUpMs: 30_000,
      ...given,
    },
    () => 0,
  );

test.each<[string, ReturnType<typeof said>, object]>([
  ["one says 404, and others are left", said({ missing: 1 }, { asked: 1 }), { step: "next" }],
  ["all say 404", said({ missing: 3 }), AGREED],
  ["all say 401", said({ refused: 3 }), AGREED],
  ["two say 404, and the third does not answer", said({ missing: 2 }), AGREED],
  [
    "one of two says 404, and the other does not answer",
    said({ missing: 1 }, { nodes: 2, asked: 2 }),
    AGREED,
  ],
  ["one of three says 404, and the others do not answer", said({ missing: 1 }), AGAIN],
  ["the same, when nodes have had time", said({ missing: 1 }, { spentMs: 29_501 }), AGREED],
  ["some say 401, one says 404", said({ missing: 1, refused: 2 }), AGAIN],
  ["all say 404 of what was just made", said({ missing: 3 }, { madeUntilMs: 500 }), AGAIN],
  ["the same, when nodes have had time since", said({ missing: 3 }, { madeUntilMs: 499 }), AGREED],
  ["all say 401 to a key that was just made", said({ refused: 3 }, { keyUntilMs: 500 }), AGAIN],
  ["the same, when nodes have had time since", said({ refused: 3 }, { keyUntilMs: 499 }), AGREED],
  ["all say 404 with a key that was just made", said({ missing: 3 }, { keyUntilMs: 30_000 }), AGREED],
  ["one does not know such a key", said({ missing: 2, refused: 1 }, { keyUntilMs: 30_000 }), AGREED],
  ["two of three do not", said({ missing: 1, refused: 2 }, { keyUntilMs: -1 }), AGAIN],
  ["all show what was just deleted", said({ shown: 3 }, { deletedUntilMs: 500 }), AGREED],
  ["some show what was just deleted", said({ shown: 1, missing: 2 }, { deletedUntilMs: 500 }), AGAIN],
  [
    "the same, when nodes have had time since",
    said({ shown: 1, missing: 2 }, { deletedUntilMs: 499 }),
    AGREED,
  ],
])("doubt: %s", (_, next, expected) => expect(next).toEqual(expected));

const KINDS: readonly ErrorKind[] = [
  ...(["auth", "payment", "not_found", "rate_limit", "invalid", "refused", "unavailable"] as const),
  ...(["network", "tls", "proxy", "timeout", "unreadable", "contract", "redirect"] as const),
];

test("no write that may be done is sent twice, and nothing continues forever", () => {
  const failed = fc.record({
    status: fc.constantFrom(null, 500, 503),
    messages: fc.constantFrom([], ["Not Ready or Lagging"]),
    kind: fc.constantFrom(...KINDS),
    sent: fc.boolean(),
    retryAfterMs: fc.constantFrom(null, 0, 5_000, 10_000_000),
  });
  const call = fc.record({
    write: fc.boolean(),
    nodes: fc.integer({ min: 1, max: 7 }),
    patienceMs: fc.integer({ min: 0, max: PATIENCE_MS }),
    failures: fc.array(fc.tuple(failed, fc.integer({ min: 1, max: 60_000 })), { minLength: 1, size: "+1" }),
  });
  fc.assert(
    fc.property(call, fc.double({ min: 0, max: 1, noNaN: true }), ({ failures, ...given }, chance) => {
      let effort: Effort = { ...FIRST, ...given, asked: 0, reachedBefore: false };
      for (const [one, tookMs] of failures) {
        effort = { ...effort, asked: effort.asked + 1, spentMs: effort.spentMs + tookMs };
        const next = nextNode(one, effort, () => chance);
        const goesOn = next.step === "next" || next.step === "round";
        if (goesOn) {
          expect(mayBeDone(one) && given.write).toBe(false);
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

test.each([
  ["https://n1.example", 30_000],
  ["http://127.0.0.1:8108", 5_000],
])("nodes at %s catch up in %d ms", (url, ms) => {
  expect(catchUpMs([url])).toBe(ms);
});
