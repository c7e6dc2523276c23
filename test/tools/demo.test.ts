import { join, resolve } from "node:path";
import { cleanEnvironment, type Run, start } from "../support/run";

const ROOT = resolve(__dirname, "../..");
const SCRIPT = [require.resolve("tsx/cli"), join(ROOT, "src/tools/demo.ts")];

describe("the demo, from deploy to destroy", () => {
  let run: Run;
  beforeAll(async () => {
    // What a user may have set for another service, and for terraform, gets in nowhere.
    const foreign = { SEARCHCLOUD_DIALECT: "none", TF_CLI_ARGS_plan: "-none" };
    const env = { ...cleanEnvironment({}), ...foreign };
    run = await start("npm", ["run", "demo", "--", "--no-build"], ROOT, env).finished;
  }, 120_000);

  test("ends well, with its steps in their order", () => {
    expect([run.code, run.output]).toEqual([0, expect.any(String)]);
    const steps = [...run.stdout.matchAll(/^=== (.*)$/gm)].map(([, step]) => step);
    expect(steps).toEqual([
      "cdktf deploy: ten lines of TypeScript become a cluster",
      "cdktf diff: no changes",
      'Renamed to "catalog" in the program: cdktf deploy changes it in place',
      "Renamed behind Terraform's back: cdktf diff finds the drift",
      "cdktf destroy: the cluster is terminated",
      "The requests to the management API",
      "All as expected.",
    ]);
  });

  test("prints the outputs: an endpoint, and one node", () => {
    const [, outputs = ""] = /^(\{\n.*?^\})$/ms.exec(run.stdout) ?? [];
    const host = expect.stringMatching(/^[a-z0-9-]+\.a1\.searchcloud\.example$/);
    expect(JSON.parse(outputs)).toEqual({ search: { endpoint: host, nodes: [host] } });
  });

  test("creates one cluster, renames it once, terminates it once, and changes nothing else", () => {
    const [, table = ""] = run.stdout.split("=== The requests to the management API\n");
    const rows = [...table.matchAll(/^(GET|POST|PATCH|PUT|DELETE) (\S+) +(\d+|\w+) +(\d+)(?: {2}(.*))?$/gm)];
    const writes = rows
      .filter(([, method]) => method !== "GET")
      .map(([, method, path = "", status, times, body]) => [
        `${method} ${path.replace(/[^/]{16}/, "{id}")}`,
        status,
        times,
        JSON.parse(body ?? "null"),
      ]);
    expect(writes).toEqual([
      ["POST /clusters", "201", "1", expect.objectContaining({ name: "products", memory: "8_gb" })],
      ["PATCH /clusters/{id}", "200", "1", { name: "catalog" }],
      ["POST /clusters/{id}/lifecycle", "201", "1", { lifecycle_action: "terminate" }],
    ]);
    const sum = rows.reduce((total, [, , , , times]) => total + Number(times), 0);
    expect(sum).toBeGreaterThan(rows.length);
    expect(table).toContain(`\n${sum} requests\n`);
  });
});

test.each<[string, words: string[], env: NodeJS.ProcessEnv, messages: string[]]>([
  [
    "without terraform",
    [],
    { TERRAFORM_BINARY_NAME: "tofu-1.9" },
    [
      'There is no "tofu-1.9" to run.',
      "https://developer.hashicorp.com/terraform/install",
      "https://opentofu.org/docs/intro/install/",
    ],
  ],
  ["with a flag that it does not have", ["--fast"], {}, ["Usage: npm run demo [-- --no-build]"]],
])("%s, it stops before anything else and says what to do", async (_, words, env, messages) => {
  const args = [...SCRIPT, ...words];
  const { code, stdout, stderr } = await start(process.execPath, args, ROOT, cleanEnvironment(env)).finished;
  expect([code, stdout]).toEqual([1, ""]);
  for (const message of messages) expect(stderr).toContain(message);
});
