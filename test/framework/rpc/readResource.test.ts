import { Severity } from "../../../src/wire";
import { record } from "../../support/values";
import { created, privateBytes, stage } from "./thing";

const typeName = "null_thing";
const stored = privateBytes({ created: "yes" });
const state = { ...created(), note: "n" };

async function read(on = stage(), values: typeof state | null = state) {
  const currentState = on.thing.encode(values);
  const answer = await on.ask("readResource", { typeName, currentState, private: stored });
  return { ...answer, state: on.thing.decode(answer.newState) };
}

test("what is observed is read over the state; private state stays", async () => {
  const on = stage();
  on.world.things.set("t-1", { label: "b", size: 1, kind: "plain", tags: {}, revision: 2 });
  const answer = await read(on);
  const summary = record({ text: "b/1", revision: 2 });
  expect(answer).toMatchObject({ private: stored, diagnostics: [] });
  expect(answer.state).toEqual(on.thing.whole({ ...state, label: "b", summary }));
});

test("what is gone is null, and leaves no private state to a successor", async () => {
  expect(await read()).toMatchObject({ state: null, private: new Uint8Array(), diagnostics: [] });
});

test("no state is read as no state", async () => {
  const on = stage();
  expect((await read(on, null)).state).toBeNull();
  expect(on.world.calls).toEqual([]);
});

test("after a failure state and private state are as before", async () => {
  const on = stage();
  on.session.configured(undefined);
  const answer = await read(on);
  const summary = "Unexpected failure while reading a null_thing";
  expect(answer).toMatchObject({ private: stored, diagnostics: [{ severity: Severity.ERROR, summary }] });
  expect(answer.state).toEqual(on.thing.whole(state));
});
