import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cdktf, DemoFailure, requireTerraform, run } from "../../../src/tools/demo/run";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "demo-run-")));
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});
afterAll(() => rmSync(folder, { recursive: true }));

function failure(action: () => unknown): DemoFailure {
  try {
    action();
  } catch (error) {
    if (error instanceof DemoFailure) return error;
    throw error;
  }
  throw new Error("It did not fail.");
}

describe("terraform", () => {
  test("on the PATH is found", () => {
    delete process.env.TERRAFORM_BINARY_NAME;
    expect(requireTerraform()).toBe("terraform");
  });

  test("under another name is found by its variable", () => {
    const path = join(folder, "tofu");
    writeFileSync(path, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    process.env.TERRAFORM_BINARY_NAME = path;
    expect(requireTerraform()).toBe(path);
  });

  test.each([
    ["not there", { PATH: folder, TERRAFORM_BINARY_NAME: undefined }, '"terraform"'],
    ["not there under its other name", { TERRAFORM_BINARY_NAME: "tofu-1.9" }, '"tofu-1.9"'],
  ])("%s: the message says where to get it", (_, env, name) => {
    Object.assign(process.env, env);
    if (env.TERRAFORM_BINARY_NAME === undefined) delete process.env.TERRAFORM_BINARY_NAME;
    const { message } = failure(requireTerraform);
    expect(message).toContain(`There is no ${name} to run.`);
    expect(message).toContain("https://developer.hashicorp.com/terraform/install");
    expect(message).toContain("https://opentofu.org/docs/intro/install/");
    expect(message).toContain("TERRAFORM_BINARY_NAME=tofu");
  });
});

describe("a command", () => {
  test("answers what it printed, in its folder, without the settings of another service", () => {
    process.env.SEARCHCLOUD_BASE_URL = "https://elsewhere.example/api/v1";
    process.env.TF_CLI_CONFIG_FILE = "/nowhere";
    const script =
      "console.log(process.cwd(), Object.keys(process.env).filter((n) => /^(TF_|SEARCHCLOUD_)/.test(n)))";
    expect(run(process.execPath, ["-e", script], { cwd: folder })).toBe(`${folder} [ 'TF_CLI_ARGS' ]\n`);
  });

  test("that fails is told with its exit code and all it said", () => {
    const script = "console.log('one'); console.error('two'); process.exit(3)";
    const { message } = failure(() => run(process.execPath, ["-e", script], { cwd: folder }));
    expect(message).toContain("failed (exit code 3):\none\ntwo\n");
  });

  test("that cannot be started is told with the reason", () => {
    const { message } = failure(() => run("no-such-command", [], { cwd: folder }));
    expect(message).toContain("no-such-command");
    expect(message).toContain("ENOENT");
  });
});

test("a cdktf that fails is told with what it said", async () => {
  const shown: string[] = [];
  const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    shown.push(String(text));
    return true;
  });
  const ended = cdktf(folder, ["no-such-command"], {}).catch((error: unknown) => error);
  const error = await ended;
  write.mockRestore();
  expect(error).toBeInstanceOf(DemoFailure);
  expect((error as DemoFailure).message).toMatch(
    /^cdktf no-such-command failed \(exit code 1\)\. It said:\n/,
  );
  expect(shown.join("")).toMatch(/^ {2}/m);
}, 120_000);
