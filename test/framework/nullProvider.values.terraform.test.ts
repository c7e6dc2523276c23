import { NullStage, thing } from "./nullStage";

let on: NullStage;

beforeEach(async () => {
  on = await NullStage.open();
});

afterEach(() => on.close());

describe("values", () => {
  test("that are unknown come from another thing, and are known when they are sent", async () => {
    await on.write(thing("", "a") + thing("label = null_thing.a.summary.text", "b"));
    expect((await on.workspace.plan()).output).toContain("A label that is not known yet");
    await on.workspace.apply();
    expect((await on.values("null_thing.b")).values).toMatchObject({ label: "null/1" });
    await on.workspace.emptyPlan();
  });

  test("of for_each, in the order of depends_on", async () => {
    await on.applied(
      `resource "null_thing" "a" {\n  for_each = toset(["x", "y"])\n  label = each.key\n}\n${thing("depends_on = [null_thing.a]", "b")}`,
    );
    expect([...on.world.things.values()].map(({ label }) => label)).toEqual(
      expect.arrayContaining(["x", "y"]),
    );
    expect(on.world.things.get("t-3")?.label).toBeNull();
    await on.workspace.emptyPlan();
  });

  test("that are ignored stay as they are", async () => {
    const ignoring = (label: string) => thing(`label = "${label}"\nlifecycle { ignore_changes = [label] }`);
    await on.applied(ignoring("x"));
    await on.write(ignoring("y"));
    await on.workspace.emptyPlan();
  });

  test.each([
    ["9007199254740993"],
    ["123456789012345678901234567890"],
    ["3.14159265358979323846264338327950288"],
    ["0.1"],
    ["-1e-9"],
    ["1e30"],
  ])("the number %s keeps every digit and plans empty", async (number) => {
    await on.applied(
      `${thing(`exact = ${number}`)}output "kept" {\n  value = null_thing.a.exact == ${number}\n}\n`,
    );
    expect((await on.workspace.state()).values?.outputs?.kept?.value).toBe(true);
    await on.workspace.emptyPlan();
  });

  test.each([
    ['"text"'],
    ["12345678901234567890"],
    ['[1, "a", null, { b = true }]'],
    ["{ __proto__ = 1, nested = { list = [] } }"],
    ["null"],
    ['toset(["b", "a"])'],
    ["tostring(null)"],
    ["{ a = tostring(null), b = [tonumber(null)] }"],
  ])("the dynamic value %s plans empty", async (value) => {
    await on.applied(thing(`anything = ${value}`));
    await on.workspace.emptyPlan();
  });

  test("that mean the same are no change", async () => {
    await on.applied(thing('note = "Hello"'));
    await on.write(thing('note = "HELLO"'));
    await on.workspace.emptyPlan();
    await on.applied(thing('note = "HELLO"\nlabel = "x"'));
    expect((await on.values()).values).toMatchObject({ note: "Hello", label: "x" });
    await on.workspace.emptyPlan();
  });

  test("texts in any script, and maps with any key", async () => {
    await on.applied(thing('tags = { "__proto__" = "p", "ключ" = "e\\u0301", "" = "empty" }'));
    expect(Object.entries(on.world.things.get("t-1")?.tags ?? {})).toContainEqual(["__proto__", "p"]);
    await on.workspace.emptyPlan();
  });
});

describe("blocks", () => {
  const many = (...names: string[]) => names.map((name) => `many {\n  name = "${name}"\n}`).join("\n");

  test("of every nesting are created, kept, changed and removed", async () => {
    const all = `one {}\n${many("a", "b")}\ngroup {\n  name = "x"\n}\ngroup {\n  name = "y"\n}
      sized "s" {\n  size = 1\n  inner {\n    name = "deep"\n  }\n}\ntimeouts {\n  create = "5m"\n}`;
    await on.applied(thing(all));
    expect((await on.values()).values).toMatchObject({
      one: { name: null },
      many: [
        { name: "a", serial: null },
        { name: "b", serial: null },
      ],
      group: [{ name: "x" }, { name: "y" }],
      sized: { s: { size: 1, inner: { name: "deep" } } },
      timeouts: { create: "5m" },
    });
    await on.workspace.emptyPlan();
    await on.applied(thing(`one {\n  name = "n"\n}\n${many("b")}\ngroup {\n  name = "y"\n}`));
    expect((await on.values()).values).toMatchObject({
      one: { name: "n" },
      many: [{ name: "b" }],
      sized: {},
    });
    await on.workspace.emptyPlan();
    await on.applied(thing());
    expect((await on.values()).values).toMatchObject({ one: null, many: [], group: [], timeouts: null });
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual(["create t-1"]);
  });

  test("that are dynamic over unknown values are planned", async () => {
    const dynamic = `dynamic "many" {\n  for_each = toset([null_thing.a.kind == "plain" ? "a" : "b"])\n  content {\n    name = many.value\n  }\n}`;
    await on.applied(thing() + thing(dynamic, "b"));
    expect((await on.values("null_thing.b")).values).toMatchObject({ many: [{ name: "a" }] });
    await on.workspace.emptyPlan();
  });
});
