import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { record } from "../../support/values";
import { stage } from "./thing";

const { ask, thing, lines } = stage();
const typeName = "null_thing";
const prior = {
  id: "t-1",
  label: "a",
  size: 1,
  kind: "plain",
  summary: record({ text: "a/1", revision: 1 }),
};
const kept = new TextEncoder().encode('{"v":1,"made":"protected"}');

async function plan(config: ValueRecord | null, before: ValueRecord | null, priorPrivate = kept) {
  const computed: ValueRecord = {
    id: before?.id ?? null,
    kind: before?.kind ?? null,
    size: before?.size ?? null,
    summary: before?.summary ?? null,
  };
  const answer = await ask("planResourceChange", {
    typeName,
    config: thing.encode(config),
    priorState: thing.encode(before),
    proposedNewState: thing.encode(config && { ...computed, ...config }),
    priorPrivate,
  });
  return { ...answer, planned: thing.decode(answer.plannedState) };
}

test("a create", async () => {
  const { planned, diagnostics, requiresReplace } = await plan({ label: "a" }, null);
  expect(planned).toEqual(
    thing.whole({ id: UNKNOWN, label: "a", size: UNKNOWN, kind: UNKNOWN, summary: UNKNOWN }),
  );
  expect(diagnostics).toEqual([]);
  expect(requiresReplace).toEqual([]);
});

test("an update, with what its lane announces", async () => {
  const { planned, diagnostics } = await plan({ label: "a", size: 2 }, prior);
  expect(planned).toEqual(thing.whole({ ...prior, size: 2, summary: UNKNOWN }));
  expect(diagnostics).toEqual([
    {
      severity: Severity.WARNING,
      summary: "A resize interrupts the thing",
      detail: "It is away for a moment.",
      attribute: undefined,
    },
  ]);
});

test("nothing to do is the prior state to the byte, and keeps what is private", async () => {
  const { plannedState, plannedPrivate } = await plan({ label: "a" }, prior);
  expect(plannedState).toEqual(thing.encode(prior));
  expect(plannedPrivate).toEqual(kept);
});

test("a replacement names its path", async () => {
  expect((await plan({ label: "a", kind: "other" }, prior)).requiresReplace).toEqual([
    { steps: [{ attributeName: "kind" }] },
  ]);
});

test("a destroy is planned as nothing, and may be refused by what is private", async () => {
  const refused = await plan(null, prior);
  expect(refused.planned).toBeNull();
  expect(refused.diagnostics).toMatchObject([{ severity: Severity.ERROR, summary: "Protected" }]);
  expect((await plan(null, prior, new Uint8Array())).diagnostics).toEqual([]);
});

test("a throw is a diagnostic that names operation and type, and goes to the log with its stack", async () => {
  const { diagnostics } = await plan({ label: "throw at plan" }, null);
  expect(diagnostics).toMatchObject([
    { severity: Severity.ERROR, summary: "Unexpected failure while planning a null_thing" },
  ]);
  expect(diagnostics[0]?.detail).toContain("This is a fault in the provider");
  expect(lines.at(-1)).toMatchObject({
    level: "error",
    message: "unexpected failure while planning a null_thing",
  });
  expect(lines.at(-1)?.fields.stack).toContain("nullProvider");
});

test("bytes that are no value, and types that there are not, are diagnostics", async () => {
  const garbage = { msgpack: Uint8Array.of(0xc1), json: new Uint8Array() };
  const { diagnostics } = await ask("planResourceChange", { typeName, config: garbage });
  expect(diagnostics).toMatchObject([{ severity: Severity.ERROR }]);
  const missing = await ask("planResourceChange", { typeName: "null_things" });
  expect(missing.diagnostics).toMatchObject([
    { summary: 'No resource "null_things"', detail: "This provider has null_thing." },
  ]);
});
