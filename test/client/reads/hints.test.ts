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
])("cluster options that are answered with %s: null, and they are not requested again", async (_, reply) => {
  const { client, transport } = bench(() => reply);
  expect(await client.clusterOptions(options)).toBeNull();
  const sent = transport.requests.length;
  expect(await client.clusterOptions(options)).toBeNull();
  expect(transport.requests).toHaveLength(sent);
});

test.each<[string, Reply, string[] | null]>([
  [
    "an account that names them",
    json(200, { credential: { capabilities: ["metrics:read"] } }),
    ["metrics:read"],
  ],
  ["an account that names none", json(200, { name: "Example" }), null],
  ["403", error(403, "Forbidden"), null],
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
