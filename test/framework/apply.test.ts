import {
  define,
  defineResourceSchema,
  GONE,
  REPLACE,
  STATE_ONLY,
  TerminalFailure,
  t,
} from "../../src/framework";
import { type ApplyInput, create, refuseUnknown, update } from "../../src/framework/apply";
import { Diagnostics } from "../../src/framework/diagnostics";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";
import { callOf } from "../support/call";
import { record } from "../support/values";

const description = "Something.";
const text = { type: t.string, description } as const;

const schema = defineResourceSchema({
  id: { ...text, mode: "computed" },
  name: { ...text, mode: "optional", updatedBy: "rename" },
  size: { ...text, mode: "optional_computed", updatedBy: "resize" },
  nodes: { ...text, mode: "optional_computed", updatedBy: "spread" },
  secret: { ...text, mode: "optional", updatedBy: "rename", sensitive: true },
  kind: { ...text, mode: "optional", updatedBy: REPLACE },
  note: { ...text, mode: "optional", updatedBy: STATE_ONLY },
  status: { ...text, mode: "computed" },
  parts: {
    block: "list",
    updatedBy: STATE_ONLY,
    description,
    fields: { name: { ...text, mode: "required" }, serial: { ...text, mode: "computed" } },
  },
});

/** What the service does in one test. */
interface Script {
  create?: (keep: (values: object) => void) => object;
  rename?: () => object | undefined;
  resize?: () => object | undefined;
  spread?: () => object | undefined;
  read?: () => object;
  due?: boolean;
}

function stage(script: Script) {
  const calls: string[] = [];
  const { resource } = define<undefined>();
  const lane = (
    name: "rename" | "resize" | "spread",
    makesUnknown: ("status" | "nodes" | "size")[] = [],
  ) => ({
    carriedBy: name,
    makesUnknown,
    due: name === "resize" ? () => script.due ?? false : undefined,
    apply: async (_: unknown, { changed }: { changed: readonly string[] }) => {
      calls.push(`${name} ${changed.join("+")}`.trim());
      return script[name]?.() ?? {};
    },
  });
  const made = resource({
    name: "thing",
    description,
    schema,
    updates: {
      rename: lane("rename"),
      resize: lane("resize", ["status", "nodes"]),
      spread: lane("spread", ["status"]),
    },
    create: async ({ saveState }) => {
      calls.push("create");
      return script.create?.(saveState) ?? {};
    },
    read: async () => {
      calls.push("read");
      return script.read?.() ?? GONE;
    },
    delete: async () => {},
  });
  return { resource: made, calls };
}

const none = record({
  id: null,
  name: null,
  size: null,
  nodes: null,
  secret: null,
  kind: null,
  note: null,
  status: null,
  parts: [],
});
const prior = record({ ...none, id: "1", name: "a", size: "s", nodes: "3", note: "n", status: "up" });
const planned = record({ ...none, id: UNKNOWN, name: "a", size: UNKNOWN, nodes: UNKNOWN, status: UNKNOWN });

async function created(script: Script, changes: ValueRecord = {}) {
  const { resource, calls } = stage(script);
  const opened = callOf(resource, "create");
  const { diagnostics } = opened;
  const input: ApplyInput = {
    config: record({ ...none, name: "a" }),
    prior: null,
    planned: record({ ...planned, ...changes }),
  };
  const state = await create(resource, input, opened, diagnostics);
  return {
    state,
    calls,
    diagnostics: diagnostics.items.map(({ severity, summary }) => `${severity}: ${summary}`),
    items: diagnostics.items,
  };
}

async function updated(script: Script, changes: ValueRecord, config: ValueRecord = changes) {
  const { resource, calls } = stage(script);
  const opened = callOf(resource, "update");
  const { diagnostics } = opened;
  const all = record({ ...none, name: "a", note: "n", ...config });
  const input = { config: all, prior, planned: record({ ...prior, ...changes }) };
  const state = await update(resource, input, opened, diagnostics);
  return {
    state,
    calls,
    diagnostics: diagnostics.items.map(({ severity, summary }) => `${severity}: ${summary}`),
    items: diagnostics.items,
  };
}

const fail = (message: string) => () => {
  throw new Error(message);
};

describe("create", () => {
  test("answers what was planned, and fills what was unknown", async () => {
    const { state, diagnostics } = await created({
      create: () => ({ id: "1", size: "s", name: "a", status: "up" }),
    });
    expect(state).toEqual(record({ ...none, id: "1", name: "a", size: "s", status: "up" }));
    expect(diagnostics).toEqual([]);
  });

  test("what was kept counts as learned, what was answered last wins", async () => {
    const script = {
      create: (keep: (values: object) => void) => {
        keep({ id: "1", status: "starting" });
        return { status: "up" };
      },
    };
    expect((await created(script)).state).toMatchObject({ id: "1", status: "up" });
  });

  test("another answer than configured is a warning; the plan is answered", async () => {
    const { state, diagnostics, items } = await created({ create: () => ({ id: "1", name: "b" }) });
    expect(state).toMatchObject({ name: "a" });
    expect(diagnostics).toEqual(["warning: The service answered another value for name"]);
    expect(items[0]).toMatchObject({
      path: ["name"],
      detail: expect.stringContaining('Configured: "a". The service says: "b".'),
    });
  });

  test("a failure before anything was kept is an error, and leaves nothing", async () => {
    const { state, diagnostics } = await created({ create: fail("no room") });
    expect(state).toBeNull();
    expect(diagnostics).toEqual(["error: Unexpected failure while creating a thing"]);
  });

  test("a failure after is a warning, and records what was kept: an error would taint", async () => {
    const create = (keep: (values: object) => void) => {
      keep({ id: "1" });
      throw new Error("lost the line");
    };
    const { state, diagnostics, items } = await created({ create });
    expect(state).toEqual(record({ ...none, id: "1", name: "a" }));
    expect(diagnostics).toEqual(["warning: Unexpected failure while creating a thing"]);
    expect(items[0]?.detail).toContain("What is known so far has been recorded");
  });

  test("a terminal failure is an error that records: what is left is to be made anew", async () => {
    const create = (keep: (values: object) => void) => {
      keep({ id: "1" });
      throw new TerminalFailure("It failed", "For good.");
    };
    const { state, diagnostics } = await created({ create });
    expect(state).toMatchObject({ id: "1", status: null });
    expect(diagnostics).toEqual(["error: It failed"]);
  });
});

