import { type Reattached, reattached, Workspace } from "../support/terraform";
import { emptyWorld, nullProvider, type World } from "./nullProvider";

const ADDRESS = "example.internal/test/null";
const HEADER = `terraform {
  required_providers {
    null = { source = "${ADDRESS}" }
  }
}
`;

let world: World;
let served: Reattached;
let workspace: Workspace;

beforeEach(async () => {
  world = emptyWorld();
  served = await reattached(nullProvider(world), ADDRESS);
  workspace = await Workspace.create(served.env);
});

afterEach(async () => {
  await workspace.remove();
  await served.close();
});

const write = (text: string) => workspace.write({ "main.tf": HEADER + text });
const thing = (body = "", name = "a") => `resource "null_thing" "${name}" {\n${body}\n}\n`;

async function applied(text: string) {
  await write(text);
  return workspace.apply();
}

async function values(address = "null_thing.a") {
  const { values } = await workspace.state();
  const found = values?.root_module.resources?.find((one) => one.address === address);
  if (!found) throw new Error(`${address} is not in state`);
  return found;
}

async function change(args: readonly string[] = []) {
  const { resource_changes = [] } = await workspace.planJson(args);
  const [only] = resource_changes;
  if (!only || resource_changes.length > 1) throw new Error(`${resource_changes.length} changes planned`);
  return only.change;
}

/** What was sent since the last look, but for reads. */
function sent() {
  return world.calls.splice(0).filter((call) => !call.startsWith("read"));
}

describe("a life", () => {
  test("is created, planned empty, and destroyed", async () => {
    await applied(thing('label = "x"'));
    expect((await values()).values).toMatchObject({
      id: "t-1",
      label: "x",
      size: 1,
      kind: "plain",
      summary: { text: "x/1", revision: 1 },
      many: [],
      one: null,
    });
    await workspace.emptyPlan();
    await workspace.destroy();
    expect(sent()).toEqual(["create t-1", "delete t-1"]);
    expect(world.things.size).toBe(0);
  });

  test("is changed in place, on the ways of what changes", async () => {
    await applied(thing('label = "x"\nsize = 2'));
    sent();
    await write(thing('label = "y"\nsize = 2\ntags = { a = "b" }'));
    const planned = await change();
    expect(planned.actions).toEqual(["update"]);
    expect(planned.after_unknown).toMatchObject({ summary: true });
    expect(planned.after_unknown).not.toHaveProperty("id");
    await workspace.apply();
    expect(sent()).toEqual(["rename t-1 label+tags"]);
    expect((await values()).values).toMatchObject({ label: "y", summary: { text: "y/2", revision: 2 } });
    await workspace.emptyPlan();
  });

  test("runs two ways in their order, and says at plan what will happen", async () => {
    await applied(thing('label = "x"\nsize = 2'));
    sent();
    await write(thing('label = "y"\nsize = 3'));
    expect((await workspace.plan()).output).toContain("A resize interrupts the thing");
    await workspace.apply();
    expect(sent()).toEqual(["rename t-1 label", "resize t-1"]);
    await workspace.emptyPlan();
  });

  test("is replaced when it cannot change", async () => {
    await applied(thing('kind = "x"'));
    sent();
    await write(thing('kind = "y"'));
    const planned = await change();
    expect(planned.actions).toEqual(["delete", "create"]);
    expect(planned.replace_paths).toEqual([["kind"]]);
    await workspace.apply();
    expect(sent()).toEqual(["delete t-1", "create t-2"]);
    await workspace.emptyPlan();
  });

  test("what is only kept in state sends nothing", async () => {
    await applied(thing('labels = ["a", "b"]'));
    sent();
    await applied(thing('labels = ["c"]\nnote = "n"'));
    expect(sent()).toEqual([]);
    await workspace.emptyPlan();
  });

  test("is made again when it was tainted", async () => {
    await applied(thing());
    await workspace.terraform(["taint", "null_thing.a"]);
    expect((await change()).actions).toEqual(["delete", "create"]);
    sent();
    await workspace.apply();
    expect(sent()).toEqual(["delete t-1", "create t-2"]);
  });

  test("that ended outside is planned anew", async () => {
    await applied(thing());
    world.things.clear();
    expect((await change()).actions).toEqual(["create"]);
  });

  test("that changed outside is drift, and changed back", async () => {
    await applied(thing('label = "x"'));
    Object.assign(world.things.get("t-1") ?? {}, { label: "z" });
    expect((await change()).before).toMatchObject({ label: "z" });
    await workspace.apply();
    expect(world.things.get("t-1")?.label).toBe("x");
  });
});

