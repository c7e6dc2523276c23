import {
  define,
  defineResourceSchema,
  GONE,
  type Gone,
  isUnknown,
  REPLACE,
  STATE_ONLY,
  t,
  UNKNOWN,
} from "../../src/framework";
import { Diagnostics } from "../../src/framework/diagnostics";
import { type PlanContext, planDestroy, planResource, updatesToRun } from "../../src/framework/planResource";
import type { Value, ValueRecord } from "../../src/wire/cty/value";
import { collectLog } from "../support/log";
import { record } from "../support/values";

const description = "Something.";
const text = { type: t.string, description } as const;
const schema = defineResourceSchema({
  id: { ...text, mode: "computed" },
  name: { ...text, mode: "optional", updatedBy: "rename" },
  size: { ...text, mode: "optional_computed", updatedBy: "resize" },
  nodes: { type: t.map(t.number), mode: "optional_computed", updatedBy: "resize", description },
  kind: { ...text, mode: "optional", updatedBy: REPLACE },
  status: { ...text, mode: "computed" },
});

const seen: unknown[] = [];
const { resource } = define<string, { protected: boolean }>();
const thing = resource({
  name: "thing",
  description,
  schema,
  updates: {
    rename: { carriedBy: "PATCH", apply: async () => {} },
    resize: {
      carriedBy: "POST",
      makesUnknown: ["status"],
      due: (prior, kept) => prior.status === "starting" || kept?.protected === true,
      announce: ({ planned, warn }, changed) => {
        seen.push(["announce", planned?.status, changed]);
        warn("It is away for a moment", "While it is resized.", ["size"]);
      },
      apply: async () => {},
    },
  },
  plan: ({ action, config, prior, planned, set, error, privateState, setPrivateState, service }) => {
    seen.push([action, config?.nodes, prior?.name, planned?.nodes, service]);
    if (action === "delete" && privateState?.protected) error("Protected", "It stays.");
    if (planned && config?.size === null && planned.name === "large") set("size", "l");
    if (config?.name === "keep") setPrivateState({ protected: true });
    if (planned && isUnknown(planned.nodes) && action === "update") set("status", "kept as it was");
  },
  create: async () => ({}),
  read: async (): Promise<Gone> => GONE,
  delete: async () => {},
});

const none = record({ id: null, name: null, size: null, nodes: null, kind: null, status: null });
const prior = record({ ...none, id: "1", name: "a", size: "s", nodes: record({ x: 1 }), status: "up" });

function context(kept?: { protected: boolean }) {
  const diagnostics = new Diagnostics();
  const written: unknown[] = [];
  const all: PlanContext = {
    service: "service",
    privateState: kept,
    setPrivateState: (value) => written.push(value),
    diagnostics,
    signal: new AbortController().signal,
    log: collectLog().log,
  };
  return { all, diagnostics, written };
}

async function plan(config: ValueRecord, before: ValueRecord | null, kept?: { protected: boolean }) {
  seen.length = 0;
  const { all, diagnostics, written } = context(kept);
  const whole = record({ ...none, ...config });
  const result = await planResource(thing, { config: whole, prior: before, proposed: whole }, all);
  return { ...result, diagnostics: diagnostics.items, written };
}

describe("a create", () => {
  test("knows what is configured, and no update", async () => {
    const { planned, replace, diagnostics } = await plan({ name: "a", kind: "k" }, null);
    expect(planned).toEqual({
      ...none,
      id: UNKNOWN,
      name: "a",
      size: UNKNOWN,
      nodes: UNKNOWN,
      kind: "k",
      status: UNKNOWN,
    });
    expect(replace).toEqual([]);
    expect(diagnostics).toEqual([]);
  });

  test("may be adjusted, and may keep something for apply", async () => {
    const { planned, written } = await plan({ name: "large" }, null);
    expect(planned.size).toBe("l");
    expect(written).toEqual([]);
    expect((await plan({ name: "keep" }, null)).written).toEqual([{ protected: true }]);
  });

  test("shows a resource no half of a value", async () => {
    await plan({ nodes: record({ x: UNKNOWN }) }, null);
    expect(seen).toEqual([["create", UNKNOWN, undefined, UNKNOWN, "service"]]);
  });
});

