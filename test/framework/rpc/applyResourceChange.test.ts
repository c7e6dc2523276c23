import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { GARBAGE } from "../../support/rpc";
import { record } from "../../support/values";
import { created, privateBytes, type Stage, stage } from "./thing";

const typeName = "null_thing";
const open: ValueRecord = { id: UNKNOWN, size: UNKNOWN, kind: UNKNOWN, summary: UNKNOWN };
const prior = created();
const stored = privateBytes({ created: "yes" });

let on: Stage;
beforeEach(() => {
  on = stage();
  on.world.things.set("t-1", { label: "a", size: 1, kind: "plain", tags: {}, revision: 1 });
});

async function apply(before: ValueRecord | null, planned: ValueRecord | null) {
  const computed = { id: null, size: null, kind: null, summary: null };
  const answer = await on.ask("applyResourceChange", {
    typeName,
    priorState: on.thing.encode(before),
    plannedState: on.thing.encode(planned),
    config: on.thing.encode(planned && { ...planned, ...computed }),
    plannedPrivate: before ? stored : new Uint8Array(),
  });
  return { ...answer, state: on.thing.decode(answer.newState) };
}

test("a create answers its state, and its private state", async () => {
  const answer = await apply(null, { ...open, label: "a", note: "protect" });
  const summary = record({ text: "a/1", revision: 1 });
  expect(answer.state).toEqual(on.thing.whole({ ...prior, note: "protect", summary }));
  expect(answer).toMatchObject({ private: privateBytes({ created: "protected" }), diagnostics: [] });
});

test("an update leaves private state as it is unless the resource sets it", async () => {
  const answer = await apply(prior, { ...prior, label: "b", summary: UNKNOWN });
  expect(answer.state).toMatchObject({ label: "b", summary: { text: "b/1", revision: 2 } });
  expect(answer.private).toEqual(stored);
});

test("a delete answers null; one that fails answers the state as it was, with its private state", async () => {
  on.world.refuse = "delete";
  const failed = await apply(prior, null);
  const summary = "Unexpected failure while deleting a thing";
  expect(failed.state).toEqual(on.thing.whole(prior));
  expect(failed).toMatchObject({ private: stored, diagnostics: [{ severity: Severity.ERROR, summary }] });
  on.world.refuse = undefined;
  expect((await apply(prior, null)).state).toBeNull();
  expect(on.world.calls).toEqual(["delete t-1"]);
});

test("a create that fails before it creates anything answers null", async () => {
  on.world.refuse = "create";
  const summary = "Unexpected failure while creating a thing";
  const diagnostics = [{ severity: Severity.ERROR, summary }];
  expect(await apply(null, { ...open })).toMatchObject({ state: null, diagnostics });
});

test("an unknown configured value is refused, and nothing is called", async () => {
  const attribute = { steps: [{ attributeName: "label" }] };
  const diagnostics = [{ severity: Severity.ERROR, attribute }];
  expect(await apply(null, { ...open, label: UNKNOWN })).toMatchObject({ state: null, diagnostics });
  expect((await apply(prior, { ...prior, label: UNKNOWN })).state).toEqual(on.thing.whole(prior));
  expect(on.world.calls).toEqual([]);
});

test("values of a wrong type in the answer of a create do not lose the instance", async () => {
  on.world.answer = { kind: 7, summary: "no object" };
  const { state, diagnostics, ...answer } = await apply(null, { ...open, label: "a" });
  expect(state).toMatchObject({ id: "t-1", label: "a", size: 1, kind: null, summary: null });
  expect(answer.private).toEqual(stored);
  const attribute = (attributeName: string) => ({ steps: [{ attributeName }] });
  expect(diagnostics).toMatchObject([
    { severity: Severity.WARNING, attribute: attribute("kind") },
    { severity: Severity.WARNING, attribute: attribute("summary") },
  ]);
  expect(diagnostics[0]?.detail).toContain("expected string, got number");
});

test("bytes that are no value leave the state as it was", async () => {
  const priorState = on.thing.encode(prior);
  const summary = "Unexpected failure while applying a null_thing";
  expect(await on.ask("applyResourceChange", { typeName, priorState, plannedState: GARBAGE })).toMatchObject({
    newState: priorState,
    diagnostics: [{ severity: Severity.ERROR, summary }],
  });
});

test("a stop ends every wait", async () => {
  on.world.afterCreate = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("interrupted")), { once: true });
      void on.ask("stopProvider");
    });
  const { state, diagnostics } = await apply(null, { ...open, label: "a" });
  expect(state).toMatchObject({ id: "t-1", summary: null });
  expect(diagnostics).toMatchObject([{ severity: Severity.WARNING }]);
});
