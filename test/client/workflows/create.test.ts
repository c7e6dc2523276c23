import { ApiError, type CreateConfigurationChangeBody } from "../../../src/client";
import { MAX_CREATE_REQUESTS } from "../../../src/client/resolve/settling";
import { ChangesService, change } from "../kit/changes";
import { bench, never, rejection } from "../kit/client";
import { START, settled, TestClock } from "../kit/clock";
import { error, json, RESET, type Reply, text } from "../kit/transport";

const LIST = "GET /clusters/c1/configuration-changes?page=1&per_page=10";
const POST = "POST /clusters/c1/configuration-changes";
const BODY = {
  perform_change_at: START / 1000 + 30,
  new_memory: "16_gb",
  new_vcpu: "4_vcpus",
} satisfies CreateConfigurationChangeBody;

/** How an answer gets lost; the work is done or not. */
const LOSSES: [string, Reply][] = [
  ["reset", RESET],
  ["500", error(500, "oops")],
  ["502 with HTML", text(502, "<html>Bad gateway</html>")],
  ["HTML with status 201", text(201, "<html>")],
  ["broken JSON", text(201, '{"success":true,"configuration_change":{"id":"n')],
  ["a record nobody understands", json(201, { success: true, configuration_change: { id: 7 } })],
];

/** A client that has read the list once, as a caller who has observed. */
async function observed(service = new ChangesService(), options: Parameters<typeof bench>[1] = {}) {
  const made = bench(service.handler, options);
  await made.client.changes("c1", { signal: never() });
  made.transport.requests.length = 0;
  const create = (body: CreateConfigurationChangeBody = BODY, signal = never()) =>
    made.client.createChange("c1", body, { signal });
  return { ...made, service, create };
}

test("a change is one POST of what was given", async () => {
  const { create, transport } = await observed();
  expect(await create()).toMatchObject({ id: "new-1", status: "pending", new_memory: "16_gb" });
  expect(transport.lines).toEqual([POST]);
  expect(transport.requests[0]?.body).toBe(
    '{"perform_change_at":1767225630,"new_memory":"16_gb","new_vcpu":"4_vcpus"}',
  );
});

test("a client that has seen no answer yet looks first, for the server's time and what there is", async () => {
  const { client, transport } = bench(new ChangesService().handler);
  await client.createChange("c1", BODY, { signal: never() });
  expect(transport.lines).toEqual([LIST, POST]);
});

test("in the other dialect the version has its name", async () => {
  const { create, transport } = await observed(new ChangesService(), { dialect: "typesense-cloud" });
  await create({ perform_change_at: 1_767_225_630, new_search_server_version: "30.1" });
  expect(transport.requests[0]?.body).toBe(
    '{"perform_change_at":1767225630,"new_typesense_server_version":"30.1"}',
  );
});

test("a moment can be chosen when the request has passed the budget", async () => {
  const service = new ChangesService();
  const { client, clock, transport } = await observed(service, { requestsPerMinute: 1 });
  const made = await client.createChange(
    "c1",
    (serverNow) => ({ ...BODY, perform_change_at: Math.ceil(serverNow / 1000) + 30 }),
    { signal: never() },
  );
  expect(clock.now()).toBe(START + 60_000);
  expect(transport.lines).toEqual([POST]);
  expect(made.perform_change_at).toBe(START / 1000 + 90);
});

test("and is chosen anew after a 429", async () => {
  const { client, service, transport } = await observed();
  service.next("POST", () => error(429, "slow down", { "retry-after": "60" }));
  const body = (serverNow: number) => ({ ...BODY, perform_change_at: Math.floor(serverNow / 1000) + 30 });
  expect(await client.createChange("c1", body, { signal: never() })).toMatchObject({
    perform_change_at: START / 1000 + 90,
  });
  expect(transport.requests.map(({ body: sent }) => JSON.parse(sent ?? "").perform_change_at)).toEqual([
    START / 1000 + 30,
    START / 1000 + 90,
  ]);
});