describe("an update", () => {
  test("without a change is the prior state itself", async () => {
    expect((await plan({ name: "a" }, prior)).planned).toBe(prior);
  });

  test("marks what its updates make unknown before they announce themselves", async () => {
    const { planned, diagnostics } = await plan({ name: "a", size: "l" }, prior);
    expect(planned).toEqual({ ...prior, size: "l", status: UNKNOWN });
    expect(seen.at(-1)).toEqual(["announce", UNKNOWN, ["size"]]);
    expect(diagnostics).toEqual([
      {
        severity: "warning",
        summary: "It is away for a moment",
        detail: "While it is resized.",
        path: ["size"],
      },
    ]);
  });

  test("sees the adjustments of the resource: an update starts for them too", async () => {
    const { planned } = await plan({ name: "large" }, prior);
    expect(planned).toMatchObject({ name: "large", size: "l", status: UNKNOWN });
  });

  test("is planned for work that is due, so that an apply takes it up", async () => {
    const starting = record({ ...prior, status: "starting" });
    const { planned } = await plan({ name: "a" }, starting);
    expect(planned).toEqual({ ...starting, status: UNKNOWN });
    expect((await plan({ name: "a" }, prior, { protected: true })).planned.status).toBe(UNKNOWN);
  });

  test("that is a replacement names why, and starts no update: it is planned again as a create", async () => {
    const { planned, replace, diagnostics } = await plan({ name: "b", size: "l", kind: "k" }, prior);
    expect(replace).toEqual(["kind"]);
    expect(planned.status).toBe("up");
    expect(diagnostics).toEqual([]);
  });
});

describe("an update that may ask for another instance", () => {
  const judged: unknown[] = [];
  const picky = resource({
    name: "picky",
    description,
    schema: defineResourceSchema({
      name: { ...text, mode: "optional", updatedBy: "remake" },
      kind: { ...text, mode: "optional", updatedBy: "remake" },
    }),
    updates: {
      remake: {
        carriedBy: "none",
        requiresReplace: (changed, before, planned, kept) => {
          judged.push([before.name, planned.name, kept]);
          return kept?.protected ? [] : changed.filter((name) => name === "kind");
        },
        announce: ({ warn }, changed) => warn("Taken over", changed.join()),
        apply: async () => {},
      },
    },
    create: async () => ({}),
    read: async (): Promise<Gone> => GONE,
    delete: async () => {},
  });
  const before = record({ name: "a", kind: "k" });

  test.each([
    ["names the fields for which it does", { name: "b", kind: "l" }, undefined, ["kind"], []],
    ["carries the others in place", { name: "b", kind: "k" }, undefined, [], ["name"]],
    ["knows what was kept", { name: "b", kind: "l" }, { protected: true }, [], ["name,kind"]],
  ])("%s", async (_, edited, kept, replaced, announced) => {
    judged.length = 0;
    const config = record(edited);
    const { all, diagnostics } = context(kept);
    const { replace } = await planResource(picky, { config, prior: before, proposed: config }, all);
    expect(replace).toEqual(replaced);
    expect(diagnostics.items.map(({ detail }) => detail)).toEqual(announced);
    expect(judged).toEqual([["a", "b", kept]]);
  });
});

describe("an update that says what it makes unknown, and whether it is due, by what is planned", () => {
  const calls: unknown[] = [];
  const moving = resource({
    name: "moving",
    description,
    schema: defineResourceSchema({
      size: { ...text, mode: "optional_computed", updatedBy: "resize" },
      regions: { ...text, mode: "optional_computed", updatedBy: "resize" },
      schedule: { ...text, mode: "optional", updatedBy: STATE_ONLY },
      live: { ...text, mode: "computed" },
      hosts: { ...text, mode: "computed" },
    }),
    updates: {
      resize: {
        carriedBy: "POST",
        makesUnknown: (before, planned, changed) => {
          calls.push([before.size, planned.schedule, changed]);
          if (planned.schedule === "later") return [];
          return changed.includes("regions") ? ["live", "hosts", "size"] : ["live"];
        },
        due: (before, kept, planned) => kept?.protected === true && planned.schedule !== before.schedule,
        apply: async () => {},
      },
    },
    create: async () => ({}),
    read: async (): Promise<Gone> => GONE,
    delete: async () => {},
  });
  const before = record({ size: "s", regions: "x", schedule: null, live: "s", hosts: "h" });

  test.each<
    [
      what: string,
      edited: ValueRecord,
      kept: { protected: boolean } | undefined,
      unknown: string[],
      runs: boolean,
    ]
  >([
    ["an edit of one kind", { size: "l" }, undefined, ["live"], true],
    [
      "an edit of another, which makes one of its own fields unknown",
      { regions: "y" },
      undefined,
      ["size", "live", "hosts"],
      true,
    ],
    [
      "but nothing that the configuration says",
      { size: "l", regions: "y" },
      undefined,
      ["live", "hosts"],
      true,
    ],
    ["an edit that is not waited for", { size: "l", schedule: "later" }, undefined, [], true],
    ["an edit of the schedule alone", { schedule: "soon" }, undefined, [], false],
    [
      "an edit of the schedule alone, with something that waits",
      { schedule: "soon" },
      { protected: true },
      ["live"],
      true,
    ],
    ["something that waits, and no edit", {}, { protected: true }, [], false],
  ])("%s", async (_, edited, kept, unknown, runs) => {
    const { all } = context(kept);
    const config = record({ size: null, regions: null, schedule: null, live: null, hosts: null, ...edited });
    const { planned } = await planResource(moving, { config, prior: before, proposed: config }, all);
    expect(Object.keys(planned).filter((name) => planned[name] === UNKNOWN)).toEqual(unknown);
    expect(updatesToRun(moving, before, planned, kept).map(({ name }) => name)).toEqual(
      runs ? ["resize"] : [],
    );
  });

  test("it sees the values before, the planned ones, and its own fields that change", async () => {
    calls.length = 0;
    const { all } = context();
    const config = record({ ...before, live: null, hosts: null, size: "l", schedule: UNKNOWN });
    await planResource(moving, { config, prior: before, proposed: config }, all);
    expect(calls).toEqual([["s", UNKNOWN, ["size"]]]);
  });
});

