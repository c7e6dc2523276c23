import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { record } from "../../support/values";
import { type Stage, stage } from "./thing";

const typeName = "null_thing";
const open: ValueRecord = { id: UNKNOWN, size: UNKNOWN, kind: UNKNOWN, summary: UNKNOWN };
const text = (encoded: Uint8Array) => new TextDecoder().decode(encoded);

let on: Stage;
beforeEach(() => {
  on = stage();
});

async function apply(
  prior: ValueRecord | null,
  planned: ValueRecord | null,
  { config = planned, kept = "" }: { config?: ValueRecord | null; kept?: string } = {},
) {
  const computed = { id: null, size: null, kind: null, summary: null };
  const answer = await on.ask("applyResourceChange", {
    typeName,
    priorState: on.thing.encode(prior),
    plannedState: on.thing.encode(planned),
    config: on.thing.encode(config && { ...config, ...computed }),
    plannedPrivate: new TextEncoder().encode(kept),
  });
  return { ...answer, state: on.thing.decode(answer.newState), private: text(answer.private) };
}

async function made(values: ValueRecord = {}): Promise<ValueRecord> {
  const { state } = await apply(null, { ...open, label: "a", ...values });
  if (!state) throw new Error("nothing was made");
  on.world.calls.length = 0;
  return state;
}

test("a create answers its state, and what is private", async () => {
  const answer = await apply(null, { ...open, label: "a", note: "protect" });
  const summary = record({ text: "a/1", revision: 1 });
  expect(answer.state).toEqual(
    on.thing.whole({ id: "t-1", label: "a", note: "protect", size: 1, kind: "plain", summary }),
  );
  expect(answer.private).toBe('{"v":1,"made":"protected"}');
  expect(answer.diagnostics).toEqual([]);
});

test("an update keeps what is private when the resource keeps nothing new", async () => {
  const prior = await made();
  const answer = await apply(
    prior,
    { ...prior, label: "b", summary: UNKNOWN },
    { kept: '{"v":1,"made":"yes"}' },
  );
  expect(answer.state).toMatchObject({ label: "b", summary: { text: "b/1", revision: 2 } });
  expect(answer.private).toBe('{"v":1,"made":"yes"}');
});

test("a delete answers nothing", async () => {
  const prior = await made();
  expect((await apply(prior, null)).state).toBeNull();
  expect(on.world.calls).toEqual(["delete t-1"]);
});

test("a failed delete answers the state as it was, with what is private", async () => {
  const prior = await made();
  on.world.refuse = "delete";
  const answer = await apply(prior, null, { kept: '{"v":1,"made":"yes"}' });
  expect(answer.state).toEqual(prior);
  expect(answer.private).toBe('{"v":1,"made":"yes"}');
  expect(answer.diagnostics).toMatchObject([
    { severity: Severity.ERROR, summary: "Unexpected failure while deleting a thing" },
  ]);
});

test("a failed create that made nothing answers nothing", async () => {
  on.world.refuse = "create";
  const answer = await apply(null, { ...open });
  expect(answer.state).toBeNull();
  expect(answer.diagnostics).toMatchObject([
    { severity: Severity.ERROR, summary: "Unexpected failure while creating a thing" },
  ]);
  expect(on.lines.at(-1)).toMatchObject({
    level: "error",
    message: "unexpected failure while creating a thing",
  });
});

test("what the configuration leaves unknown is refused, and nothing is called", async () => {
  const answer = await apply(null, { ...open, label: UNKNOWN });
  expect(answer.state).toBeNull();
  expect(answer.diagnostics).toMatchObject([
    { severity: Severity.ERROR, attribute: { steps: [{ attributeName: "label" }] } },
  ]);
  const prior = await made();
  const update = await apply(prior, { ...prior, label: UNKNOWN });
  expect(update.state).toEqual(prior);
  expect(on.world.calls).toEqual([]);
});

test("a value of a wrong type in the answer of a create does not lose what was made", async () => {
  on.world.answer = { kind: 7, summary: "no object" };
  const answer = await apply(null, { ...open, label: "a" });
  expect(answer.state).toMatchObject({ id: "t-1", label: "a", size: 1, kind: null, summary: null });
  expect(answer.private).toBe('{"v":1,"made":"yes"}');
  expect(
    answer.diagnostics.map(({ severity, attribute }) => [severity, attribute?.steps[0]?.attributeName]),
  ).toEqual([
    [Severity.WARNING, "kind"],
    [Severity.WARNING, "summary"],
  ]);
  expect(answer.diagnostics[0]?.detail).toContain("expected string, got number");
});

test("a throw outside of any operation leaves the state as it was", async () => {
  const prior = await made();
  const garbage = { msgpack: Uint8Array.of(0xc1), json: new Uint8Array() };
  const answer = await on.ask("applyResourceChange", {
    typeName,
    priorState: on.thing.encode(prior),
    plannedState: garbage,
  });
  expect(on.thing.decode(answer.newState)).toEqual(prior);
  expect(answer.diagnostics).toMatchObject([
    { severity: Severity.ERROR, summary: "Unexpected failure while applying a null_thing" },
  ]);
});

test("a stop ends what waits", async () => {
  on.world.settle = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("interrupted")), { once: true });
      on.ask("stopProvider").then(({ error }) => expect(error).toBe(""));
    });
  const answer = await apply(null, { ...open, label: "a" });
  expect(answer.state).toMatchObject({ id: "t-1", summary: null });
  expect(answer.diagnostics).toMatchObject([{ severity: Severity.WARNING }]);
});
