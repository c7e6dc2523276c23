import { defineResourceSchema, GONE, REPLACE, STATE_ONLY, TerminalFailure, t } from "../../src/framework";
import { create, refuseUnknown, update } from "../../src/framework/apply";
import { Diagnostics } from "../../src/framework/diagnostics";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";
import { callOf, thingOf } from "../support/call";
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
  create?: (saveState: (values: object) => void) => object;
  rename?: () => object;
  resize?: (saveState: (values: object) => void) => object;
  spread?: () => object;
  read?: () => object;
  due?: boolean;
}

function scripted(script: Script) {
  const calls: string[] = [];
  const scriptedUpdate = (
    name: "rename" | "resize" | "spread",
    makesUnknown: ("status" | "nodes")[] = [],
  ) => ({
    carriedBy: name,
    makesUnknown,
    due: () => name === "resize" && script.due === true,
    apply: async (
      { saveState }: { saveState(values: object): void },
      { changed }: { changed: readonly string[] },
    ) => {
      calls.push(`${name} ${changed.join("+")}`.trim());
      return script[name]?.(saveState) ?? {};
    },
  });
  const resource = thingOf()({
    schema,
    updates: {
      rename: scriptedUpdate("rename"),
      resize: scriptedUpdate("resize", ["status", "nodes"]),
      spread: scriptedUpdate("spread", ["status"]),
    },
    create: async ({ saveState }) => script.create?.(saveState) ?? {},
    read: async () => {
      calls.push("read");
      return script.read?.() ?? GONE;
    },
  });
  return { resource, calls };
}

const none = record({
  ...Object.fromEntries(Object.keys(schema).map((name) => [name, null])),
  parts: [],
});
const prior = record({ ...none, id: "1", name: "a", size: "s", nodes: "3", note: "n", status: "up" });
const planned = record({ ...none, id: UNKNOWN, name: "a", size: UNKNOWN, nodes: UNKNOWN, status: UNKNOWN });

const said = ({ items }: Diagnostics) => ({
  items,
  diagnostics: items.map(({ severity, summary }) => `${severity}: ${summary}`),
});

async function created(script: Script["create"]) {
  const { resource } = scripted({ create: script });
  const opened = callOf(resource, "create");
  const input = { config: record({ ...none, name: "a" }), prior: null, planned };
  const state = await create(resource, input, opened, opened.diagnostics);
  return { state, ...said(opened.diagnostics) };
}

async function updated(script: Script, changes: ValueRecord, configured: ValueRecord = changes) {
  const { resource, calls } = scripted(script);
  const opened = callOf(resource, "update");
  const config = record({ ...none, name: "a", note: "n", ...configured });
  const input = { config, prior, planned: record({ ...prior, ...changes }) };
  const state = await update(resource, input, opened, opened.diagnostics);
  return { state, calls, ...said(opened.diagnostics) };
}

const fail = () => {
  throw new Error("no room");
};