describe("import", () => {
  beforeEach(() => {
    world.things.set("t-9", { label: "x", size: 4, kind: "plain", tags: {}, revision: 7 });
  });

  test("by the command plans empty", async () => {
    await write(thing('label = "x"'));
    await workspace.import("null_thing.a", "t-9");
    expect((await values()).values).toMatchObject({
      id: "t-9",
      label: "x",
      size: 4,
      summary: { revision: 7 },
    });
    await workspace.emptyPlan();
    expect(sent()).toEqual([]);
  });

  test("by a block brings in what is there, and changes nothing", async () => {
    await write(`import {\n  to = null_thing.a\n  id = "t-9"\n}\n${thing('label = "x"')}`);
    const planned = await change();
    expect(planned.importing).toEqual({ id: "t-9" });
    expect(planned.actions).toEqual(["no-op"]);
    await workspace.apply();
    await workspace.emptyPlan();
    expect(sent()).toEqual([]);
  });

  test("of what is not there fails", async () => {
    await write(thing());
    const run = await workspace.import("null_thing.a", "t-8", { expect: 1 });
    expect(run.output).toContain("Cannot import non-existent remote object");
  });

  test("a written configuration validates and plans empty", async () => {
    await write('import {\n  to = null_thing.a\n  id = "t-9"\n}\n');
    await workspace.plan(["-generate-config-out=made.tf"]);
    await workspace.apply();
    await workspace.emptyPlan();
    expect(sent()).toEqual([]);
  });
});

describe("values", () => {
  test("that are unknown come from another thing, and are known when they are sent", async () => {
    await write(thing("", "a") + thing("label = null_thing.a.summary.text", "b"));
    expect((await workspace.plan()).output).toContain("A label that is not known yet");
    await workspace.apply();
    expect((await values("null_thing.b")).values).toMatchObject({ label: "null/1" });
    await workspace.emptyPlan();
  });

  test("of for_each, in the order of depends_on", async () => {
    await applied(
      `resource "null_thing" "a" {\n  for_each = toset(["x", "y"])\n  label = each.key\n}\n${thing("depends_on = [null_thing.a]", "b")}`,
    );
    expect([...world.things.values()].map(({ label }) => label)).toEqual(expect.arrayContaining(["x", "y"]));
    expect(world.things.get("t-3")?.label).toBeNull();
    await workspace.emptyPlan();
  });

  test("that are ignored stay as they are", async () => {
    const ignoring = (label: string) => thing(`label = "${label}"\nlifecycle { ignore_changes = [label] }`);
    await applied(ignoring("x"));
    await write(ignoring("y"));
    await workspace.emptyPlan();
  });

  test.each([
    ["9007199254740993"],
    ["123456789012345678901234567890"],
    ["3.14159265358979323846264338327950288"],
    ["0.1"],
    ["-1e-9"],
    ["1e30"],
  ])("the number %s keeps every digit and plans empty", async (number) => {
    await applied(
      `${thing(`exact = ${number}`)}output "kept" {\n  value = null_thing.a.exact == ${number}\n}\n`,
    );
    expect((await workspace.state()).values?.outputs?.kept?.value).toBe(true);
    await workspace.emptyPlan();
  });

  test.each([
    ['"text"'],
    ["12345678901234567890"],
    ['[1, "a", null, { b = true }]'],
    ["{ __proto__ = 1, nested = { list = [] } }"],
    ["null"],
    ['toset(["b", "a"])'],
  ])("the dynamic value %s plans empty", async (value) => {
    await applied(thing(`anything = ${value}`));
    await workspace.emptyPlan();
  });

  test("that mean the same are no change", async () => {
    await applied(thing('note = "Hello"'));
    await write(thing('note = "HELLO"'));
    await workspace.emptyPlan();
    await applied(thing('note = "HELLO"\nlabel = "x"'));
    expect((await values()).values).toMatchObject({ note: "Hello", label: "x" });
    await workspace.emptyPlan();
  });

  test("texts in any script, and maps with any key", async () => {
    await applied(thing('tags = { "__proto__" = "p", "ключ" = "e\\u0301", "" = "empty" }'));
    expect(Object.entries(world.things.get("t-1")?.tags ?? {})).toContainEqual(["__proto__", "p"]);
    await workspace.emptyPlan();
  });
});

