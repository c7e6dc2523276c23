import { Account } from "../kit/account";
import { BASE_URL, bench, never } from "../kit/client";
import { RESET } from "../kit/transport";

/** How long the read that guards a repeated POST waits (docs/design/laws.md#l1). */
test.each([
  [BASE_URL, 1_000, 60_000],
  [BASE_URL, 90_000, 90_000],
  ["http://127.0.0.1:4000/api/v1", 1, 5_000],
  ["http://localhost:4000/api/v1", 30_000, 30_000],
])("%s, polled every %i ms: %i ms", async (baseUrl, pollInterval, expected) => {
  const account = new Account().lose("POST", RESET, { done: false });
  const { client, clock, transport } = bench(account.handler, { baseUrl, pollInterval });
  await client.createCluster(
    { name: "a", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" },
    { signal: never() },
  );
  expect(transport.requests.map(({ method }) => method)).toEqual(["GET", "POST", "GET", "GET", "POST"]);
  expect(clock.slept).toContain(expected);
  expect(
    Math.max(...clock.slept.filter((ms) => ms !== 30_000 || expected === 30_000)),
  ).toBeGreaterThanOrEqual(expected);
});
