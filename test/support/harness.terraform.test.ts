import { emptyWorld, nullProvider } from "../framework/nullProvider";
import { combined, reattached, Workspace } from "./terraform";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await Workspace.create();
});
afterEach(() => workspace.remove());

test("an unexpected end fails with the command and the whole output, a plan that is not empty with what it holds", async () => {
  await workspace.write({ "main.tf": "resource {}" });
  await expect(workspace.apply()).rejects.toThrow(
    /^terraform init .* ended with 1, not 0:\n[\s\S]*main\.tf line 1/,
  );
  await workspace.write({ "main.tf": 'resource "terraform_data" "a" {\n  input = "x"\n}\n' });
  await expect(workspace.emptyPlan()).rejects.toThrow(/got 2:[\s\S]*terraform_data\.a will be created/);
});

test("nothing of this process's own Terraform or service settings reaches a run", async () => {
  const leaked = { TF_VAR_leak: "leaked", SEARCHCLOUD_API_KEY: "leaked", TF_CLI_ARGS: "-bad" };
  const replaced = jest.replaceProperty(process, "env", { ...process.env, ...leaked });
  const main = 'variable "leak" {\n  default = "none"\n}\noutput "leak" {\n  value = var.leak\n}\n';
  await workspace.write({ "main.tf": main });
  await workspace.apply();
  expect((await workspace.state()).values?.outputs?.leak?.value).toBe("none");
  replaced.restore();
});

test("several providers are served at once, each with a world of its own; a removed workspace leaves nothing running", async () => {
  const [one, other] = [emptyWorld(), emptyWorld()];
  const waiting = new Promise<void>((reached) => {
    other.afterCreate = () => new Promise(() => reached());
  });
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
      provider   = other
      depends_on = [null_thing.one]
    }\n`,
  });
  const run = await workspace.start(["apply", "-auto-approve", "-input=false"], combined(...served));
  await waiting;
  expect([one.things.size, other.things.size]).toEqual([1, 1]);
  await workspace.remove();
  expect((await run.finished).code).toBe(-1);
  await Promise.all(served.map((each) => each.close()));
});
