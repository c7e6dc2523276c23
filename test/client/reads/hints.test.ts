import { bench, never } from "../kit/client";
import { settled } from "../kit/clock";
import { error, json, RESET, type Reply } from "../kit/transport";

const OPTIONS = {
  regions: [{ name: "oregon", available: true }],
  memory: { "8_gb": ["4_vcpus"] },
  free_tier: null,
};

const options = { signal: never() };

describe("the cluster options", () => {
  test("are the raw object, read once and shared", async () => {
    const { client, transport } = bench(() => json(200, OPTIONS));
    const [first, second] = await Promise.all([
      client.clusterOptions(options),
      client.clusterOptions(options),
    ]);
    expect(first).toEqual(OPTIONS);
    expect(second).toBe(first);
    expect(await client.clusterOptions(options)).toBe(first);
    expect(transport.lines).toEqual(["GET /cluster-options"]);
  });

  test.each<[string, Reply]>([
    ["403", error(403, "Forbidden")],
    ["500 to the end", error(500, "oops")],
    ["no connection", RESET],
    ["a list", json(200, [OPTIONS])],
  ])("%s: null, and they are not asked for again", async (_, reply) => {
    const { client, transport } = bench(() => reply);
    expect(await client.clusterOptions(options)).toBeNull();
    const sent = transport.requests.length;
    expect(await client.clusterOptions(options)).toBeNull();
    expect(transport.requests).toHaveLength(sent);
  });
});

describe("the capabilities", () => {
  test("are read once and shared", async () => {
    const { client, transport } = bench(() => json(200, { credential: { capabilities: ["clusters:read"] } }));
    expect(await client.capabilities(options)).toEqual(["clusters:read"]);
    expect(await client.capabilities(options)).toEqual(["clusters:read"]);
    expect(transport.lines).toEqual(["GET /account"]);
  });

  test.each<[string, Reply]>([
    ["an account that names none", json(200, { name: "Example" })],
    ["403", error(403, "Forbidden")],
    ["no connection", RESET],
  ])("%s: null, which means unknown", async (_, reply) => {
    const { client } = bench(() => reply);
    expect(await client.capabilities(options)).toBeNull();
  });
});

test.each(["clusterOptions", "capabilities"] as const)(
  "%s: a stop of the first caller neither fails the others nor is remembered",
  async (hint) => {
    let answer: (reply: Reply) => void = () => undefined;
    const { client, transport } = bench(
      () =>
        new Promise<Reply>((resolve) => {
          answer = resolve;
        }),
    );
    const stop = new AbortController();
    const first = client[hint]({ signal: stop.signal });
    const second = client[hint](options);
    await settled();
    stop.abort();
    expect(await first).toBeNull();
    answer(json(200, { credential: ["admin"] }));
    expect(await second).not.toBeNull();
    expect(transport.requests).toHaveLength(1);

    const { client: other, transport: once } = bench((_, count) =>
      count === 1 ? "hang" : json(200, { credential: ["admin"] }),
    );
    const stopped = new AbortController();
    const alone = other[hint]({ signal: stopped.signal });
    await settled();
    stopped.abort();
    expect(await alone).toBeNull();
    expect(await other[hint](options)).not.toBeNull();
    expect(once.requests[0]?.signal.aborted).toBe(true);
  },
);
