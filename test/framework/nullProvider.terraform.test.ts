import { testWith } from "../support/features";
import { NullStage, thing } from "./nullStage";

let on: NullStage;

beforeEach(async () => {
  on = await NullStage.open();
});

afterEach(() => on.close());

const outside = { label: "x", size: 4, kind: "plain", tags: {}, revision: 7 };

describe("a resource", () => {
  test("is created, changed in place, replaced and destroyed; the plan after each apply is empty", async () => {
    await on.applied(thing('label = "x"\nsize = 2'));
    const created = { id: "t-1", label: "x", size: 2, kind: "plain", summary: { text: "x/2", revision: 1 } };
    expect((await on.values()).values).toMatchObject({ ...created, many: [], one: null });
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual(["create t-1"]);

    await on.write(thing('label = "y"\nsize = 3\nnote = "announced"'));
    expect((await on.workspace.plan()).output).toContain("A resize interrupts the thing");
    const update = await on.change();
    expect(update).toMatchObject({ actions: ["update"], after_unknown: { summary: true } });
    expect(update.after_unknown).not.toHaveProperty("id");
    await on.workspace.apply();
    expect((await on.values()).values).toMatchObject({ label: "y", summary: { text: "y/3", revision: 3 } });
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual(["rename t-1 label", "resize t-1"]);

    await on.write(thing('kind = "y"\nnote = "announced"'));
    const replaced = await on.change();
    expect(replaced).toMatchObject({ actions: ["delete", "create"], replace_paths: [["kind"]] });
    const { output } = await on.workspace.plan();
    for (const warning of ["A thing ends", "A thing begins"]) expect(output.split(warning)).toHaveLength(2);
    await on.workspace.apply();
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual(["delete t-1", "create t-2"]);

    await on.workspace.destroy();
    expect(on.sent()).toEqual(["delete t-2"]);
    expect(on.world.things.size).toBe(0);
  });

  test("changed outside is drift; a tainted one is replaced; one deleted outside is created", async () => {
    await on.applied(thing('label = "x"'));
    Object.assign(on.world.things.get("t-1") ?? {}, { label: "z" });
    expect(await on.change()).toMatchObject({ before: { label: "z" }, actions: ["update"] });
    await on.workspace.terraform(["taint", "null_thing.a"]);
    expect((await on.change()).actions).toEqual(["delete", "create"]);
    on.world.things.clear();
    expect((await on.change()).actions).toEqual(["create"]);
  });

  test("that rejects its destroy at plan stops everything before anything is sent", async () => {
    await on.applied(thing('note = "protect"') + thing("depends_on = [null_thing.a]", "b"));
    on.sent();
    const { output } = await on.workspace.destroy([], { expect: 1 });
    expect(output).toContain("It must not be destroyed.");
    await on.write(thing("", "b"));
    expect((await on.workspace.apply([], { expect: 1 })).output).toContain("It must not be destroyed.");
    expect(on.sent()).toEqual([]);
  });

  test.each<[string, string, RegExp]>([
    ["an attribute", "size = 10", /on main\.tf line 7, in resource "null_thing" "a":\s+7: size = 10/],
    [
      "a block in a list",
      'many {\n  name = "a"\n}\nmany {\n  name = "c"\n}',
      /line 11, .*\s+11: {3}name = "c"/,
    ],
    ["a map's entry", "tags = { a = null }", /line 7[\s\S]*must not be null/],
  ])("is rejected with the line of its wrong value: %s", async (_, body, expected) => {
    await on.write(thing(body));
    const { output } = await on.workspace.validate({ expect: 1 });
    expect(output.replaceAll(/[│╷╵] ?/g, "")).toMatch(expected);
  });
});

describe("import", () => {
  const block = 'import {\n  to = null_thing.a\n  id = "t-9"\n}\n';

  test("by a block changes nothing", async () => {
    on.world.things.set("t-9", outside);
    await on.write(block + thing('label = "x"'));
    expect(await on.change()).toMatchObject({ importing: { id: "t-9" }, actions: ["no-op"] });
    await on.workspace.apply();
    expect((await on.values()).values).toMatchObject({ id: "t-9", size: 4, summary: { revision: 7 } });
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual([]);
  });

  testWith("generated configuration")(
    "with a generated configuration validates and plans empty",
    async () => {
      on.world.things.set("t-9", outside);
      await on.write(block);
      await on.workspace.plan(["-generate-config-out=generated.tf"]);
      await on.workspace.apply();
      await on.workspace.emptyPlan();
      expect(on.sent()).toEqual([]);
    },
  );

  test("of what does not exist fails", async () => {
    await on.write(thing());
    const { output } = await on.workspace.import("null_thing.a", "t-8", { expect: 1 });
    expect(output).toContain("Cannot import non-existent remote object");
  });
});

