import { defineResourceSchema } from "../../src/framework";
import { Diagnostics } from "../../src/framework/diagnostics";
import type { CallOptions, Session } from "../../src/framework/session";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";
import { callOf, providerOf, sessionOf, thingOf } from "../support/call";
import { record } from "../support/values";

const define = thingOf<undefined, { count: number }>();
const empty = { schema: defineResourceSchema({}), updates: {} };
const thing = define({ ...empty, timeouts: { create: "30m", delete: "10m" } });

describe("the timeout of an operation", () => {
  const configured = (timeouts: ValueRecord) => record({ timeouts: record(timeouts) });

  test.each<[string, CallOptions["operation"], ValueRecord, string, minutes: number]>([
    ["as configured", "create", configured({ create: "90s" }), "1m30s", 1.5],
    ["the resource's own", "create", configured({ create: null }), "30m", 30],
    ["the resource's own when there is no block", "delete", record({ timeouts: null }), "10m", 10],
    ["the framework's", "update", record({}), "20m", 20],
    ["of an import or a plan", undefined, configured({ create: "90s" }), "20m", 20],
    ["not known", "create", configured({ create: UNKNOWN }), "30m", 30],
    ["no duration (an older configuration)", "create", configured({ create: "soon" }), "30m", 30],
    ["zero", "create", configured({ create: "0s" }), "0s", 0],
  ])("%s", (_, operation, values, timeout, minutes) => {
    const { call } = callOf(thing, { operation, values });
    expect(call.timeout).toBe(timeout);
    expect(call.deadline).toBe(Date.UTC(2026, 0, 1, 0, 0, minutes * 60));
  });
});

test("a call timed as another operation has its timeout from then on, and shares everything else", () => {
  const values = record({ timeouts: record({ create: "90s" }) });
  const { call, saved } = callOf(thing, { operation: "update", values, privateState: { count: 1 } });
  const creating = call.timedAs("create");
  expect([creating.timeout, creating.deadline]).toEqual(["1m30s", Date.UTC(2026, 0, 1, 0, 1, 30)]);
  expect([call.timeout, call.timedAs("delete").timeout]).toEqual(["20m", "10m"]);
  creating.saveState({ id: "1" });
  creating.setPrivateState({ count: 2 });
  expect([saved(), call.privateState, creating.privateState]).toEqual([
    record({ id: "1" }),
    { count: 2 },
    { count: 2 },
  ]);
});

test("saved state accumulates; private state is the last one written", () => {
  const { call, saved } = callOf(thing, { privateState: { count: 1 } });
  expect([saved(), call.privateState]).toEqual([undefined, { count: 1 }]);
  call.saveState({ id: "1" });
  call.saveState({ size: 2 });
  call.saveState({ id: "3" });
  call.setPrivateState({ count: 2 });
  expect(saved()).toEqual(record({ id: "3", size: 2 }));
  expect(call.privateState).toEqual({ count: 2 });
});

describe("a signal", () => {
  const quiet = new AbortController();
  const diagnostics = new Diagnostics();
  const signalOf = (session: Session, context = quiet) => session.call({ context, diagnostics }).signal;

  test("may have any number of listeners without a warning", () => {
    const signal = signalOf(sessionOf(providerOf(thing)));
    // What getMaxListeners reads; that of Node 20 fails on a limit of none.
    const limit = Object.getOwnPropertySymbols(signal).find(
      ({ description }) => description === "events.maxEventTargetListeners",
    );
    expect(limit && Reflect.get(signal, limit)).toBe(0);
  });

  test("is aborted by a stop, until the provider is configured again", () => {
    const session = sessionOf(providerOf(thing));
    const running = signalOf(session);
    session.stop();
    expect([running.aborted, signalOf(session).aborted]).toEqual([true, true]);
    session.configured(undefined);
    expect([running.aborted, signalOf(session).aborted]).toEqual([true, false]);
  });

  test("is aborted by the end of its own call only", () => {
    const session = sessionOf(providerOf(thing));
    const one = new AbortController();
    const [first, second] = [signalOf(session, one), signalOf(session)];
    one.abort();
    expect([first.aborted, second.aborted]).toEqual([true, false]);
  });
});

test("types have full names", async () => {
  const session = sessionOf(providerOf(thing, define({ ...empty, name: "other" })));
  expect(await session.resource("test_thing")).toBe(thing);
  const missing = 'No resource "thing": This provider has test_thing, test_other.';
  await expect(session.resource("thing")).rejects.toThrow(missing);
  await expect(session.dataSource("thing")).rejects.toThrow(
    'No data source "thing": This provider has none.',
  );
});

test("more types are loaded only for a call that needs one of them", async () => {
  const other = define({ ...empty, name: "other" });
  const moreTypes = jest.fn(async () => ({ resources: [other], dataSources: [] }));
  const session = sessionOf({ ...providerOf(thing), moreTypes });
  expect(await session.resource("test_thing")).toBe(thing);
  expect(moreTypes).not.toHaveBeenCalled();
  expect(await session.resource("test_other")).toBe(other);
  await expect(session.resource("test_none")).rejects.toThrow("This provider has test_thing, test_other.");
});