describe("create", () => {
  test("answers what was planned, and fills what was unknown", async () => {
    const { state, diagnostics } = await created(() => ({ id: "1", size: "s", name: "a", status: "up" }));
    expect(state).toEqual(record({ ...none, id: "1", name: "a", size: "s", status: "up" }));
    expect(diagnostics).toEqual([]);
  });

  test("fills from saved state too; the answer wins", async () => {
    const { state } = await created((saveState) => {
      saveState({ id: "1", status: "starting" });
      return { status: "up" };
    });
    expect(state).toMatchObject({ id: "1", status: "up" });
  });

  test("another answer than configured is a warning; the plan is answered", async () => {
    const { state, items } = await created(() => ({ id: "1", name: "b" }));
    expect(state).toMatchObject({ name: "a" });
    expect(items).toMatchObject([
      {
        severity: "warning",
        summary: "The service answered another value for name",
        path: ["name"],
        detail: expect.stringContaining('Configured: "a". The service says: "b".'),
      },
    ]);
  });

  test("a failure before any saved state is an error, and leaves nothing", async () => {
    const { state, diagnostics } = await created(fail);
    expect(state).toBeNull();
    expect(diagnostics).toEqual(["error: Unexpected failure while creating a thing"]);
  });

  test("a failure after it is a warning, and records it: an error would taint", async () => {
    const { state, diagnostics, items } = await created((saveState) => {
      saveState({ id: "1" });
      return fail();
    });
    expect(state).toEqual(record({ ...none, id: "1", name: "a" }));
    expect(diagnostics).toEqual(["warning: Unexpected failure while creating a thing"]);
    expect(items[0]?.detail).toContain("What is known so far has been recorded");
  });

  test("a terminal failure is an error that records it: Terraform replaces what is left", async () => {
    const { state, diagnostics } = await created((saveState) => {
      saveState({ id: "1" });
      throw new TerminalFailure("It failed", "For good.");
    });
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

  test("of state alone runs none", async () => {
    const { calls, state } = await updated({}, { note: "other" });
    expect(calls).toEqual([]);
    expect(state).toEqual(record({ ...prior, note: "other" }));
  });

  test("runs an update that is due although nothing changes", async () => {
    expect((await updated({ due: true }, {})).calls).toEqual(["resize"]);
  });

  test("fills what was unknown with what updates answer, without a read", async () => {
    const { calls, state } = await updated(
      { spread: () => ({ status: "spread" }) },
      { nodes: "5", status: UNKNOWN },
    );
    expect(calls).toEqual(["spread nodes"]);
    expect(state).toMatchObject({ nodes: "5", status: "spread" });
  });

  const resized: ValueRecord = { size: "l", nodes: UNKNOWN, status: UNKNOWN };

  test("reads once what no update answers; an attribute that an update makes unknown starts no other", async () => {
    const script = { read: () => ({ status: "seen", nodes: "7", name: "other" }) };
    const { calls, state, diagnostics } = await updated(script, resized, { size: "l" });
    expect(calls).toEqual(["resize size", "read"]);
    expect(state).toEqual(record({ ...prior, size: "l", nodes: "7", status: "seen" }));
    expect(diagnostics).toEqual([]);
  });

  test("of an instance that ended meanwhile leaves null where nothing is known", async () => {
    const { state } = await updated({}, { name: "b", status: UNKNOWN });
    expect(state).toMatchObject({ name: "b", status: null });
  });

  test("that fails in the second update records the first, and what only state has", async () => {
    const { calls, state, diagnostics } = await updated(
      { rename: () => ({ status: "renamed", name: "answered" }), resize: fail },
      { ...resized, name: "b", note: "other" },
      { name: "b", size: "l", note: "other" },
    );
    expect(calls).toEqual(["rename name", "resize size"]);
    expect(state).toEqual(record({ ...prior, name: "b", note: "other", status: "renamed" }));
    expect(diagnostics).toEqual(["error: Unexpected failure while updating a thing"]);
  });

  test("that fails after an update answered what was unknown records that too", async () => {
    const { state } = await updated({ resize: () => ({ nodes: "7" }), read: fail }, resized, { size: "l" });
    expect(state).toEqual(record({ ...prior, size: "l", nodes: "7" }));
  });

  test("that fails after it has saved state records that too", async () => {
    const resize = (saveState: (values: object) => void) => {
      saveState({ status: "resizing" });
      return fail();
    };
    const { state } = await updated({ resize }, resized, { size: "l" });
    expect(state).toEqual(record({ ...prior, status: "resizing" }));
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
    const all = record({ ...planned, ...config, ...changes });
    refuseUnknown(schema, { config: record({ ...none, ...config }), prior: null, planned: all }, diagnostics);
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

  test("is allowed where the service fills it", () => {
    const parts = [record({ name: "a", serial: null })];
    expect(refused({ parts }, { parts: [record({ name: "a", serial: UNKNOWN })] })).toEqual([]);
  });
});