describe("a replacement", () => {
  const halves = resource({
    name: "halves",
    description,
    schema: defineResourceSchema({
      id: { ...text, mode: "computed" },
      name: { ...text, mode: "optional", updatedBy: "rename" },
      kind: { ...text, mode: "optional", updatedBy: REPLACE },
    }),
    updates: { rename: { carriedBy: "PATCH", apply: async () => {} } },
    plan: ({ action, prior, planned, privateState, changed, warn, error, setPrivateState }) => {
      warn(
        `${action} of ${prior?.name} to ${String(planned?.name)}`,
        `${changed.join()} ${privateState?.protected}`,
      );
      warn("said by both halves", "once");
      if (action === "update" && planned?.name === "refused") error("refused as update", "");
      if (action === "delete" && prior?.name === "refuses") error("refused as delete", "");
      if (action === "create" && planned?.name === "impossible") error("refused as create", "");
      setPrivateState({ protected: action === "update" });
    },
    create: async () => ({}),
    read: async (): Promise<Gone> => GONE,
    delete: async () => {},
  });
  const before = record({ id: "1", name: "a", kind: "k" });

  async function replaced(name: string, wasNamed = "a") {
    const { all, diagnostics, written } = context();
    const config = record({ id: null, name, kind: "l" });
    const input = { config, prior: record({ ...before, name: wasNamed }), proposed: config };
    const { replace } = await planResource(halves, input, all);
    expect(replace).toEqual(["kind"]);
    return { written, said: diagnostics.items.map(({ summary, detail }) => [summary, detail]) };
  }

  test("says what its delete and its create say, each once, and nothing of the update it is not", async () => {
    const { said, written } = await replaced("b");
    expect(said).toEqual([
      ["delete of a to undefined", " undefined"],
      ["said by both halves", "once"],
      ["create of undefined to b", "id,name,kind undefined"],
    ]);
    expect(written).toEqual([{ protected: true }]);
  });

  test.each([
    ["update", "refused", "a", ["refused as update"]],
    [
      "delete",
      "b",
      "refuses",
      ["delete of refuses to undefined", "said by both halves", "refused as delete"],
    ],
    ["create", "impossible", "a", expect.arrayContaining(["refused as create"])],
  ])("is refused by an error of its %s", async (_, name, wasNamed, expected) => {
    expect((await replaced(name, wasNamed)).said.map(([summary]) => summary)).toEqual(expected);
  });
});

describe("a destroy", () => {
  test("may be refused by what was kept", async () => {
    seen.length = 0;
    const { all, diagnostics } = context({ protected: true });
    await planDestroy(thing, prior, all);
    expect(diagnostics.items).toEqual([
      { severity: "error", summary: "Protected", detail: "It stays.", path: undefined },
    ]);
    expect(seen).toEqual([["delete", undefined, "a", undefined, "service"]]);
  });

  test("is otherwise nobody's business", async () => {
    const { all, diagnostics } = context();
    await planDestroy(thing, prior, all);
    expect(diagnostics.items).toEqual([]);
  });
});

describe("the updates of an apply are those of the plan", () => {
  test.each<[string, ValueRecord, ValueRecord]>([
    ["one", { name: "b" }, prior],
    ["one that makes something unknown", { name: "a", size: "l" }, prior],
    ["both", { name: "b", size: "l" }, prior],
    ["one that is due", { name: "a" }, record({ ...prior, status: "starting" })],
    ["none", { name: "a" }, prior],
  ])("%s", async (_, config, before) => {
    const { planned } = await plan(config, before);
    const changed = (name: string): Value => planned[name] ?? null;
    const lanes = updatesToRun(thing, before, planned, undefined).map(({ name }) => name);
    expect(lanes.includes("rename")).toBe(changed("name") !== before.name);
    expect(lanes.includes("resize")).toBe(changed("status") === UNKNOWN);
  });
});
