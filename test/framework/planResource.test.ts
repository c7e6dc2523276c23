import {
  block,
  defineResourceSchema,
  defineSchema,
  isUnknown,
  REPLACE,
  STATE_ONLY,
  t,
  UNKNOWN,
} from "../../src/framework";
import { Draft, planDestroy, planResource, updatesToRun } from "../../src/framework/planResource";
import type { AnyResource } from "../../src/framework/provider";
import type { Value, ValueRecord } from "../../src/wire/cty/value";
import { callOf, thingOf } from "../support/call";
import { codecOf } from "../support/rpc";
import { record } from "../support/values";

interface Private {
  readonly protected: boolean;
}

const description = "Something.";
const optional = { type: t.string, description, mode: "optional" } as const;
const open = { type: t.string, description, mode: "optional_computed" } as const;
const computed = { type: t.string, description, mode: "computed" } as const;
const define = thingOf<string, Private>();
const patch = { request: "PATCH", apply: async () => {} };

const seen: unknown[] = [];
const thing = define({
  schema: defineResourceSchema({
    id: computed,
    name: { ...optional, updatedBy: "rename" },
    size: { ...open, updatedBy: "resize" },
    nodes: { type: t.map(t.number), mode: "optional_computed", updatedBy: "resize", description },
    kind: { ...optional, updatedBy: REPLACE },
    status: computed,
  }),
  updates: {
    rename: patch,
    resize: {
      ...patch,
      makesUnknown: ["status"],
      due: (prior, privateState) => prior.status === "starting" || privateState?.protected === true,
      describeAtPlan: ({ planned, warn }, changed) => {
        seen.push(["describeAtPlan", planned?.status, changed]);
        warn("It is away for a moment", "While it is resized.", ["size"]);
      },
    },
  },
  plan: ({ action, config, prior, planned, set, error, privateState, setPrivateState, service }) => {
    seen.push([action, config?.nodes, prior?.name, planned?.nodes, service]);
    if (action === "delete" && privateState?.protected) error("Protected", "It stays.");
    if (planned && config?.size === null && planned.name === "large") set("size", "l");
    if (config?.name === "protect") setPrivateState({ protected: true });
    if (planned && isUnknown(planned.nodes) && action === "update") set("status", "as it was");
  },
});

const running = { id: "1", name: "a", size: "s", nodes: record({ x: 1 }), status: "up" };
const prior = codecOf(thing.schema).whole(running);

/** Plans the configured values of a resource; what Terraform proposes is the configuration. */
async function planned(resource: AnyResource, edited: ValueRecord, prior: ValueRecord | null, own?: Private) {
  seen.length = 0;
  const config = codecOf(resource.schema).whole(edited);
  const opened = callOf(resource, { service: "service", privateState: own });
  const result = await planResource(opened, { config, prior, proposed: config });
  return { ...result, diagnostics: opened.diagnostics.items, privateState: opened.call.privateState };
}

const plan = (edited: ValueRecord, before: ValueRecord | null, own?: Private) =>
  planned(thing, edited, before, own);

describe("a create", () => {
  test("has the configured values, and runs no update", async () => {
    const result = await plan({ name: "a", kind: "k" }, null);
    const unknown = { id: UNKNOWN, size: UNKNOWN, nodes: UNKNOWN, status: UNKNOWN };
    expect(result).toMatchObject({ replace: [], diagnostics: [], privateState: undefined });
    expect(result.planned).toEqual({ ...unknown, name: "a", kind: "k" });
  });

  test("can be adjusted by the resource, which can store private state for apply", async () => {
    expect((await plan({ name: "large" }, null)).planned.size).toBe("l");
    expect((await plan({ name: "protect" }, null)).privateState).toEqual({ protected: true });
  });

  test("shows a resource no partly unknown value", async () => {
    await plan({ nodes: record({ x: UNKNOWN }) }, null);
    expect(seen).toEqual([["create", UNKNOWN, undefined, UNKNOWN, "service"]]);
  });
});

