import { defineResourceSchema } from "../../src/framework";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";
import { callOf, providerOf, sessionOf, thingOf } from "../support/call";
import { record } from "../support/values";

const define = thingOf<undefined, { count: number }>();
const empty = { schema: defineResourceSchema({}), updates: {} };
const thing = define({ ...empty, timeouts: { create: "30m", delete: "10m" } });

describe("the timeout of an operation", () => {
  const configured = (timeouts: ValueRecord) => record({ timeouts: record(timeouts) });

  test.each<[string, "create" | "update" | "delete" | "import", ValueRecord, string, minutes: number]>([
    ["as configured", "create", configured({ create: "90s" }), "1m30s", 1.5],
    ["the resource's own", "create", configured({ create: null }), "30m", 30],
    ["the resource's own when there is no block", "delete", record({ timeouts: null }), "10m", 10],
    ["the framework's", "update", record({}), "20m", 20],
    ["of an import", "import", configured({ create: "90s" }), "20m", 20],
    ["not known", "create", configured({ create: UNKNOWN }), "30m", 30],
    ["no duration (an older configuration)", "create", configured({ create: "soon" }), "30m", 30],
    ["zero", "create", configured({ create: "0s" }), "0s", 0],
  ])("%s", (_, operation, values, timeout, minutes) => {
    const { call } = callOf(thing, operation, { values });
    expect(call.timeout).toBe(timeout);
    expect(call.deadline).toBe(Date.UTC(2026, 0, 1, 0, 0, minutes * 60));
  });
});

test("saved state adds up, and is nothing at first", () => {
  const { call, saved } = callOf(thing, "create");
  expect(saved).toMatchObject({ any: false, values: {} });
  call.saveState({ id: "1" });
  call.saveState({ size: 2 });
  call.saveState({ id: "3" });
  expect(saved).toMatchObject({ any: true, values: { id: "3", size: 2 } });
});

test("private state is read as it was written last", () => {
  const { call, privateState } = callOf(thing, "update", { privateState: { count: 1 } });
  expect(call.privateState).toEqual({ count: 1 });
  call.setPrivateState({ count: 2 });
  expect(call.privateState).toEqual({ count: 2 });
  expect(privateState()).toEqual({ count: 2 });
});

describe("a signal", () => {
  const { signal: quiet } = new AbortController();

  test("is aborted by a stop, until the provider is configured again", () => {
    const session = sessionOf(providerOf(thing));
    const running = session.signal(quiet);
    session.stop();
    expect([running.aborted, session.signal(quiet).aborted]).toEqual([true, true]);
    session.configured(undefined);
    expect([running.aborted, session.signal(quiet).aborted]).toEqual([true, false]);
  });

  test("is aborted alone by the end of its own call", () => {
    const session = sessionOf(providerOf(thing));
    const one = new AbortController();
    const [first, second] = [session.signal(one.signal), session.signal(quiet)];
    one.abort();
    expect([first.aborted, second.aborted]).toEqual([true, false]);
  });
});

test.each(["thing", "test_things", "other_thing", ""])("types have whole names: there is no %p", (name) => {
  const session = sessionOf(providerOf(thing, define({ ...empty, name: "other" })));
  expect(session.resource("test_thing")).toBe(thing);
  expect(() => session.resource(name)).toThrow(
    `No resource "${name}": This provider has test_thing, test_other.`,
  );
  expect(() => session.dataSource(name)).toThrow(`No data source "${name}": This provider has none.`);
});
