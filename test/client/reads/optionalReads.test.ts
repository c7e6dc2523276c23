import { bench, never } from "../kit/client";
import { settled } from "../kit/clock";
import { error, json, RESET, type Reply } from "../kit/transport";

const OPTIONS = {
  regions: [{ name: "oregon", available: true }],
  memory: { "8_gb": ["4_vcpus"] },
  free_tier: null,
};

const options = { signal: never() };

test("the cluster options are the raw object, read once and shared", async () => {
  const { client, transport } = bench(() => json(200, OPTIONS));
  const [first, second] = await Promise.all([client.clusterOptions(options), client.clusterOptions(options)]);
  expect(first).toEqual(OPTIONS);
  expect(second).toBe(first);
  expect(await client.clusterOptions(options)).toBe(first);
  expect(transport.lines).toEqual(["GET /cluster-options"]);
});

test.each<[string, Reply]>([
  ["403", error(403, "Forbidden")],
  ["no connection", RESET],
  ["a list", json(200, [OPTIONS])],
])("cluster options that are answered with %s fail, and are not requested again", async (_, reply) => {
  const { client, transport } = bench(() => reply);
  const first = await client.clusterOptions(options).catch((error) => error);
  expect(first).toMatchObject({ name: "ApiError" });
  const sent = transport.requests.length;
  await expect(client.clusterOptions(options)).rejects.toBe(first);
  expect(transport.requests).toHaveLength(sent);
});

test.each<[string, Reply, number]>([
  ["500", error(500, "Internal error"), 2],
  ["no connection", RESET, 2],
  ["429", error(429, "Too many requests", { "retry-after": "1" }), 2],
  ["403", error(403, "Forbidden"), 1],
])("a hint that is answered with %s is worth one repeat at most, and seconds", async (_, reply, times) => {
  const { client, transport, clock } = bench(() => reply);
  const startedAt = clock.now();
  await expect(client.capabilities(options)).rejects.toThrow();
  await expect(client.capabilities(options)).rejects.toThrow();
  expect(transport.requests).toHaveLength(times);
  expect(clock.now() - startedAt).toBeLessThan(5_000);
});

test.each<[string, Reply, string[] | null]>([
  [
    "an account that names them",
    json(200, { credential: { capabilities: ["metrics:read"] } }),
    ["metrics:read"],
  ],
  ["an account that names none", json(200, { name: "Example" }), null],
])("the capabilities in %s; null means unknown", async (_, reply, expected) => {
  expect(await bench(() => reply).client.capabilities(options)).toEqual(expected);
});

test("a stop of the only caller ends the request, and is not remembered", async () => {
  const { client, transport } = bench((_, count) =>
    count === 1 ? "hang" : json(200, { credential: ["admin"] }),
  );
  const stop = new AbortController();
  const alone = client.capabilities({ signal: stop.signal });
  await settled();
  stop.abort();
  expect(await alone).toBeNull();
  await settled();
  expect(await client.capabilities(options)).toEqual(["admin"]);
  expect(transport.requests[0]?.signal.aborted).toBe(true);
});
