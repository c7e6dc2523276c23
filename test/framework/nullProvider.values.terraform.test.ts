import { NullStage, thing } from "./nullStage";

let on: NullStage;

beforeEach(async () => {
  on = await NullStage.open();
});

afterEach(() => on.close());

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
  const resources = numbers.map((number, at) => thing(`exact = ${number}`, `n${at}`));
  const exact = numbers.map((number, at) => `null_thing.n${at}.exact == ${number}`);
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

test("a semantically equal text is no change; Terraform accepts the one in state", async () => {
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

test("blocks of every nesting are created, changed and removed", async () => {
  const many = (...names: string[]) => names.map((name) => `many {\n  name = "${name}"\n}`).join("\n");
  await on.applied(
    thing(`one {}\n${many("a", "b")}\ngroup {\n  name = "x"\n}\ngroup {\n  name = "y"\n}
      sized "s" {\n  size = 1\n  inner {\n    name = "deep"\n  }\n}\ntimeouts {\n  create = "5m"\n}`),
  );
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
  expect((await on.values()).values).toMatchObject({ one: { name: "n" }, many: [{ name: "b" }], sized: {} });
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
