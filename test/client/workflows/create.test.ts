import type { ApiError, Client, ClientOptions, CreateConfigurationChangeBody } from "../../../src/client";
import { bench, never, rejection } from "../kit/client";
import { START, type TestClock } from "../kit/clock";
import { change, clone } from "../kit/records";
import { ChangesService, ClonesService } from "../kit/service";
import { error, json, RESET } from "../kit/transport";

const BODY = {
  perform_change_at: START / 1000 + 30,
  new_memory: "16_gb",
  new_vcpu: "4_vcpus",
} satisfies CreateConfigurationChangeBody;

type Options = Parameters<Client["createChange"]>[2];

const changes = {
  noun: "a change",
  path: "/clusters/c1/configuration-changes",
  sent: '{"perform_change_at":1767225630,"new_memory":"16_gb","new_vcpu":"4_vcpus"}',
  start() {
    const service = new ChangesService();
    return {
      service,
      records: service.records as { id: string; status: string }[],
      like: (id: string, given: object = {}) => change({ ...BODY, id, ...given }),
    };
  },
  list: (client: Client) => client.changes("c1", { signal: never() }),
  create: (client: Client, options: Options) => client.createChange("c1", BODY, options),
  readElsewhere: (client: Client) => client.readChange("c2", "new-1", { signal: never() }),
  lines: [
    "Could not tell whether a configuration change of cluster c1 was scheduled",
    "More than one new configuration change fits the request.",
    "It may be: a, b. Plan again before you apply again: the plan takes into account what is pending at the service, whoever scheduled it.",
  ],
};

const CLONE_BODY = { target_region: "paris" };
const clones: Omit<typeof changes, "start"> & { start(): ReturnType<typeof changes.start> } = {
  noun: "a clone",
  path: "/clusters/c1/cloning-operations",
  sent: '{"target_region":"paris"}',
  start() {
    const service = new ClonesService();
    return {
      service: service as never,
      records: service.records,
      like: (id: string, given: object = {}) => clone({ ...CLONE_BODY, id, ...given }) as never,
    };
  },
  list: (client) => client.cloningOperations("c1", { signal: never() }) as never,
  create: (client, options) => client.createCloningOperation("c1", CLONE_BODY, options) as never,
  readElsewhere: (client) => client.readCloningOperation("c2", "new-1", { signal: never() }) as never,
  lines: [
    "Could not tell whether a clone of cluster c1 was requested",
    "More than one new cloning operation fits the request.",
    "It may be: a, b. Each clone is a cluster of its own that is billed until it is terminated: look first. If it is one of these, import it as c1/<id> (an import block, or terraform import); if it is not, nothing was cloned, and you may run again.",
  ],
};

describe.each([changes, clones])("creating $noun", (kind) => {
  const LIST = `GET ${kind.path}?page=1&per_page=10`;
  const POST = `POST ${kind.path}`;

  /** A client that has read the list once, as a caller who has observed. */
  async function observed(options: Partial<ClientOptions> & { readonly clock?: TestClock } = {}) {
    const started = kind.start();
    const made = bench(started.service.handler, options);
    await kind.list(made.client);
    made.transport.requests.length = 0;
    const create = (given: Partial<Options> = {}) => kind.create(made.client, { signal: never(), ...given });
    return { ...made, ...started, create };
  }

  test("is one POST of the given body", async () => {
    const { create, transport } = await observed();
    expect(await create()).toMatchObject({ id: "new-1", status: "pending" });
    expect(transport.lines).toEqual([POST]);
    expect(transport.requests[0]?.body).toBe(kind.sent);
  });

  test("by a client that has seen no answer yet: it reads first, for the server's time and what exists", async () => {
    const { client, transport } = bench(kind.start().service.handler);
    await kind.create(client, { signal: never() });
    expect(transport.lines).toEqual([LIST, POST]);
  });

  test("lost, and two may be it: an error with both", async () => {
    const { create, service, records, like } = await observed();
    service.lose("POST", RESET, { done: false });
    records.push(like("a"), like("b"));
    const stop = (await rejection(create())) as ApiError;
    expect(stop).toMatchObject({ kind: "lost_write", ids: ["a", "b"] });
    expect([stop.summary, ...stop.detail.split("\n").slice(1)]).toEqual(kind.lines);
  });

  test.each(["seen by this client", "known to the caller", "the result of another request"])(
    "lost and not done: what existed before is not taken for ours, because it is %s",
    async (why) => {
      const { client, create, service, records, like } = await observed();
      if (why === "the result of another request") await create();
      else records.push(like("known"));
      Object.assign(records[0] ?? {}, { status: "canceled" });
      if (why === "seen by this client") await kind.list(client);
      service.lose("POST", RESET, { done: false });
      const isKnown = (id: string) => why === "known to the caller" && id === "known";
      expect(await create({ isKnown })).toMatchObject({ id: "new-2" });
    },
  );

  test("lost and done: a record of the same id at another cluster is not known", async () => {
    const { client, create, service, like } = await observed();
    service.next("GET", () => json(200, like("new-1")));
    expect(await kind.readElsewhere(client)).toMatchObject({ id: "new-1" });
    service.lose("POST", RESET, { done: true });
    expect(await create()).toMatchObject({ id: "new-1" });
  });
});

test("a clone of nothing in particular is a POST without a body, and may be answered without an envelope", async () => {
  const service = new ClonesService();
  service.enveloped = false;
  const { client, transport } = bench(service.handler);
  expect(await client.createCloningOperation("c1", {}, { signal: never() })).toMatchObject({ id: "new-1" });
  expect(transport.requests.at(-1)?.body).toBeNull();
});

describe("the moment of a change", () => {
  const startChange = (options: Partial<ClientOptions> = {}) => {
    const service = new ChangesService();
    return { ...bench(service.handler, options), service };
  };
  const body = (serverNow: number) => ({ ...BODY, perform_change_at: Math.ceil(serverNow / 1000) + 30 });

  test("is chosen when the request has passed the budget, and again after a 429", async () => {
    const { client, service, transport } = startChange({ requestsPerMinute: 1 });
    service.next("POST", () => error(429, "slow down", { "retry-after": "60" }));
    const created = await client.createChange("c1", body, { signal: never() });
    const sent = transport.requests
      .slice(1)
      .map(({ body: text }) => JSON.parse(text ?? "").perform_change_at);
    // The list that is read first takes the budget of the first minute.
    expect(sent[0]).toBe(START / 1000 + 90);
    expect(sent[1]).toBeGreaterThanOrEqual(START / 1000 + 150);
    expect(created.perform_change_at).toBe(sent[1]);
  });

  test("an error of its choice is thrown, nothing is sent, and the budget stays intact", async () => {
    const { client, transport } = startChange();
    const closed = new Error("the window never opens");
    const choose = () => {
      throw closed;
    };
    expect(await rejection(client.createChange("c1", choose, { signal: never() }))).toBe(closed);
    expect(transport.lines.filter((line) => line.startsWith("POST"))).toEqual([]);
    expect(await client.createChange("c1", BODY, { signal: never() })).toMatchObject({ id: "new-1" });
  });
});