describe("blocks", () => {
  const many = (...names: string[]) => names.map((name) => `many {\n  name = "${name}"\n}`).join("\n");

  test("of every nesting are created, kept, changed and removed", async () => {
    const all = `one {}\n${many("a", "b")}\ngroup {\n  name = "x"\n}\ngroup {\n  name = "y"\n}
      sized "s" {\n  size = 1\n  inner {\n    name = "deep"\n  }\n}\ntimeouts {\n  create = "5m"\n}`;
    await applied(thing(all));
    expect((await values()).values).toMatchObject({
      one: { name: null },
      many: [
        { name: "a", serial: null },
        { name: "b", serial: null },
      ],
      group: [{ name: "x" }, { name: "y" }],
      sized: { s: { size: 1, inner: { name: "deep" } } },
      timeouts: { create: "5m" },
    });
    await workspace.emptyPlan();
    await applied(thing(`one {\n  name = "n"\n}\n${many("b")}\ngroup {\n  name = "y"\n}`));
    expect((await values()).values).toMatchObject({ one: { name: "n" }, many: [{ name: "b" }], sized: {} });
    await workspace.emptyPlan();
    await applied(thing());
    expect((await values()).values).toMatchObject({ one: null, many: [], group: [], timeouts: null });
    await workspace.emptyPlan();
    expect(sent()).toEqual(["create t-1"]);
  });

  test("that are dynamic over unknown values are planned", async () => {
    const dynamic = `dynamic "many" {\n  for_each = toset([null_thing.a.kind == "plain" ? "a" : "b"])\n  content {\n    name = many.value\n  }\n}`;
    await applied(thing() + thing(dynamic, "b"));
    expect((await values("null_thing.b")).values).toMatchObject({ many: [{ name: "a" }] });
    await workspace.emptyPlan();
  });
});

describe("what is wrong is told with its line", () => {
  test.each<[string, string, RegExp]>([
    ["an attribute", "size = 10", /on main\.tf line 7, in resource "null_thing" "a":\s+7: size = 10/],
    [
      "a block in a list",
      'many {\n  name = "a"\n}\nmany {\n  name = "c"\n}',
      /line 11, .*\s+11: {3}name = "c"/,
    ],
    ["a block with a label", 'sized "s" {\n  size = 0\n}', /line 8, .*\s+8: {3}size = 0/],
    ["a rule", 'label = "big"\nsize  = 1', /Too small for its label[\s\S]*line 8/],
    ["a block's own", 'timeouts {\n  create = "soon"\n}', /line 8, [\s\S]*must be a duration/],
    ["a map's entry", "tags = { a = null }", /line 7[\s\S]*must not be null/],
  ])("%s", async (_, body, expected) => {
    await write(thing(body));
    const { output } = await workspace.validate({ expect: 1 });
    expect(output.replaceAll(/[│╷╵] ?/g, "")).toMatch(expected);
    expect(sent()).toEqual([]);
  });
});

