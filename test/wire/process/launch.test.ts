import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { createCertificate } from "../../../src/wire/process/certificate";
import { PluginClient, parseHandshake } from "../support/pluginClient";

const COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
const TERRAFORM = createCertificate(Date.now());

const PLUGIN = ["--import", "tsx", join(__dirname, "..", "support", "plugin.ts")];

/** A real process, as Terraform starts it. */
function start(env: { [name: string]: string }) {
  const child = spawn(process.execPath, PLUGIN, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output.stderr += text;
  });
  const closed = once(child, "close").then(([code, signal]) => ({ code, signal, ...output }));
  return { child, closed };
}

async function shakeHands(child: ChildProcess) {
  if (!child.stdout) throw new Error("no output");
  const [line] = await once(createInterface(child.stdout), "line");
  return parseHandshake(line);
}

const ENV = {
  TF_PLUGIN_MAGIC_COOKIE: COOKIE,
  PLUGIN_PROTOCOL_VERSIONS: "6,5",
  PLUGIN_CLIENT_CERT: TERRAFORM.pem,
};

test("a whole run: one line, calls, ignored signals, and an exit that leaves nothing behind", async () => {
  const { child, closed } = start({ ...ENV, NODE_TLS_REJECT_UNAUTHORIZED: "0" });
  const handshake = await shakeHands(child);
  // Nobody is let in because of it: test/http/impostors.test.ts has the other side.
  const stranger = new PluginClient(handshake, createCertificate(Date.now()));
  expect(await stranger.failure("Provider.stopProvider")).toMatchObject({ code: 14 });
  stranger.close();
  const client = new PluginClient(handshake, TERRAFORM);
  expect(await client.call("Provider.stopProvider")).toEqual({ error: "" });
  for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) child.kill(signal);
  expect(await client.call("Provider.stopProvider")).toEqual({ error: "" });
  await client.call("GRPCController.shutdown");
  client.close();
  const { code, signal, stdout, stderr } = await closed;
  expect({ code, signal }).toEqual({ code: 0, signal: null });
  expect(stdout).toMatch(/^1\|6\|unix\|[^|\n]+\|grpc\|[A-Za-z0-9+/]+\n$/);
  // Two calls of the test, and the one that SIGTERM is.
  expect(stderr.split("\n").filter((line) => line.includes("in a call"))).toHaveLength(6);
  expect(stderr).toContain("printed while starting");
  expect(existsSync(dirname(handshake.address))).toBe(false);
});

test("it continues when the reader of its logs has exited", async () => {
  const { child, closed } = start(ENV);
  const client = new PluginClient(await shakeHands(child), TERRAFORM);
  child.stderr?.destroy();
  for (const _ of [1, 2, 3]) expect(await client.call("Provider.stopProvider")).toEqual({ error: "" });
  client.close();
  expect(await closed).toMatchObject({ code: 0 });
});

test("SIGTERM ends a plugin without a client", async () => {
  const { child, closed } = start(ENV);
  const handshake = await shakeHands(child);
  child.kill("SIGTERM");
  expect(await closed).toMatchObject({ code: 143 });
  expect(existsSync(dirname(handshake.address))).toBe(false);
});

test("SIGTERM ends it while Terraform is connected and calls nothing", async () => {
  const { child, closed } = start(ENV);
  const client = new PluginClient(await shakeHands(child), TERRAFORM);
  await client.call("Provider.stopProvider");
  child.kill("SIGTERM");
  expect(await closed).toMatchObject({ code: 143 });
  client.close();
});

test("killing the parent ends it, even with a client", async () => {
  const parent = spawn(
    process.execPath,
    [
      "-e",
      `require("child_process").spawn(${JSON.stringify(process.execPath)}, ${JSON.stringify(PLUGIN)}, { stdio: "inherit" })`,
    ],
    { env: { PATH: process.env.PATH, ...ENV }, stdio: ["ignore", "pipe", "ignore"] },
  );
  // The plugin holds the other end of this pipe, too.
  const closed = once(parent, "close");
  const handshake = await shakeHands(parent);
  const client = new PluginClient(handshake, TERRAFORM);
  await client.call("Provider.stopProvider");
  parent.kill("SIGKILL");
  await closed;
  expect(existsSync(dirname(handshake.address))).toBe(false);
  client.close();
});

test("started by hand, it explains what it is", async () => {
  const { closed } = start({});
  const { code, stdout, stderr } = await closed;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('run "terraform init" and "terraform plan"');
});

describe("Ctrl-C", () => {
  const ROOT = join(__dirname, "../../..");
  const interrupted = (env: { [name: string]: string }) => {
    const code = 'require("./src/framework"); process.kill(process.pid, "SIGINT"); console.log("alive")';
    const options = { cwd: ROOT, env: { PATH: process.env.PATH, ...env }, encoding: "utf8" } as const;
    const { signal, stdout } = spawnSync(process.execPath, ["--require", "tsx/cjs", "-e", code], options);
    return { signal, stdout };
  };

  test("is ignored once the framework is loaded; in any other process it has its usual effect", () => {
    expect(interrupted(ENV)).toEqual({ signal: null, stdout: "alive\n" });
    expect(interrupted({})).toEqual({ signal: "SIGINT", stdout: "" });
  });

  test.each([
    ["src/startup/run.ts", "../wire/process/interrupt"],
    ["src/main.ts", "./wire/process/interrupt"],
    ["src/framework/index.ts", "../wire/process/interrupt"],
    ["src/wire/process/interrupt.ts", undefined],
  ])("%s runs before all %s", (file, first) => {
    expect(/(?:import|from) "(.*)"/.exec(readFileSync(join(ROOT, file), "utf8"))?.[1]).toBe(first);
  });
});
