import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { APPLY, cluster, eachScene } from "./support";

/** Errors because of the service, the key or the address: reported early and clearly, with nothing lost and nothing created. */
const on = eachScene();

async function fails(command: "plan" | "apply", ...words: (string | RegExp)[]): Promise<void> {
  const said = await on[command](cluster(), 1);
  for (const word of words) expect(said).toMatch(word);
  expect(said).not.toMatch(/Plugin error|fault in the provider/);
  expect([on.emulator.state().clusters, await on.inState()]).toEqual([[], []]);
}

/** Returns a port without a listener. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a missing key: names both ways to provide it", async () => {
  on.environment.SEARCHCLOUD_API_KEY = undefined;
  await fails("plan", "Missing management API key", "SEARCHCLOUD_API_KEY", "api_key");
  expect(on.requests()).toEqual([]);
});

test("a restricted account, and a service with another protocol", async () => {
  on.emulator.setAccount({ restricted: true });
  await fails("plan", "403", "The account is restricted");
  on.emulator.addFault({
    match: { times: 0 },
    effect: { kind: "answer", status: 200, json: { hello: "world" } },
  });
  await fails("plan", "base_url", "dialect");
});

describe("the base URL", () => {
  test("without an answer: the error names the attempts, and nothing is in state", async () => {
    const address = `http://127.0.0.1:${await deadPort()}/api/v1`;
    on.environment.SEARCHCLOUD_BASE_URL = address;
    await fails("apply", `GET ${address}/clusters`, "ECONNREFUSED", "SEARCHCLOUD_BASE_URL");
  }, 30_000);

  test("of another server: its 404 is not taken for an answer", async () => {
    await on.apply(cluster());
    on.environment.SEARCHCLOUD_BASE_URL = on.emulator.baseUrl.replace("/v1", "");
    const said = await on.plan(undefined, 1);
    expect(said).toContain("Could not list the clusters");
    expect(said).not.toContain("is gone");
    await on.workspace.destroy(["-refresh=false"], { expect: 1 });
    expect(await on.inState()).toHaveLength(1);
  });
});

test("the request budget of the provider delays excess requests, and stops when interrupted", async () => {
  on.environment.SEARCHCLOUD_REQUESTS_PER_MINUTE = "7";
  await on.write(cluster());
  const running = await on.start(APPLY);
  await running.until("Creating...");
  const budget = () => on.served.lines.filter(({ message }) => message.includes("the budget of 7 requests"));
  await on.until(() => budget().length > 0);
  running.interrupt();
  const { code } = await running.finished;
  expect(code).toBe(1);
  expect(on.requests()).toHaveLength(7);
  expect((await on.values()).id).toBe(on.emulator.state().clusters[0]?.id);
});