describe("an update", () => {
  test("without a change is the prior state", async () => {
    expect((await plan({ name: "a" }, prior)).planned).toBe(prior);
  });

  test("marks what its updates make unknown before they describe themselves", async () => {
    const { planned, diagnostics } = await plan({ name: "a", size: "l" }, prior);
    expect(planned).toEqual({ ...prior, size: "l", status: UNKNOWN });
    expect(seen.at(-1)).toEqual(["describeAtPlan", UNKNOWN, ["size"]]);
    const words = { summary: "It is away for a moment", detail: "While it is resized." };
    expect(diagnostics).toEqual([{ severity: "warning", ...words, path: ["size"] }]);
  });

  test("is planned for adjustments of the resource, and for due work", async () => {
    const adjusted = (await plan({ name: "large" }, prior)).planned;
    expect(adjusted).toMatchObject({ name: "large", size: "l", status: UNKNOWN });
    const starting = record({ ...prior, status: "starting" });
    expect((await plan({ name: "a" }, starting)).planned).toEqual({ ...starting, status: UNKNOWN });
    expect((await plan({ name: "a" }, prior, { protected: true })).planned.status).toBe(UNKNOWN);
  });

  test.each<Value>(["k", UNKNOWN])(
    "that is a replacement names its attribute (%p), and runs none",
    async (kind) => {
      const { planned, replace, diagnostics } = await plan({ name: "b", size: "l", kind }, prior);
      expect([replace, planned.status, diagnostics]).toEqual([["kind"], "up", []]);
    },
  );
});

describe("an update that can require replacement", () => {
  const judged: unknown[] = [];
  const replaceable = define({
    schema: defineResourceSchema({
      name: { ...optional, updatedBy: "rename" },
      kind: { ...optional, updatedBy: "rename" },
    }),
    updates: {
      rename: {
        ...patch,
        requiresReplace: (changed, before, planned, privateState) => {
          judged.push([before.name, planned.name, privateState]);
          return privateState?.protected ? [] : changed.filter((name) => name === "kind");
        },
        describeAtPlan: ({ warn }, changed) => warn("Renamed", changed.join()),
      },
    },
  });

  test.each([
    ["names the attributes that require it", { name: "b", kind: "l" }, undefined, ["kind"], []],
    ["carries the others in place", { name: "b", kind: "k" }, undefined, [], ["name"]],
    ["sees private state", { name: "b", kind: "l" }, { protected: true }, [], ["name,kind"]],
  ])("%s", async (_, edited, own, replaced, announced) => {
    judged.length = 0;
    const before = record({ name: "a", kind: "k" });
    const { replace, diagnostics } = await planned(replaceable, edited, before, own);
    expect([replace, diagnostics.map(({ detail }) => detail)]).toEqual([replaced, announced]);
    expect(judged).toEqual([["a", "b", own]]);
  });
});

describe("an update whose unknown attributes, and whether it is due, depend on the plan", () => {
  const calls: unknown[] = [];
  const moving = define({
    schema: defineResourceSchema({
      size: { ...open, updatedBy: "resize" },
      regions: { ...open, updatedBy: "resize" },
      schedule: { ...optional, updatedBy: STATE_ONLY },
      live: computed,
      hosts: computed,
      part: block({}, { updatedBy: STATE_ONLY, description }),
    }),
    updates: {
      resize: {
        ...patch,
        makesUnknown: (before, planned, changed) => {
          calls.push([before.size, planned.schedule, changed]);
          if (planned.schedule === "later") return [];
          return changed.includes("regions") ? ["live", "hosts", "size", "part"] : ["live"];
        },
        due: (before, own, planned) => own?.protected === true && planned.schedule !== before.schedule,
      },
    },
  });
  const before = record({ size: "s", regions: "x", schedule: null, live: "s", hosts: "h", part: null });
  const waiting = { protected: true };

  test.each<[string, ValueRecord, Private | undefined, unknown: string[], runs: boolean]>([
    ["an edit", { size: "l" }, undefined, ["live"], true],
    ["another one, which opens its own", { regions: "y" }, undefined, ["size", "live", "hosts"], true],
    ["but not what is configured", { size: "l", regions: "y" }, undefined, ["live", "hosts"], true],
    ["an edit that is not waited for", { size: "l", schedule: "later" }, undefined, [], true],
    ["an edit of the schedule alone", { schedule: "soon" }, undefined, [], false],
    ["the same while work is due", { schedule: "soon" }, waiting, ["live"], true],
    ["no edit", {}, waiting, [], false],
  ])("%s", async (_, edited, own, unknown, runs) => {
    const result = (await planned(moving, edited, before, own)).planned;
    expect(Object.keys(result).filter((name) => result[name] === UNKNOWN)).toEqual(unknown);
    const run = updatesToRun(moving, before, result, own).map(({ name }) => name);
    expect(run).toEqual(runs ? ["resize"] : []);
  });

  test("sees the prior values, the planned ones, and its changed attributes", async () => {
    calls.length = 0;
    await planned(moving, { ...before, live: null, hosts: null, size: "l", schedule: UNKNOWN }, before);
    expect(calls).toEqual([["s", UNKNOWN, ["size"]]]);
  });
});