test("what the choice of the moment throws is thrown, nothing is sent, and the budget is left in order", async () => {
  const { client, create, transport } = await observed();
  const body = () => {
    throw new Error("the window never opens");
  };
  expect(await rejection(client.createChange("c1", body, { signal: never() }))).toEqual(
    new Error("the window never opens"),
  );
  expect(transport.lines).toEqual([]);
  expect(await create()).toMatchObject({ id: "new-1" });
});

describe.each(LOSSES)("the answer is lost: %s", (_, reply) => {
  test("the work was done: that is the answer, and nothing is sent twice", async () => {
    const { create, transport, service } = await observed(
      new ChangesService().lose("POST", reply, { done: true }),
    );
    expect(await create()).toMatchObject({ id: "new-1" });
    expect(transport.lines).toEqual([POST, LIST]);
    expect(service.changes).toHaveLength(1);
  });

  test("the work was not done: sent again, and there is one change", async () => {
    const { create, transport, service } = await observed(
      new ChangesService().lose("POST", reply, { done: false }),
    );
    expect(await create()).toMatchObject({ id: "new-1" });
    expect(transport.lines).toEqual([POST, LIST, POST]);
    expect(service.changes).toHaveLength(1);
  });
});

describe.each<[string, Reply]>([
  ["no answer in time", "hang"],
  ["a gateway's timeout", error(504, "gateway timeout")],
])("%s: the request may still arrive", (_, reply) => {
  test("it arrived: that is the answer at the first look", async () => {
    const { create, transport } = await observed(new ChangesService().lose("POST", reply, { done: true }));
    expect(await create()).toMatchObject({ id: "new-1" });
    expect(transport.lines).toEqual([POST, LIST]);
  });

  test("nothing there, nothing one poll interval later: sent again", async () => {
    const { create, transport, clock, service } = await observed(
      new ChangesService().lose("POST", reply, { done: false }),
    );
    await create();
    expect(transport.lines).toEqual([POST, LIST, LIST, POST]);
    expect(clock.slept).toContain(60_000);
    expect(service.changes).toHaveLength(1);
  });

  test("it arrives between the two looks: that is the answer", async () => {
    const { create, transport, service } = await observed(
      new ChangesService().lose("POST", reply, { done: false }),
    );
    service.next("GET", (_request, work) => {
      const before = work();
      service.changes.unshift(change({ ...BODY, id: "late" }));
      return before;
    });
    expect(await create()).toMatchObject({ id: "late" });
    expect(transport.lines).toEqual([POST, LIST, LIST]);
  });
});

describe("a repetition is refused", () => {
  const arrivesLate = (late: Parameters<typeof change>[0]) => {
    const service = new ChangesService().lose("POST", RESET, { done: false });
    service.next("POST", (_, work) => {
      service.changes.unshift(change(late));
      return work();
    });
    return observed(service);
  };

  test("because the first one has arrived after all: that is the answer", async () => {
    const { create, transport } = await arrivesLate({ ...BODY, id: "late" });
    expect(await create()).toMatchObject({ id: "late" });
    expect(transport.lines).toEqual([POST, LIST, POST, LIST]);
  });

  test("because of somebody else's: the refusal is thrown", async () => {
    const { create, transport } = await arrivesLate({ new_memory: "32_gb", id: "foreign" });
    expect(await rejection(create())).toMatchObject({ kind: "refused", status: 422 });
    expect(transport.lines).toEqual([POST, LIST, POST, LIST]);
  });
});

