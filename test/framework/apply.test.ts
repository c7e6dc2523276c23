import { defineResourceSchema, GONE, REPLACE, STATE_ONLY, TerminalError, t } from "../../src/framework";
import { type ApplyInput, apply } from "../../src/framework/apply";
import type { AnyCall } from "../../src/framework/call";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";
import { callOf, thingOf } from "../support/call";
import { codecOf } from "../support/rpc";
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

/** The behaviour of the service in one test. */
interface Script {
  readonly create?: Step;
  readonly rename?: Step;
  readonly resize?: Step;
  readonly spread?: Step;
  readonly read?: () => object;
  readonly due?: boolean;
}

type Step = (saveState: AnyCall["saveState"]) => object;

async function run(script: Script, input: ApplyInput) {
  const calls: string[] = [];
  const scripted = (name: "rename" | "resize" | "spread", makesUnknown: ("status" | "nodes")[] = []) => ({
    request: name,
    makesUnknown,
    due: () => name === "resize" && script.due === true,
    apply: async ({ saveState }: Pick<AnyCall, "saveState">, { changed }: { changed: readonly string[] }) => {
      calls.push(`${name} ${changed.join("+")}`.trim());
      return script[name]?.(saveState) ?? {};
    },
  });
  const resource = thingOf()({
    schema,
    updates: {
      rename: scripted("rename"),
      resize: scripted("resize", ["status", "nodes"]),
      spread: scripted("spread", ["status"]),
    },
    create: async ({ saveState }) => script.create?.(saveState) ?? {},
    read: async () => {
      calls.push("read");
      return script.read?.() ?? GONE;
    },
  });
  const opened = callOf(resource);
  const state = await apply(opened, input);
  const { items } = opened.diagnostics;
  return { state, calls, items, said: items.map(({ severity, summary }) => `${severity}: ${summary}`) };
}

const none = codecOf(schema).whole();
const prior = record({ ...none, id: "1", name: "a", size: "s", nodes: "3", note: "n", status: "up" });
const planned = record({ ...none, id: UNKNOWN, name: "a", size: UNKNOWN, nodes: UNKNOWN, status: UNKNOWN });

const created = (create: Script["create"]) =>
  run({ create }, { config: record({ ...none, name: "a" }), prior: null, planned });

/** Runs the update of what changes; what is known of it is configured. */
function updated(script: Script, changes: ValueRecord) {
  const configured = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== UNKNOWN));
  const config = record({ ...none, name: "a", note: "n", ...configured });
  return run(script, { config, prior, planned: record({ ...prior, ...changes }) });
}

const fail = () => {
  throw new Error("no room");
};

describe("create", () => {
  test("returns the planned values and fills unknown ones; the result wins over saved state", async () => {
    const { state, said } = await created((saveState) => {
      saveState({ id: "1", status: "starting" });
      return { size: "s", name: "a", status: "up" };
    });
    expect(state).toEqual(record({ ...none, id: "1", name: "a", size: "s", status: "up" }));
    expect(said).toEqual([]);
  });

  test("a failure before any saved state is an error, and leaves no state", async () => {
    const said = ["error: Unexpected failure while creating a thing"];
    expect(await created(fail)).toMatchObject({ state: null, said });
  });

  test("a failure after it is a warning and records it, because an error would taint", async () => {
    const { state, said, items } = await created((saveState) => {
      saveState({ id: "1" });
      return fail();
    });
    expect(state).toEqual(record({ ...none, id: "1", name: "a" }));
    expect(said).toEqual(["warning: Unexpected failure while creating a thing"]);
    expect(items[0]?.detail).toContain("The values known so far have been recorded");
  });

  test("a terminal failure is an error that records it: Terraform replaces the instance", async () => {
    const { state, said } = await created((saveState) => {
      saveState({ id: "1" });
      throw new TerminalError("It failed", "For good.");
    });
    expect(state).toMatchObject({ id: "1", status: null });
    expect(said).toEqual(["error: It failed"]);
  });
});

