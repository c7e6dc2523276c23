import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cluster, flat, type Scene, scene } from "./support";

/** What the service, the key or the address makes impossible: said early, in words, with nothing lost and nothing made. */
let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

const resources = async () => (await on.workspace.state()).values?.root_module.resources ?? [];

async function fails(command: "plan" | "apply", ...words: (string | RegExp)[]): Promise<string> {
  const { output } = await on.workspace[command]([], { expect: 1 });
  for (const word of words) expect(flat(output)).toMatch(word);
  expect(output).not.toContain("Plugin error");
  expect(output).not.toContain("fault in the provider");
  expect(on.emulator.state().clusters).toEqual([]);
  expect(await resources()).toEqual([]);
  return output;
}

/** A port at which nothing listens. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("the key", () => {
  test("that may not terminate: the cluster stays in state, and lives", async () => {
    await on.applied(cluster());
    on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.provision;
    const { output } = await on.workspace.destroy([], { expect: 1 });
    expect(flat(output)).toContain("clusters:terminate");
    expect(await resources()).toHaveLength(1);
    expect(on.emulator.state().clusters).toMatchObject([{ status: "in_service" }]);
  });

  test("is missing: names both ways to give it", async () => {
    on.environment.SEARCHCLOUD_API_KEY = undefined;
    await on.write(cluster());
    await fails("plan", "Missing management API key", "SEARCHCLOUD_API_KEY", "api_key");
    expect(on.requests()).toEqual([]);
  });
});

describe("the account", () => {
  test("that is restricted", async () => {
    on.emulator.setAccount({ restricted: true });
    await on.write(cluster());
    await fails("plan", "403", "The account is restricted");
  });
});

describe("the base URL", () => {
  test("where nobody answers: says what was tried, and nothing is in state", async () => {
    const address = `http://127.0.0.1:${await deadPort()}/api/v1`;
    on.environment.SEARCHCLOUD_BASE_URL = address;
    await on.write(cluster());
    await fails("apply", `GET ${address}/clusters`, "ECONNREFUSED", "SEARCHCLOUD_BASE_URL");
  }, 30_000);

  test("where something else listens: its 404 is not taken for an answer", async () => {
    await on.applied(cluster());
    on.environment.SEARCHCLOUD_BASE_URL = on.emulator.baseUrl.replace("/v1", "");
    const { output } = await on.workspace.plan([], { expect: 1 });
    expect(flat(output)).toContain("Could not list the clusters");
    expect(output).not.toContain("is gone");
    await on.workspace.destroy([], { expect: 1 });
    await on.workspace.destroy(["-refresh=false"], { expect: 1 });
    expect(await resources()).toHaveLength(1);
  });
});

describe("the service", () => {
  test("that speaks something else says where to look", async () => {
    on.emulator.addFault({
      match: { times: 0 },
      effect: { kind: "answer", status: 200, json: { hello: "world" } },
    });
    await on.write(cluster());
    await fails("plan", "base_url", "dialect");
  });
});

test("the request budget of the provider holds back what is too much, and ends when it is interrupted", async () => {
  on.environment.SEARCHCLOUD_REQUESTS_PER_MINUTE = "7";
  await on.write(cluster());
  const running = await on.start(["apply", "-auto-approve"]);
  await running.until("Creating...");
  const budget = () => on.served.lines.filter(({ message }) => message.includes("the budget of 7 requests"));
  await on.until(() => budget().length > 0);
  running.interrupt();
  const { code } = await running.finished;
  expect(code).toBe(1);
  expect(on.requests()).toHaveLength(7);
  expect((await on.resource()).values.id).toBe(on.emulator.state().clusters[0]?.id);
});
