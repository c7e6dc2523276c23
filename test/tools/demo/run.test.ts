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

test("terraform under another name is found by its variable", () => {
  const path = join(folder, "tofu");
  writeFileSync(path, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  process.env.TERRAFORM_BINARY_NAME = path;
  expect(requireTerraform()).toBe(path);
  process.env.TERRAFORM_BINARY_NAME = "tofu-1.9";
  expect(requireTerraform).toThrow(/^There is no "tofu-1\.9" to run\..*TERRAFORM_BINARY_NAME=tofu/s);
});

describe("a command", () => {
  test("returns what it printed, in its folder, without the settings of another service", () => {
    process.env.SEARCHCLOUD_BASE_URL = "https://elsewhere.example/api/v1";
    process.env.TF_CLI_CONFIG_FILE = "/nowhere";
    const script =
      "console.log(process.cwd(), Object.keys(process.env).filter((n) => /^(TF_|SEARCHCLOUD_)/.test(n)))";
    expect(run(process.execPath, ["-e", script], { cwd: folder })).toBe(`${folder} [ 'TF_CLI_ARGS' ]\n`);
  });

  test("that fails is an error with its exit code and all its output", () => {
    const script = "console.log('one'); console.error('two'); process.exit(3)";
    const failing = () => run(process.execPath, ["-e", script], { cwd: folder });
    expect(failing).toThrow(DemoFailure);
    expect(failing).toThrow("failed (exit code 3):\none\ntwo\n");
  });

  test("that cannot be started is an error with the reason", () => {
    expect(() => run("no-such-command", [], { cwd: folder })).toThrow(/^no-such-command .*ENOENT/);
  });
});

test("a cdktf that fails is an error with its output, which is shown meanwhile", async () => {
  const shown: string[] = [];
  const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    shown.push(String(text));
    return true;
  });
  const error: unknown = await cdktf(folder, ["no-such-command"], {}).catch((failure: unknown) => failure);
  write.mockRestore();
  expect(error).toBeInstanceOf(DemoFailure);
  expect(String(error)).toMatch(/cdktf no-such-command failed \(exit code 1\)\. Its output:\n/);
  expect(shown.join("")).toMatch(/^ {2}/m);
}, 120_000);