describe("update", () => {
  const resized: ValueRecord = { size: "l", nodes: UNKNOWN, status: UNKNOWN };

  test.each<[string, Script, ValueRecord, string[], ValueRecord]>([
    [
      "runs the updates of what changes, in the order of the resource",
      {},
      { nodes: "5", name: "b", secret: "x" },
      ["rename name+secret", "spread nodes"],
      { nodes: "5", name: "b", secret: "x" },
    ],
    ["of state alone runs none", {}, { note: "other" }, [], { note: "other" }],
    ["runs an update that is due although nothing changes", { due: true }, {}, ["resize"], {}],
    [
      "fills what was unknown with what updates answer, without a read",
      { spread: () => ({ status: "spread" }) },
      { nodes: "5", status: UNKNOWN },
      ["spread nodes"],
      { nodes: "5", status: "spread" },
    ],
    [
      "reads once what no update answers; an attribute that an update makes unknown starts no other",
      { read: () => ({ status: "seen", nodes: "7", name: "other" }) },
      resized,
      ["resize size", "read"],
      { size: "l", nodes: "7", status: "seen" },
    ],
    [
      "of an instance that ended meanwhile leaves null where nothing is known",
      {},
      { name: "b", status: UNKNOWN },
      ["rename name", "read"],
      { name: "b", status: null },
    ],
  ])("%s", async (_, script, changes, calls, after) => {
    const done = await updated(script, changes);
    expect(done).toMatchObject({ calls, items: [] });
    expect(done.state).toEqual(record({ ...prior, ...after }));
  });

  test.each<[string, Script, ValueRecord, string[], ValueRecord]>([
    [
      "in the second update records the first, and what only state has",
      { rename: () => ({ status: "renamed", name: "answered" }), resize: fail },
      { ...resized, name: "b", note: "other" },
      ["rename name", "resize size"],
      { name: "b", note: "other", status: "renamed" },
    ],
    [
      "after an update answered what was unknown records that too",
      { resize: () => ({ nodes: "7" }), read: fail },
      resized,
      ["resize size", "read"],
      { size: "l", nodes: "7" },
    ],
    [
      "after it has saved state records that too",
      {
        resize: (saveState) => {
          saveState({ status: "resizing" });
          return fail();
        },
      },
      resized,
      ["resize size"],
      { status: "resizing" },
    ],
  ])("that fails %s", async (_, script, changes, calls, after) => {
    const failed = await updated(script, changes);
    expect(failed).toMatchObject({ calls, said: ["error: Unexpected failure while updating a thing"] });
    expect(failed.state).toEqual(record({ ...prior, ...after }));
  });

  test("another value than configured is a warning, which never shows a secret; the planned value is returned", async () => {
    const { state, items } = await updated(
      { rename: () => ({ name: "c", secret: "hidden-2" }) },
      { name: "b", secret: "hidden-1" },
    );
    expect(state).toMatchObject({ name: "b", secret: "hidden-1" });
    const summary = "The service returned another value for name";
    expect(items).toMatchObject([{ severity: "warning", summary, path: ["name"] }, { path: ["secret"] }]);
    expect(items[0]?.detail).toContain('Configured: "b". The service returned: "c".');
    expect(JSON.stringify(items)).not.toContain("hidden");
  });
});

describe("values that are still unknown at apply", () => {
  const refused = (config: ValueRecord, changes: ValueRecord) =>
    run(
      {},
      { config: record({ ...none, ...config }), prior, planned: record({ ...prior, ...config, ...changes }) },
    );

  test.each<[string, ValueRecord, ValueRecord]>([
    ["a configured value", { name: UNKNOWN }, {}],
    ["a planned value", { name: "x" }, { name: UNKNOWN }],
    ["a part of a block", { parts: [record({ name: UNKNOWN, serial: null })] }, {}],
  ])("is rejected with its argument, and nothing is called: %s", async (_, config, changes) => {
    const { items, state, calls } = await refused(config, changes);
    const path = [Object.keys(config)[0]];
    expect(items).toMatchObject([
      { severity: "error", path, detail: expect.stringContaining("Nothing was sent.") },
    ]);
    expect([state, calls]).toEqual([prior, []]);
  });

  test("is allowed if the service fills it", async () => {
    const parts = [record({ name: "a", serial: null })];
    expect((await refused({ parts }, { parts: [record({ name: "a", serial: UNKNOWN })] })).items).toEqual([]);
  });
});
