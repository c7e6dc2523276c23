import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DemoFailure, requireTerraform, run } from "../../../src/tools/demo/run";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "demo-run-")));
const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});
afterAll(() => rmSync(folder, { recursive: true }));

test("terraform under another name is found by its variable", async () => {
  const path = join(folder, "tofu");
  writeFileSync(path, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  process.env.TERRAFORM_BINARY_NAME = path;
  expect(await requireTerraform()).toBe(path);
  process.env.TERRAFORM_BINARY_NAME = "tofu-1.9";
  await expect(requireTerraform).rejects.toThrow(
    /^There is no "tofu-1\.9" to run\..*TERRAFORM_BINARY_NAME=tofu/s,
  );
});

describe("a command", () => {
  test("answers what it printed, in its folder, without the settings of another service", async () => {
    process.env.SEARCHCLOUD_BASE_URL = "https://elsewhere.example/api/v1";
    process.env.TF_CLI_CONFIG_FILE = "/nowhere";
    const names = "Object.keys(process.env).filter((n) => /^(TF_|SEARCHCLOUD_)/.test(n))";
    const printed = await run(process.execPath, ["-e", `console.log(process.cwd(), ${names})`], {
      cwd: folder,
      env: { SEARCHCLOUD_API_KEY: "ours" },
    });
    expect(printed).toBe(`${folder} [ 'TF_CLI_ARGS', 'SEARCHCLOUD_API_KEY' ]\n`);
  });

  test("that fails is an error with its exit code and all its output, which is shown meanwhile", async () => {
    const written = jest.spyOn(process.stdout, "write").mockReturnValue(true);
    const script = "console.log('one'); console.error('two'); process.exit(3)";
    const failing = run(process.execPath, ["-e", script], { cwd: folder, shown: true });
    await expect(failing).rejects.toThrow(/failed \(exit code 3\):\n(one\ntwo|two\none)\n$/);
    await expect(failing).rejects.toBeInstanceOf(DemoFailure);
    const shown = written.mock.calls.map(([text]) => text);
    written.mockRestore();
    expect(shown.sort()).toEqual(["  one\n", "  two\n"]);
  });

  test("that cannot be started is an error with the reason", async () => {
    await expect(run("no-such-command", [], { cwd: folder })).rejects.toThrow(/^no-such-command .*ENOENT/);
  });
});
