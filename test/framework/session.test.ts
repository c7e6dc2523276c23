import { define, defineResourceSchema, GONE, type Gone, t } from "../../src/framework";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";
import { callOf, providerOf, sessionOf } from "../support/call";
import { record } from "../support/values";

const { resource } = define<undefined, { count: number }>();
const plain = {
  description: "A thing.",
  schema: defineResourceSchema({ id: { type: t.string, mode: "computed", description: "Identifier." } }),
  updates: {},
  create: async () => ({}),
  read: async (): Promise<Gone> => GONE,
  delete: async () => {},
} as const;
const thing = resource({ ...plain, name: "thing", timeouts: { create: "30m", delete: "10m" } });

describe("the timeout of an operation", () => {
  const configured = (timeouts: Record<string, string | typeof UNKNOWN | null>) =>
    record({ timeouts: record(timeouts) });

  test.each<[string, "create" | "update" | "delete" | "import", ValueRecord, string]>([
    ["as configured", "create", configured({ create: "90s" }), "1m30s"],
    ["the resource's own", "create", configured({ create: null }), "30m"],
    ["the resource's own when there is no block", "delete", record({ timeouts: null }), "10m"],
    ["the framework's", "update", record({}), "20m"],
    ["of an import", "import", configured({ create: "90s" }), "20m"],
    ["not known", "create", configured({ create: UNKNOWN }), "30m"],
    ["no duration (an older configuration)", "create", configured({ create: "soon" }), "30m"],
    ["zero", "create", configured({ create: "0s" }), "0s"],
  ])("%s", (_, operation, values, timeout) => {
    const { call } = callOf(thing, operation, { values });
    expect(call.timeout).toBe(timeout);
    expect(new Date(call.deadline).getTime()).toBe(Date.UTC(2026, 0, 1) + milliseconds(timeout));
  });

  function milliseconds(text: string): number {
    return (
      { "1m30s": 90_000, "30m": 1_800_000, "10m": 600_000, "20m": 1_200_000, "0s": 0 }[text] ?? Number.NaN
    );
  }
});

describe("saved state", () => {
  test("adds up, and is nothing at first", () => {
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
});

describe("stopping", () => {
  test("ends what runs, and nothing that starts after the next configuration", () => {
    const session = sessionOf(providerOf(thing));
    const running = session.signal(new AbortController().signal);
    session.stop();
    expect(running.aborted).toBe(true);
    expect(session.signal(new AbortController().signal).aborted).toBe(true);
    session.configured(undefined);
    expect(session.signal(new AbortController().signal).aborted).toBe(false);
    expect(running.aborted).toBe(true);
  });

  test("a call that Terraform gives up ends alone", () => {
    const session = sessionOf(providerOf(thing));
    const one = new AbortController();
    const [first, second] = [session.signal(one.signal), session.signal(new AbortController().signal)];
    one.abort();
    expect([first.aborted, second.aborted]).toEqual([true, false]);
  });
});

describe("types", () => {
  test("are found by their whole name", () => {
    expect(sessionOf(providerOf(thing)).resource("test_thing")).toBe(thing);
  });

  test.each(["thing", "test_things", "other_thing", ""])("there is no %p", (name) => {
    const session = sessionOf(providerOf(thing, resource({ ...plain, name: "other" })));
    expect(() => session.resource(name)).toThrow(
      `No resource "${name}": This provider has test_thing, test_other.`,
    );
    expect(() => session.dataSource(name)).toThrow(`No data source "${name}": This provider has none.`);
  });

  test("a function that there is not is undefined", () => {
    expect(sessionOf(providerOf(thing)).function("shout")).toBeUndefined();
  });
});
