import fc from "fast-check";
import { fuzzRuns } from "../../../../support/fuzz";
import { expectHealed, expectTrue } from "./judge";
import { FAULTS, type Fault, play, type Story } from "./play";
import { type Operation, SUBJECTS, type Subject } from "./subjects";

/**
 * Every write request to nodes, under every fault: no second object, no change to objects of others, a true state, and the next
 * apply completes it (docs/design/laws.md#l1, #l2).
 */
const PAIRS = SUBJECTS.flatMap((subject) =>
  (Object.keys(subject.writes) as Operation[]).flatMap((operation) =>
    FAULTS.map((fault) => [subject.type, operation, fault, subject] as const),
  ),
);

const LAG = fc.record({
  node: fc.constantFrom(0, 1, 2),
  from: fc.constantFrom("start", "plan", "apply", "write"),
  seconds: fc.constantFrom(3, null),
  requests: fc.option(fc.integer({ min: 1, max: 6 })),
});
const RESTART = fc.record({
  at: fc.constantFrom("plan", "apply", "write"),
  nodes: fc.constantFrom([0], [1], [0, 1, 2]),
});
const WRITER = fc.record({
  at: fc.constantFrom("plan", "apply", "write"),
  does: fc.constantFrom("take away", "put other", "put alike"),
});

/** Returns stories of one operation under one fault, with other events. */
function stories(subject: Subject, operation: Operation, fault: Fault): fc.Arbitrary<Story> {
  const isStale = fault === "stale node first";
  const story: fc.Arbitrary<Story> = fc.record({
    type: fc.constant(subject.type),
    operation: fc.constant(operation),
    fault: fc.constant(fault),
    nodes: isStale ? fc.constant(3) : fc.constantFrom(1, 3),
    nth: fc.integer({ min: 1, max: subject.writes[operation]?.length ?? 1 }),
    endsBefore: fc.boolean(),
    lag: isStale ? LAG.map((lag) => ({ ...lag, node: 0 })) : fc.option(LAG),
    down: fc.option(fc.constantFrom(0, 1, 2), { freq: 2 }),
    writer: fault === "another writer" ? WRITER : fc.option(WRITER, { freq: 3 }),
    restart: fc.option(RESTART),
    documents: fc.constantFrom(0, 3),
    skew: fc.constantFrom(0, 2),
  });
  // A node can lag only behind another one, and one node must answer.
  return story.map((one) => {
    if (one.nodes === 1) return { ...one, lag: null, down: null };
    return one.down === one.lag?.node ? { ...one, down: null } : one;
  });
}

async function expectPlayed(story: Story): Promise<void> {
  const played = await play(story);
  await expectTrue(story, played);
  await expectHealed(story, played);
}

/** A limit only for a story that hangs: every story is played, however slow the machine is. */
const TIMEOUT = 600_000;

test.each(PAIRS)(
  "%s: %s, %s",
  async (_, operation, fault, subject) => {
    const property = fc.asyncProperty(stories(subject, operation, fault), expectPlayed);
    await fc.assert(property, { numRuns: fuzzRuns(1) });
  },
  TIMEOUT,
);

const LOST = { nth: 1, endsBefore: false, documents: 0, skew: 0, down: null, restart: null } as const;

/** Stories that failed once. */
const FOUND: readonly (readonly [told: string, story: Story])[] = [
  [
    "a PATCH is lost, and another collection has the name by then",
    {
      ...LOST,
      type: "collection",
      operation: "update",
      fault: "lost before",
      nodes: 1,
      lag: null,
      writer: { at: "write", does: "put other" },
    },
  ],
  [
    "the DELETE of a replacement is lost, and one node goes on showing what is gone",
    {
      ...LOST,
      type: "collection",
      operation: "replace",
      fault: "lost after",
      nodes: 3,
      lag: { node: 0, from: "write", seconds: 3, requests: null },
      writer: null,
    },
  ],
];

test.each(FOUND)("%s", (_, story) => expectPlayed(story));