describe("update", () => {
  test("runs the updates of what changes, in the order of the resource", async () => {
    const { calls, state } = await updated({}, { nodes: "5", name: "b", secret: "x" });
    expect(calls).toEqual(["rename name+secret", "spread nodes"]);
    expect(state).toEqual(record({ ...prior, name: "b", nodes: "5", secret: "x" }));
  });

  test("of what only state keeps calls nothing", async () => {
    const { calls, state } = await updated({}, { note: "other" });
    expect(calls).toEqual([]);
    expect(state).toEqual(record({ ...prior, note: "other" }));
  });

  test("that is due runs although nothing changes", async () => {
    expect((await updated({ due: true }, {})).calls).toEqual(["resize"]);
  });

  test("what updates answer fills what was unknown, without another look", async () => {
    const { calls, state } = await updated(
      { spread: () => ({ status: "spread" }) },
      { nodes: "5", status: UNKNOWN },
    );
    expect(calls).toEqual(["spread nodes"]);
    expect(state).toMatchObject({ nodes: "5", status: "spread" });
  });

  test("what no update answers is looked up, once", async () => {
    const script = { read: () => ({ status: "seen", nodes: "7", name: "other" }) };
    const { calls, state, diagnostics } = await updated(
      script,
      { size: "l", nodes: UNKNOWN, status: UNKNOWN },
      { size: "l" },
    );
    expect(calls).toEqual(["resize size", "read"]);
    expect(state).toEqual(record({ ...prior, size: "l", nodes: "7", status: "seen" }));
    expect(diagnostics).toEqual([]);
  });

  test("what an update makes unknown does not start the update that would carry it", async () => {
    const { calls } = await updated(
      { resize: () => ({ nodes: "7", status: "up" }) },
      { size: "l", nodes: UNKNOWN, status: UNKNOWN },
      { size: "l" },
    );
    expect(calls).toEqual(["resize size"]);
  });

  test("an instance that ended meanwhile leaves null where nothing is known", async () => {
    const { state } = await updated({}, { name: "b", status: UNKNOWN });
    expect(state).toMatchObject({ name: "b", status: null });
  });

  test("that fails in the second update records the first, and what only state keeps", async () => {
    const { calls, state, diagnostics } = await updated(
      { rename: () => ({ status: "renamed" }), resize: fail("no room") },
      { name: "b", size: "l", nodes: UNKNOWN, note: "other", status: UNKNOWN },
      { name: "b", size: "l", note: "other" },
    );
    expect(calls).toEqual(["rename name", "resize size"]);
    expect(state).toEqual(record({ ...prior, name: "b", note: "other", status: "renamed" }));
    expect(diagnostics).toEqual(["error: Unexpected failure while updating a thing"]);
  });

  test("that fails after an update has learned what the plan left open records that too", async () => {
    const { state } = await updated(
      { resize: () => ({ nodes: "7" }), read: fail("lost the line") },
      { size: "l", nodes: UNKNOWN, status: UNKNOWN },
      { size: "l" },
    );
    expect(state).toEqual(record({ ...prior, size: "l", nodes: "7" }));
  });

  test("another answer than configured is a warning, which never shows a secret", async () => {
    const { state, items } = await updated(
      { rename: () => ({ name: "c", secret: "hidden-2" }) },
      { name: "b", secret: "hidden-1" },
    );
    expect(state).toMatchObject({ name: "b", secret: "hidden-1" });
    expect(items.map(({ path }) => path)).toEqual([["name"], ["secret"]]);
    expect(JSON.stringify(items)).not.toContain("hidden");
  });
});

describe("what is still unknown at apply", () => {
  function refused(config: ValueRecord, changes: ValueRecord) {
    const diagnostics = new Diagnostics();
    refuseUnknown(
      schema,
      {
        config: record({ ...none, ...config }),
        prior: null,
        planned: record({ ...planned, ...config, ...changes }),
      },
      diagnostics,
    );
    return diagnostics.items;
  }

  test.each<[string, ValueRecord, ValueRecord]>([
    ["a configured value", { note: UNKNOWN }, {}],
    ["a planned value", { note: "x" }, { note: UNKNOWN }],
    ["a part of a block", { parts: [record({ name: UNKNOWN, serial: null })] }, {}],
  ])("is refused, with its argument: %s", (_, config, changes) => {
    const [only, ...more] = refused(config, changes);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ severity: "error", path: [Object.keys(config)[0]] });
    expect(only?.detail).toContain("Nothing was sent.");
  });

  test("is no matter where the service fills it", () => {
    const parts = [record({ name: "a", serial: null })];
    expect(refused({ parts }, { parts: [record({ name: "a", serial: UNKNOWN })] })).toEqual([]);
  });
});
