import { Severity } from "../../../src/wire";
import { record } from "../../support/values";
import { stage } from "./thing";

const typeName = "null_thing";
const kept = new TextEncoder().encode('{"v":1,"made":"yes"}');
const state = {
  id: "t-1",
  label: "a",
  size: 1,
  kind: "plain",
  note: "n",
  summary: record({ text: "a/1", revision: 1 }),
};

function read(on = stage(), values: typeof state | null = state) {
  return on.ask("readResource", { typeName, currentState: on.thing.encode(values), private: kept });
}

test("what is there is read over the state, what is private stays", async () => {
  const on = stage();
  on.world.things.set("t-1", { label: "b", size: 1, kind: "plain", tags: {}, revision: 2 });
  const answer = await read(on);
  expect(on.thing.decode(answer.newState)).toEqual(
    on.thing.whole({ ...state, label: "b", summary: record({ text: "b/1", revision: 2 }) }),
  );
  expect(answer.private).toEqual(kept);
  expect(answer.diagnostics).toEqual([]);
});

test("what is gone is null, and keeps nothing private for a successor", async () => {
  const on = stage();
  const answer = await read(on);
  expect(on.thing.decode(answer.newState)).toBeNull();
  expect(answer.private).toHaveLength(0);
  expect(answer.diagnostics).toEqual([]);
});

test("no state is read as no state", async () => {
  const on = stage();
  expect(on.thing.decode((await read(on, null)).newState)).toBeNull();
  expect(on.world.calls).toEqual([]);
});

test("a failure keeps the state, and what is private", async () => {
  const on = stage();
  on.session.configured(undefined);
  const answer = await read(on);
  expect(on.thing.decode(answer.newState)).toEqual(on.thing.whole(state));
  expect(answer.private).toEqual(kept);
  expect(answer.diagnostics).toMatchObject([
    { severity: Severity.ERROR, summary: "Unexpected failure while reading a null_thing" },
  ]);
});
