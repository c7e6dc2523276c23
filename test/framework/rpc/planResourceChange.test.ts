import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { GARBAGE } from "../../support/rpc";
import { created, privateBytes, stage } from "./thing";

const { ask, thing, lines } = stage();
const typeName = "null_thing";
const prior = created();
const stored = privateBytes({ created: "protected" });

async function plan(config: ValueRecord | null, before: ValueRecord | null = prior, priorPrivate = stored) {
  const { label: _, ...computed } = before ?? {};
  const answer = await ask("planResourceChange", {
    typeName,
    config: thing.encode(config),
    priorState: thing.encode(before),
    proposedNewState: thing.encode(config && { ...computed, ...config }),
    priorPrivate,
  });
  return { ...answer, planned: thing.decode(answer.plannedState) };
}

test("an update, with the warnings of what it runs", async () => {
  const { planned, diagnostics } = await plan({ label: "a", size: 2 });
  expect(planned).toEqual(thing.whole({ ...prior, size: 2, summary: UNKNOWN }));
  expect(diagnostics).toMatchObject([
    { severity: Severity.WARNING, summary: "A resize interrupts the thing" },
  ]);
});

test("nothing to do is the prior state to the byte, with its private state", async () => {
  const { plannedState, plannedPrivate } = await plan({ label: "a" });
  expect(plannedState).toEqual(thing.encode(prior));
  expect(plannedPrivate).toEqual(stored);
});

test("what the resource stores at plan is the private state of its apply", async () => {
  const { plannedPrivate } = await plan({ label: "a", note: "stored at plan" });
  expect(plannedPrivate).toEqual(privateBytes({ created: "yes" }));
});

test("a replacement names its path", async () => {
  const { requiresReplace } = await plan({ label: "a", kind: "other" });
  expect(requiresReplace).toEqual([{ steps: [{ attributeName: "kind" }] }]);
});

test("a destroy is planned as null, and can be refused by private state", async () => {
  const refused = await plan(null);
  expect(refused.planned).toBeNull();
  expect(refused.diagnostics).toMatchObject([{ severity: Severity.ERROR, summary: "Protected" }]);
  expect((await plan(null, prior, new Uint8Array())).diagnostics).toEqual([]);
});

test("what is thrown is a diagnostic that names operation and type, and goes to the log with its stack", async () => {
  const { diagnostics } = await plan({ label: "throw at plan" }, null);
  const summary = "Unexpected failure while planning a null_thing";
  expect(diagnostics).toMatchObject([{ severity: Severity.ERROR, summary }]);
  expect(lines.at(-1)).toMatchObject({
    level: "error",
    fields: { stack: expect.stringContaining("nullProvider") },
  });
});

test("bytes that are no value, and a type that does not exist, are diagnostics", async () => {
  const { diagnostics } = await ask("planResourceChange", { typeName, config: GARBAGE });
  expect(diagnostics).toMatchObject([{ severity: Severity.ERROR }]);
  const missing = await ask("planResourceChange", { typeName: "null_things" });
  expect(missing.diagnostics).toMatchObject([
    { summary: 'No resource "null_things"', detail: "This provider has null_thing." },
  ]);
});