describe("what cannot be settled stops, and says what is there", () => {
  test("two that may be it", async () => {
    const { create, service } = await observed(new ChangesService().lose("POST", RESET, { done: false }));
    service.changes.push(change({ ...BODY, id: "a" }), change({ ...BODY, id: "b" }));
    const stop = await rejection(create());
    expect(stop).toBeInstanceOf(ApiError);
    expect(stop).toMatchObject({
      kind: "lost_write",
      ids: ["a", "b"],
      summary: "Could not tell whether a configuration change of cluster c1 was scheduled",
    });
    expect((stop as ApiError).detail.split("\n")).toEqual([
      "POST https://search.example/api/v1/clusters/c1/configuration-changes failed: the connection was reset before the answer was complete (ECONNRESET).",
      "More than one new configuration change fits what was asked for.",
      "It may be: a, b. Plan again before you apply again: the plan takes into account what is pending at the service, whoever made it.",
    ]);
  });

  test("one that the client has seen before is not taken for ours", async () => {
    const service = new ChangesService().lose("POST", RESET, { done: false });
    service.changes.push(change({ ...BODY, id: "known", status: "canceled" }));
    const { create, transport } = await observed(service);
    expect(await create()).toMatchObject({ id: "new-2" });
    expect(transport.lines).toEqual([POST, LIST, POST]);
  });

  test("nor is one that the caller knows", async () => {
    const { client, service } = await observed(new ChangesService().lose("POST", RESET, { done: false }));
    service.changes.push(change({ ...BODY, id: "known", status: "canceled" }));
    const isKnown = (id: string) => id === "known";
    expect(await client.createChange("c1", BODY, { signal: never(), isKnown })).toMatchObject({
      id: "new-2",
    });
  });

  test("nor is one of the same id at another cluster known", async () => {
    const service = new ChangesService().lose("POST", RESET, { done: true });
    const { client } = await observed(service);
    service.next("GET", () => json(200, change({ id: "new-1" })));
    expect(await client.readChange("c2", "new-1", { signal: never() })).toMatchObject({ id: "new-1" });
    expect(await client.createChange("c1", BODY, { signal: never() })).toMatchObject({ id: "new-1" });
  });

  test("nor is what another request of this process has got, and somebody cancelled", async () => {
    const { create, service } = await observed();
    await create();
    Object.assign(service.changes[0] ?? {}, { status: "canceled" });
    service.lose("POST", RESET, { done: false });
    expect(await create()).toMatchObject({ id: "new-2" });
  });

  test("the list cannot be read either", async () => {
    const { create, service } = await observed(new ChangesService().lose("POST", RESET, { done: true }));
    service.next("GET", () => error(403, "restricted"));
    expect(await rejection(create())).toMatchObject({
      kind: "lost_write",
      ids: [],
      detail: expect.stringContaining("answered 403 (restricted)"),
    });
  });

  test("one that never works is given up", async () => {
    const { create, service, transport } = await observed();
    for (let times = 0; times < MAX_CREATE_REQUESTS; times += 1)
      service.lose("POST", error(503, "down"), { done: false });
    expect(await rejection(create())).toMatchObject({
      kind: "lost_write",
      summary:
        "Could not schedule a configuration change of cluster c1: the management API answered 503 (down)",
      detail: expect.stringContaining("No such configuration change has appeared"),
    });
    expect(transport.lines.filter((line) => line === POST)).toHaveLength(MAX_CREATE_REQUESTS);
  });

  test("a stop lets the POST go on for a few seconds, then says to plan again", async () => {
    const clock = new TestClock("manual");
    const { create, service } = await observed(new ChangesService(), { clock });
    service.lose("POST", "hang", { done: true });
    const stop = new AbortController();
    const stopped = rejection(create(BODY, stop.signal));
    await settled();
    stop.abort();
    await clock.advance(10_000);
    expect(await stopped).toMatchObject({
      kind: "lost_write",
      detail: expect.stringContaining("The run was stopped before the list of configuration changes"),
    });
  });
});

test.each([
  [400, "invalid", "perform_change_at must be in the future"],
  [402, "payment", "No payment method"],
  [409, "refused", "A change is in progress"],
  [422, "refused", "The cluster is not in service"],
])("%d is thrown as it is, and nothing is sent again", async (status, kind, message) => {
  const { create, service, transport } = await observed();
  service.next("POST", () => error(status, message));
  expect(await rejection(create())).toMatchObject({ kind, status, serverMessage: message });
  expect(transport.lines).toEqual([POST]);
});
