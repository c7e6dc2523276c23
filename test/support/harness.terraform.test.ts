import { emptyWorld, nullProvider } from "../framework/nullProvider";
import { start } from "./run";
import { combined, reattached, Workspace } from "./terraform";

const DATA = 'resource "terraform_data" "a" {\n  input = "x"\n}\n';

let workspace: Workspace;
beforeEach(async () => {
  workspace = await Workspace.create();
});
afterEach(() => workspace.remove());

test("an unexpected end fails with the command and the whole output", async () => {
  await workspace.write({ "main.tf": "resource {}" });
  await expect(workspace.apply()).rejects.toThrow(
    /^terraform init .* ended with 1, not 0:\n[\s\S]*main\.tf line 1/,
  );
});

test("an empty plan is asserted, and what is not empty is shown", async () => {
  await workspace.write({ "main.tf": DATA });
  await expect(workspace.emptyPlan()).rejects.toThrow(/got 2:[\s\S]*terraform_data\.a will be created/);
  await workspace.apply();
  expect((await workspace.emptyPlan()).output).toContain("No changes.");
  expect(await workspace.stateText()).toContain('"type": "terraform_data"');
});

test("nothing of this process's own Terraform or service settings reaches a run", async () => {
  const saved = { ...process.env };
  Object.assign(process.env, { TF_VAR_leak: "leaked", SEARCHCLOUD_API_KEY: "leaked", TF_CLI_ARGS: "-bad" });
  try {
    await workspace.write({
      "main.tf": 'variable "leak" {\n  default = "none"\n}\noutput "leak" {\n  value = var.leak\n}\n',
    });
    await workspace.apply();
    expect((await workspace.state()).values?.outputs?.leak?.value).toBe("none");
    await workspace.apply([], { env: { TF_VAR_leak: "given" } });
    expect((await workspace.state()).values?.outputs?.leak?.value).toBe("given");
  } finally {
    process.env = saved;
  }
});

test("several providers are served at once, each with a world of its own", async () => {
  const [one, other] = [emptyWorld(), emptyWorld()];
  const served = [
    await reattached(nullProvider(one), "example.internal/test/null"),
    await reattached(nullProvider(other), "example.internal/test/other"),
  ];
  await workspace.write({
    "main.tf": `terraform {
      required_providers {
        null  = { source = "example.internal/test/null" }
        other = { source = "example.internal/test/other" }
      }
    }
    resource "null_thing" "one" {}
    resource "null_thing" "other" {
      provider = other
    }\n`,
  });
  await workspace.apply([], { env: combined(...served) });
  expect([one.things.size, other.things.size]).toEqual([1, 1]);
  expect(served[0]?.lines).toContainEqual(
    expect.objectContaining({ message: "the null provider is configured" }),
  );
  await Promise.all(served.map((each) => each.close()));
});

test("waiting for words that never come fails when the run ends", async () => {
  const run = start("sh", ["-c", "echo one; echo two >&2"], workspace.directory, process.env);
  await expect(run.until("three")).rejects.toThrow('It ended without saying "three"');
  expect(await run.finished).toMatchObject({ code: 0, stdout: "one\n", stderr: "two\n" });
});

test("a removed workspace leaves nothing running", async () => {
  const world = emptyWorld();
  const waiting = new Promise<void>((reached) => {
    world.afterCreate = () => new Promise(() => reached());
  });
  const served = await reattached(nullProvider(world), "example.internal/test/null");
  const other = await Workspace.create(served.env);
  const source =
    'terraform {\n  required_providers {\n    null = { source = "example.internal/test/null" }\n  }\n}\n';
  await other.write({ "main.tf": `${source}resource "null_thing" "a" {}\n` });
  const run = await other.start(["apply", "-auto-approve", "-input=false"]);
  await waiting;
  await other.remove();
  expect((await run.finished).code).toBe(-1);
  await served.close();
});