test("the provider's configuration can be unknown at plan", async () => {
  const prefix = 'resource "terraform_data" "p" {\n  input = "p-"\n}\n';
  await on.applied(`provider "null" {\n  prefix = terraform_data.p.output\n}\n${prefix}${thing()}`);
  expect((await on.values()).values).toMatchObject({ id: "p-t-1" });
  await on.workspace.emptyPlan();
});

test("a value that is unknown at plan is known when it is sent", async () => {
  await on.write(thing("", "a") + thing("label = null_thing.a.summary.text", "b"));
  expect((await on.workspace.plan()).output).toContain("A label that is not known yet");
  await on.workspace.apply();
  expect((await on.values("null_thing.b")).values).toMatchObject({ label: "null/1" });
  await on.workspace.emptyPlan();
});

test("every number keeps every digit and plans empty", async () => {
  const numbers = [
    "9007199254740993",
    "123456789012345678901234567890",
    "3.14159265358979323846264338327950288",
    "0.1",
    "-1e-9",
    "1e30",
  ];
  const resources = numbers.map((number, at) => thing(`anything = ${number}`, `n${at}`));
  const exact = numbers.map((number, at) => `null_thing.n${at}.anything == ${number}`);
  await on.applied(`${resources.join("")}output "exact" {\n  value = [${exact}]\n}\n`);
  expect((await on.workspace.state()).values?.outputs?.exact?.value).toEqual(numbers.map(() => true));
  await on.workspace.emptyPlan();
});

test("every dynamic value plans empty", async () => {
  const values = [
    '"text"',
    "12345678901234567890",
    '[1, "a", null, { b = true }]',
    "{ __proto__ = 1, nested = { list = [] } }",
    "null",
    'toset(["b", "a"])',
    "tostring(null)",
    "{ a = tostring(null), b = [tonumber(null)] }",
  ];
  await on.applied(values.map((value, at) => thing(`anything = ${value}`, `v${at}`)).join(""));
  await on.workspace.emptyPlan();
});

test("a semantically equal string is no change; Terraform accepts the one in state", async () => {
  await on.applied(thing('note = "Hello"'));
  await on.write(thing('note = "HELLO"'));
  await on.workspace.emptyPlan();
  await on.applied(thing('note = "HELLO"\nlabel = "x"'));
  expect((await on.values()).values).toMatchObject({ note: "Hello", label: "x" });
  await on.workspace.emptyPlan();
});

test("strings in any script, and maps with any key", async () => {
  await on.applied(thing('tags = { "__proto__" = "p", "ключ" = "e\\u0301", "" = "empty" }'));
  expect(Object.entries(on.world.things.get("t-1")?.tags ?? {})).toContainEqual(["__proto__", "p"]);
  await on.workspace.emptyPlan();
});

test("blocks of every nesting are created, changed and removed", async () => {
  const many = (...names: string[]) => names.map((name) => `many {\n  name = "${name}"\n}`).join("\n");
  await on.applied(
    thing(`one {}\n${many("a", "b")}\ngroup {\n  name = "x"\n}\ngroup {\n  name = "y"\n}
      sized {\n  size = 1\n  inner {\n    name = "deep"\n  }\n}\ntimeouts {\n  create = "5m"\n}`),
  );
  expect((await on.values()).values).toMatchObject({
    one: { name: null },
    many: [
      { name: "a", serial: null },
      { name: "b", serial: null },
    ],
    group: [{ name: "x" }, { name: "y" }],
    sized: [{ size: 1, inner: { name: "deep" } }],
    timeouts: { create: "5m" },
  });
  await on.workspace.emptyPlan();
  await on.applied(thing(`one {\n  name = "n"\n}\n${many("b")}\ngroup {\n  name = "y"\n}`));
  expect((await on.values()).values).toMatchObject({ one: { name: "n" }, many: [{ name: "b" }], sized: [] });
  await on.workspace.emptyPlan();
  await on.applied(thing());
  expect((await on.values()).values).toMatchObject({ one: null, many: [], group: [], timeouts: null });
  await on.workspace.emptyPlan();
  expect(on.sent()).toEqual(["create t-1"]);
});

test("blocks that are dynamic over unknown values are planned", async () => {
  const name = 'null_thing.a.kind == "plain" ? "a" : "b"';
  const dynamic = `dynamic "many" {\n  for_each = toset([${name}])\n  content {\n    name = many.value\n  }\n}`;
  await on.applied(thing() + thing(dynamic, "b"));
  expect((await on.values("null_thing.b")).values).toMatchObject({ many: [{ name: "a" }] });
  await on.workspace.emptyPlan();
});
