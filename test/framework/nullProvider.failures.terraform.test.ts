import { NullStage, thing } from "./nullStage";

let on: NullStage;

beforeEach(async () => {
  on = await NullStage.open();
});

afterEach(() => on.close());

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
    await on.write(thing(body));
    const { output } = await on.workspace.validate({ expect: 1 });
    expect(output.replaceAll(/[│╷╵] ?/g, "")).toMatch(expected);
    expect(on.sent()).toEqual([]);
  });
});

describe("failures", () => {
  test("a refusal at plan stops a destroy before anything is touched", async () => {
    await on.applied(thing('note = "protect"') + thing("depends_on = [null_thing.a]", "b"));
    on.sent();
    const { output } = await on.workspace.destroy([], { expect: 1 });
    expect(output).toContain("It must not be destroyed.");
    expect(on.sent()).toEqual([]);
    await on.write(thing("", "b"));
    expect((await on.workspace.apply([], { expect: 1 })).output).toContain("It must not be destroyed.");
    expect(on.sent()).toEqual([]);
  });

  test("a failed update is recorded in part, and taken up by the next", async () => {
    await on.applied(thing('label = "x"\nsize = 2'));
    await on.write(thing('label = "y"\nsize = 9\nnote = "n"'));
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(output).toContain("Unexpected failure while updating a thing");
    expect((await on.values()).values).toMatchObject({ label: "y", size: 2, note: "n" });
    on.sent();
    await on.applied(thing('label = "y"\nsize = 3\nnote = "n"'));
    expect(on.sent()).toEqual(["resize t-1"]);
    await on.workspace.emptyPlan();
  });

  test("a failed create that made nothing leaves nothing", async () => {
    on.world.refuse = "create";
    await on.write(thing());
    expect((await on.workspace.apply([], { expect: 1 })).output).toContain(
      "Unexpected failure while creating a thing",
    );
    expect((await on.workspace.state()).values?.root_module.resources).toBeUndefined();
  });

  test("a failed delete keeps the state", async () => {
    await on.applied(thing());
    on.world.refuse = "delete";
    expect((await on.workspace.destroy([], { expect: 1 })).output).toContain("the world refuses to delete");
    expect((await on.values()).values).toMatchObject({ id: "t-1" });
  });

  test("an interrupted create ends at once, keeps what is made, and is not made again", async () => {
    const waiting = new Promise<void>((reached) => {
      on.world.afterCreate = (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(new Error("interrupted")), { once: true });
          reached();
        });
    });
    await on.write(thing('label = "x"'));
    const run = await on.workspace.start(["apply", "-auto-approve", "-input=false", "-no-color"]);
    await waiting;
    run.interrupt();
    const { output, code } = await run.finished;
    expect(code).toBe(1);
    expect(output).toContain("What is known so far has been recorded");
    const kept = await on.values();
    expect(kept.values).toMatchObject({ id: "t-1", label: "x", summary: null });
    expect(kept.tainted).toBeUndefined();
    on.world.afterCreate = async () => {};
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual(["create t-1"]);
  });
});