describe("failures", () => {
  test("a refusal at plan stops a destroy before anything is touched", async () => {
    await applied(thing('note = "protect"') + thing("depends_on = [null_thing.a]", "b"));
    sent();
    const { output } = await workspace.destroy([], { expect: 1 });
    expect(output).toContain("It must not be destroyed.");
    expect(sent()).toEqual([]);
    await write(thing("", "b"));
    expect((await workspace.apply([], { expect: 1 })).output).toContain("It must not be destroyed.");
    expect(sent()).toEqual([]);
  });

  test("a failed update is recorded in part, and taken up by the next", async () => {
    await applied(thing('label = "x"\nsize = 2'));
    await write(thing('label = "y"\nsize = 9\nnote = "n"'));
    const { output } = await workspace.apply([], { expect: 1 });
    expect(output).toContain("Unexpected failure while updating a thing");
    expect((await values()).values).toMatchObject({ label: "y", size: 2, note: "n" });
    sent();
    await applied(thing('label = "y"\nsize = 3\nnote = "n"'));
    expect(sent()).toEqual(["resize t-1"]);
    await workspace.emptyPlan();
  });

  test("a failed create that made nothing leaves nothing", async () => {
    world.refuse = "create";
    await write(thing());
    expect((await workspace.apply([], { expect: 1 })).output).toContain(
      "Unexpected failure while creating a thing",
    );
    expect((await workspace.state()).values?.root_module.resources).toBeUndefined();
  });

  test("a failed delete keeps the state", async () => {
    await applied(thing());
    world.refuse = "delete";
    expect((await workspace.destroy([], { expect: 1 })).output).toContain("the world refuses to delete");
    expect((await values()).values).toMatchObject({ id: "t-1" });
  });

  test("an interrupted create ends at once, keeps what is made, and is not made again", async () => {
    const waiting = new Promise<void>((reached) => {
      world.settle = (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("interrupted")), { once: true });
          reached();
        });
    });
    await write(thing('label = "x"'));
    const run = await workspace.start(["apply", "-auto-approve", "-input=false", "-no-color"]);
    await waiting;
    run.interrupt();
    const { output, code } = await run.finished;
    expect(code).toBe(1);
    expect(output).toContain("What is known so far has been recorded");
    const kept = await values();
    expect(kept.values).toMatchObject({ id: "t-1", label: "x", summary: null });
    expect(kept.tainted).toBeUndefined();
    world.settle = async () => {};
    await workspace.emptyPlan();
    expect(sent()).toEqual(["create t-1"]);
  });
});

describe("beside resources", () => {
  test("a function of the provider", async () => {
    await applied('output "loud" {\n  value = provider::null::shout("hey")\n}\n');
    expect((await workspace.state()).values?.outputs?.loud?.value).toBe("HEY");
    await write('output "loud" {\n  value = provider::null::shout("quiet")\n}\n');
    const { output } = await workspace.plan([], { expect: 1 });
    expect(output).toMatch(/Invalid value for "text" parameter[\s\S]*nobody can shout/);
  });

  test("a data source", async () => {
    world.things.set("t-9", { label: "x", size: 4, kind: "plain", tags: {}, revision: 7 });
    await applied(
      'data "null_thing" "a" {\n  id = "t-9"\n}\noutput "label" {\n  value = data.null_thing.a.label\n}\n',
    );
    expect((await workspace.state()).values?.outputs?.label?.value).toBe("x");
    await workspace.emptyPlan();
  });

  test("the provider's configuration, also when it is not known yet", async () => {
    await applied(
      `provider "null" {\n  prefix = terraform_data.p.output\n}\nresource "terraform_data" "p" {\n  input = "p-"\n}\n${thing()}`,
    );
    expect((await values()).values).toMatchObject({ id: "p-t-1" });
    await workspace.emptyPlan();
  });
});