describe("a replacement", () => {
  const halves = define({
    schema: defineResourceSchema({
      id: computed,
      name: { ...optional, updatedBy: "rename" },
      kind: { ...optional, updatedBy: REPLACE },
    }),
    updates: { rename: patch },
    plan: ({ action, prior, planned, privateState, changed, warn, error, setPrivateState }) => {
      const own = String(privateState?.protected);
      warn(`${action} of ${prior?.name} to ${String(planned?.name)}`, `${changed.join()} ${own}`);
      warn("said by both halves", "once");
      if (action === "update" && planned?.name === "refused") error("refused as update", "");
      if (action === "delete" && prior?.name === "refuses") error("refused as delete", "");
      if (action === "create" && planned?.name === "impossible") error("refused as create", "");
      setPrivateState({ protected: action === "update" });
    },
  });

  async function replaced(name: string, wasNamed = "a") {
    const before = record({ id: "1", name: wasNamed, kind: "k" });
    const { replace, privateState, diagnostics } = await planned(halves, { name, kind: "l" }, before);
    expect(replace).toEqual(["kind"]);
    return { privateState, said: diagnostics.map(({ summary, detail }) => [summary, detail]) };
  }

  test("has the warnings of its delete and its create, each once, and none of the update", async () => {
    const { said, privateState } = await replaced("b");
    expect(said).toEqual([
      ["delete of a to undefined", " true"],
      ["said by both halves", "once"],
      ["create of undefined to b", "id,name,kind true"],
    ]);
    expect(privateState).toEqual({ protected: true });
  });

  const deleted = ["delete of refuses to undefined", "said by both halves", "refused as delete"];

  test.each([
    ["update", "refused", "a", ["refused as update"]],
    ["delete", "b", "refuses", deleted],
    ["create", "impossible", "a", expect.arrayContaining(["refused as create"])],
  ])("is rejected by an error of its %s", async (_, name, wasNamed, expected) => {
    expect((await replaced(name, wasNamed)).said.map(([summary]) => summary)).toEqual(expected);
  });
});

test("private state can reject a destroy", async () => {
  seen.length = 0;
  const opened = callOf(thing, { service: "service", privateState: { protected: true } });
  await planDestroy(opened, prior);
  expect(opened.diagnostics.items).toMatchObject([{ severity: "error", summary: "Protected" }]);
  expect(seen).toEqual([["delete", undefined, "a", undefined, "service"]]);
});

describe("a draft", () => {
  const attribute = { mode: "optional_computed", description: "" } as const;
  const schema = defineSchema({
    name: { ...attribute, type: t.string },
    sizes: { ...attribute, type: t.list(t.string) },
  });
  const prior = record({ name: "a", sizes: ["s", "m"] });

  test("values read from a draft do not change; later reads see changes", () => {
    const draft = new Draft(schema, null, prior, prior);
    const [view, changed] = [draft.view, draft.changed];
    draft.set("name", "b");
    expect([view, changed, prior.name]).toEqual([record({ name: "a", sizes: ["s", "m"] }), [], "a"]);
    expect([draft.view, draft.changed]).toEqual([record({ name: "b", sizes: ["s", "m"] }), ["name"]]);
  });

  test("a partly unknown value is seen as unknown, and planned unchanged", () => {
    const draft = new Draft(schema, null, prior, prior);
    draft.set("sizes", ["s", UNKNOWN]);
    expect([draft.view?.sizes, draft.planned?.sizes]).toEqual([UNKNOWN, ["s", UNKNOWN]]);
  });

  test("a delete plans and changes nothing", () => {
    const draft = new Draft(schema, null, prior, null);
    draft.set("name", "b");
    expect([draft.view, draft.planned, draft.changed]).toEqual([null, null, []]);
  });
});
