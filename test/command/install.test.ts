import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { folder, run } from "./support";

const at = folder();
const plugin = at("plugin");
writeFileSync(plugin, "#!/usr/bin/env node");

const PLATFORM = Object.getOwnPropertyDescriptor(process, "platform") ?? {};

describe("install", () => {
  test("names the next step if the plugin runs here", async () => {
    mkdirSync(at("linux"));
    const { code, out, err } = await run(["install", at("linux")], { plugin });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/\nNow run: terraform init \(or tofu init\)\n$/);
  });

  test("rejects a target that is not a directory", async () => {
    expect(await run(["install", plugin], { plugin })).toEqual({
      ...{ code: 1, out: "" },
      err: `There is no directory ${plugin}.\n`,
    });
  });

  test("warns on Windows that Terraform cannot start the plugin", async () => {
    mkdirSync(at("windows"));
    Object.defineProperty(process, "platform", { ...PLATFORM, value: "win32" });
    const { code, out, err } = await run(["install", at("windows")], { plugin });
    expect(code).toBe(0);
    expect(out).not.toContain("Now run");
    expect(err).toMatch(
      /^Warning: the plugin is a script, .* will fail on this machine\. Run Terraform in WSL, .*\n$/,
    );
    // The files are written nevertheless, for WSL and remote runs.
    expect(existsSync(at("windows/.terraform.lock.hcl"))).toBe(true);
  });
});

afterEach(() => Object.defineProperty(process, "platform", PLATFORM));
