import { differences, messagesIn, shapeOf } from "./compare";
import { play } from "./player";
import { recordedAnswer, SCENARIOS, type Step, stepsOf, VERSIONS, type Version } from "./recorded";
import { asText, expected, REASONS, type Reason, readTable } from "./table";

/** Every recorded response of a genuine server, compared with the emulator. The table next to it lists the differences, with reasons. */
const TABLE = readTable();

describe.each(VERSIONS)("a server of version %s", (version) => {
  test.each(SCENARIOS)("%s", async (scenario) => {
    const steps = stepsOf(scenario);
    const answers = await play(steps, version);
    const found: Record<string, string> = {};
    const shown: string[] = [];
    const table = expected(TABLE[scenario], version);
    for (const step of steps) {
      const answer = answers.get(step.step);
      const kinds = answer ? asText(differences(step, version, answer)) : "no answer";
      if (kinds !== "") found[step.step] = kinds;
      if (kinds !== (table[step.step] ?? "")) shown.push(inWords(step, version, answer));
    }
    // What the two answers were, where the table says something else.
    expect({ found, shown }).toEqual({ found: table, shown: [] });
  });
});

function inWords(step: Step, version: Version, answer: unknown): string {
  const real = recordedAnswer(step, version);
  return [step.step, step.line, JSON.stringify(real), JSON.stringify(answer)]
    .map((one) => one.slice(0, 600))
    .join("\n");
}

/** The number of steps that may differ, by reason: a number here may only become smaller. */
const MOST: Readonly<Record<Reason, number>> = { open: 0, quality: 0, models: 0 };

test("each row of the table has a reason, and a scenario; there are no more than there were", () => {
  const counts: Record<string, number> = Object.fromEntries(
    Object.keys(REASONS).map((reason) => [reason, 0]),
  );
  expect(Object.keys(TABLE).filter((name) => !SCENARIOS.includes(name))).toEqual([]);
  for (const [scenario, rows] of Object.entries(TABLE)) {
    const steps = new Set(stepsOf(scenario).map(({ step }) => step));
    for (const [step, { reason }] of Object.entries(rows)) {
      expect([scenario, steps.has(step), Object.hasOwn(REASONS, reason)]).toEqual([scenario, true, true]);
      counts[reason] = (counts[reason] ?? 0) + 1;
    }
  }
  const grown = Object.entries(MOST).filter(([reason, most]) => (counts[reason] ?? 0) > most);
  expect(grown).toEqual([]);
});

describe("the comparison", () => {
  const step = (answer: object): Step => ({
    step: "01",
    line: "GET /",
    answers: { both: { status: 200, body: {}, ...answer } },
  });
  const answer = { status: 200, type: "application/json; charset=utf-8", body: {} };
  test.each<[string, object, object]>([
    ["", {}, {}],
    ["status", { status: 400 }, { body: { message: "No." } }],
    ["type", {}, { type: "text/plain" }],
    ["headers", { headers: { vary: null } }, { headers: { vary: "origin" } }],
    ["shape", { body: { id: 1 } }, { body: { id: "1" } }],
    ["shape", { body: [{ id: 1 }] }, { body: [] }],
    ["shape, message", { body: { message: "No." } }, {}],
    ["", { body: { id: 1 } }, { body: { id: 2 } }],
    ["message", { body: '{"success":false,"error":"a"}' }, { body: '{"success":false,"error":"b"}' }],
    ["message", { body: { results: [{ error: "a" }] } }, { body: { results: [{ error: "b" }] } }],
  ])("%j", (kinds, real, played) => {
    expect(asText(differences(step(real), "30", { ...answer, ...played }))).toBe(kinds);
  });

  test("keys with their types, of all items of a list combined", () => {
    expect(shapeOf([{ a: 1 }, { a: null, b: [true] }])).toEqual(
      [": list", "[]: object", "[].a: null", "[].a: number", "[].b: list", "[].b[]: boolean"].sort(),
    );
    expect(messagesIn({ message: "no port 8108" })).toEqual(["no port"]);
  });
});
