import { NullStage, thing } from "./nullStage";

let on: NullStage;

beforeEach(async () => {
  on = await NullStage.open();
});

afterEach(() => on.close());

describe("a life", () => {
  test("is created, planned empty, and destroyed", async () => {
    await on.applied(thing('label = "x"'));
    expect((await on.values()).values).toMatchObject({
      id: "t-1",
      label: "x",
      size: 1,
      kind: "plain",
      summary: { text: "x/1", revision: 1 },
      many: [],
      one: null,
    });
    await on.workspace.emptyPlan();
    await on.workspace.destroy();
    expect(on.sent()).toEqual(["create t-1", "delete t-1"]);
    expect(on.world.things.size).toBe(0);
  });

  test("is changed in place, on the ways of what changes", async () => {
    await on.applied(thing('label = "x"\nsize = 2'));
    on.sent();
    await on.write(thing('label = "y"\nsize = 2\ntags = { a = "b" }'));
    const planned = await on.change();
    expect(planned.actions).toEqual(["update"]);
    expect(planned.after_unknown).toMatchObject({ summary: true });
    expect(planned.after_unknown).not.toHaveProperty("id");
    await on.workspace.apply();
    expect(on.sent()).toEqual(["rename t-1 label+tags"]);
    expect((await on.values()).values).toMatchObject({ label: "y", summary: { text: "y/2", revision: 2 } });
    await on.workspace.emptyPlan();
  });

  test("runs two ways in their order, and says at plan what will happen", async () => {
    await on.applied(thing('label = "x"\nsize = 2'));
    on.sent();
    await on.write(thing('label = "y"\nsize = 3'));
    expect((await on.workspace.plan()).output).toContain("A resize interrupts the thing");
    await on.workspace.apply();
    expect(on.sent()).toEqual(["rename t-1 label", "resize t-1"]);
    await on.workspace.emptyPlan();
  });

  test("is replaced when it cannot change", async () => {
    await on.applied(thing('kind = "x"\nnote = "announced"'));
    on.sent();
    await on.write(thing('kind = "y"\nnote = "announced"'));
    const planned = await on.change();
    expect(planned.actions).toEqual(["delete", "create"]);
    expect(planned.replace_paths).toEqual([["kind"]]);
    const { output } = await on.workspace.plan();
    for (const warning of ["A thing ends", "A thing begins"]) expect(output.split(warning)).toHaveLength(2);
    await on.workspace.apply();
    expect(on.sent()).toEqual(["delete t-1", "create t-2"]);
    await on.workspace.emptyPlan();
  });

  test("what is only kept in state sends nothing", async () => {
    await on.applied(thing('labels = ["a", "b"]'));
    on.sent();
    await on.applied(thing('labels = ["c"]\nnote = "n"'));
    expect(on.sent()).toEqual([]);
    await on.workspace.emptyPlan();
  });

  test("is made again when it was tainted", async () => {
    await on.applied(thing());
    await on.workspace.terraform(["taint", "null_thing.a"]);
    expect((await on.change()).actions).toEqual(["delete", "create"]);
    on.sent();
    await on.workspace.apply();
    expect(on.sent()).toEqual(["delete t-1", "create t-2"]);
  });

  test("that ended outside is planned anew", async () => {
    await on.applied(thing());
    on.world.things.clear();
    expect((await on.change()).actions).toEqual(["create"]);
  });

  test("that changed outside is drift, and changed back", async () => {
    await on.applied(thing('label = "x"'));
    Object.assign(on.world.things.get("t-1") ?? {}, { label: "z" });
    expect((await on.change()).before).toMatchObject({ label: "z" });
    await on.workspace.apply();
    expect(on.world.things.get("t-1")?.label).toBe("x");
  });
});

describe("import", () => {
  beforeEach(() => {
    on.world.things.set("t-9", { label: "x", size: 4, kind: "plain", tags: {}, revision: 7 });
  });

  test("by the command plans empty", async () => {
    await on.write(thing('label = "x"'));
    await on.workspace.import("null_thing.a", "t-9");
    expect((await on.values()).values).toMatchObject({
      id: "t-9",
      label: "x",
      size: 4,
      summary: { revision: 7 },
    });
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual([]);
  });

  test("by a block brings in what is there, and changes nothing", async () => {
    await on.write(`import {\n  to = null_thing.a\n  id = "t-9"\n}\n${thing('label = "x"')}`);
    const planned = await on.change();
    expect(planned.importing).toEqual({ id: "t-9" });
    expect(planned.actions).toEqual(["no-op"]);
    await on.workspace.apply();
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual([]);
  });

  test("of what is not there fails", async () => {
    await on.write(thing());
    const run = await on.workspace.import("null_thing.a", "t-8", { expect: 1 });
    expect(run.output).toContain("Cannot import non-existent remote object");
  });

  test("a written configuration validates and plans empty", async () => {
    await on.write('import {\n  to = null_thing.a\n  id = "t-9"\n}\n');
    await on.workspace.plan(["-generate-config-out=made.tf"]);
    await on.workspace.apply();
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual([]);
  });
});

describe("beside resources", () => {
  test("a function of the provider", async () => {
    await on.applied('output "loud" {\n  value = provider::null::shout("hey")\n}\n');
    expect((await on.workspace.state()).values?.outputs?.loud?.value).toBe("HEY");
    await on.write('output "loud" {\n  value = provider::null::shout("quiet")\n}\n');
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(output).toMatch(/Invalid value for "text" parameter[\s\S]*nobody can shout/);
  });

  test("a data source", async () => {
    on.world.things.set("t-9", { label: "x", size: 4, kind: "plain", tags: {}, revision: 7 });
    await on.applied(
      'data "null_thing" "a" {\n  id = "t-9"\n}\noutput "label" {\n  value = data.null_thing.a.label\n}\n',
    );
    expect((await on.workspace.state()).values?.outputs?.label?.value).toBe("x");
    await on.workspace.emptyPlan();
  });

  test("the provider's configuration, also when it is not known yet", async () => {
    await on.applied(
      `provider "null" {\n  prefix = terraform_data.p.output\n}\nresource "terraform_data" "p" {\n  input = "p-"\n}\n${thing()}`,
    );
    expect((await on.values()).values).toMatchObject({ id: "p-t-1" });
    await on.workspace.emptyPlan();
  });
});
