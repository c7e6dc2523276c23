import fc from "fast-check";
import type { ApiError, CloningOperationRecord, CreateCloningOperationBody } from "../../../src/client";
import { MAX_CREATE_REQUESTS } from "../../../src/client/resolve/settling";
import { bench, never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { ClonesService, clone } from "../kit/clones";
import { error, json, RESET, type Reply, text } from "../kit/transport";

const LIST = "GET /clusters/c1/cloning-operations?page=1&per_page=10";
const POST = "POST /clusters/c1/cloning-operations";
const GET = "GET /clusters/c1/cloning-operations/cl1";
const PATCH = "PATCH /clusters/c1/cloning-operations/cl1";
const NOW = START / 1000;
const BODY = { target_region: "frankfurt", search_server_version: "30" } satisfies CreateCloningOperationBody;

const LOSSES: [string, Reply][] = [
  ["reset", RESET],
  ["500", error(500, "oops")],
  ["502 with HTML", text(502, "<html>Bad gateway</html>")],
  ["broken JSON", text(201, '{"success":true,"cloning_operation":{"id":"n')],
  ["a record nobody understands", json(201, { success: true, cloning_operation: { id: 7 } })],
];

/** A client that has read the list once, as a caller who has observed. */
async function observed(service = new ClonesService(), options: Parameters<typeof bench>[1] = {}) {
  const made = bench(service.handler, options);
  await made.client.cloningOperations("c1", { signal: never() });
  made.transport.requests.length = 0;
  const create = (body: CreateCloningOperationBody = BODY) =>
    made.client.createCloningOperation("c1", body, { signal: never() });
  return { ...made, service, create };
}

describe("a clone", () => {
  test("is one POST of what was given", async () => {
    const { create, transport } = await observed();
    expect(await create()).toMatchObject({ id: "new-1", status: "pending", target_region: "frankfurt" });
    expect(transport.lines).toEqual([POST]);
    expect(transport.requests[0]?.body).toBe('{"target_region":"frankfurt","search_server_version":"30"}');
  });

  test("of which nothing is asked has no body", async () => {
    const { create, transport } = await observed();
    expect(await create({})).toMatchObject({ id: "new-1" });
    expect(transport.requests[0]).toMatchObject({ body: null });
    expect(transport.requests[0]?.headers).not.toHaveProperty("content-type");
  });

  test("is understood without an envelope", async () => {
    const service = new ClonesService();
    service.enveloped = false;
    const { create, client } = await observed(service);
    const { id } = await create();
    expect(await client.cancelCloningOperation("c1", id, { signal: never() })).toMatchObject({
      kind: "canceled",
      operation: { id, status: "canceled" },
    });
  });

  test("in the other dialect the version has its name, both ways", async () => {
    const service = new ClonesService();
    const answer = { ...clone(), typesense_server_version: "29.0", search_server_version: undefined };
    service.next("POST", () => json(201, { success: true, cloning_operation: answer }));
    const { create, transport } = await observed(service, { dialect: "typesense-cloud" });
    expect(await create({ search_server_version: "29" })).toMatchObject({ search_server_version: "29.0" });
    expect(transport.requests[0]?.body).toBe('{"typesense_server_version":"29"}');
  });

  test("by a client that has seen no answer yet: it looks first", async () => {
    const { client, transport } = bench(new ClonesService().handler);
    await client.createCloningOperation("c1", BODY, { signal: never() });
    expect(transport.lines).toEqual([LIST, POST]);
  });
});

describe.each(LOSSES)("the answer is lost: %s", (_, reply) => {
  test("the work was done: that is the answer, and nothing is cloned twice", async () => {
    const { create, transport, service } = await observed(
      new ClonesService().lose("POST", reply, { done: true }),
    );
    expect(await create()).toMatchObject({ id: "new-1" });
    expect(transport.lines).toEqual([POST, LIST]);
    expect(service.clones).toHaveLength(1);
  });

  test("the work was not done: sent again after a second look, and there is one clone", async () => {
    const { create, transport, service } = await observed(
      new ClonesService().lose("POST", reply, { done: false }),
    );
    expect(await create()).toMatchObject({ id: "new-1" });
    expect(transport.lines).toEqual([POST, LIST, LIST, POST]);
    expect(service.clones).toHaveLength(1);
  });

  test("the work was done beside clones that are not it", async () => {
    const { create, service } = await observed(new ClonesService().lose("POST", reply, { done: true }));
    service.clones.push(
      clone({ ...BODY, id: "earlier", created_at: NOW - 1 }),
      clone({ ...BODY, id: "elsewhere", target_region: "sydney" }),
      clone({ ...BODY, id: "of another version", search_server_version: "29.0" }),
    );
    expect(await create()).toMatchObject({ id: "new-4" });
    expect(service.clones).toHaveLength(4);
  });
});

describe.each<[string, Reply]>([
  ["no answer in time", "hang"],
  ["a gateway's timeout", error(504, "gateway timeout")],
])("%s: the request may still arrive", (_, reply) => {
  test("nothing there, nothing one poll interval later: sent again", async () => {
    const { create, transport, clock } = await observed(
      new ClonesService().lose("POST", reply, { done: false }),
    );
    await create();
    expect(transport.lines).toEqual([POST, LIST, LIST, POST]);
    expect(clock.slept).toContain(60_000);
  });

  test("it arrives between the two looks: that is the answer", async () => {
    const { create, transport, service } = await observed(
      new ClonesService().lose("POST", reply, { done: false }),
    );
    service.next("GET", (_request, work) => {
      const before = work();
      service.clones.unshift(clone({ ...BODY, id: "late" }));
      return before;
    });
    expect(await create()).toMatchObject({ id: "late" });
    expect(transport.lines).toEqual([POST, LIST, LIST]);
  });
});

test("however answers are lost, and whoever clones something else meanwhile: one clone of ours", async () => {
  const loss = fc.record({
    reply: fc.constantFrom(...LOSSES.map(([, reply]) => reply), "hang" as const, error(504, "late")),
    done: fc.boolean(),
    foreign: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(loss, { maxLength: MAX_CREATE_REQUESTS - 1 }), async (losses) => {
      const { create, service } = await observed();
      for (const [at, { reply, done, foreign }] of losses.entries()) {
        service.next("POST", (_, work) => {
          if (done) work();
          if (foreign) service.clones.unshift(clone({ id: `foreign-${at}`, target_region: "sydney" }));
          return reply;
        });
      }
      const { id } = await create();
      const ours = service.clones.filter(({ target_region }) => target_region === BODY.target_region);
      expect(ours.map((one) => one.id)).toEqual([id]);
    }),
  );
});

describe("what cannot be settled stops, and says what is there", () => {
  test("two that may be it", async () => {
    const { create, service } = await observed(new ClonesService().lose("POST", RESET, { done: false }));
    service.clones.push(clone({ ...BODY, id: "a" }), clone({ ...BODY, id: "b" }));
    const stop = await rejection(create());
    expect(stop).toMatchObject({
      kind: "lost_write",
      ids: ["a", "b"],
      summary: "Could not tell whether a clone of cluster c1 was asked for",
    });
    expect((stop as ApiError).detail.split("\n")).toEqual([
      "POST https://search.example/api/v1/clusters/c1/cloning-operations failed: the connection was reset before the answer was complete (ECONNRESET).",
      "More than one new cloning operation fits what was asked for.",
      "It may be: a, b. If it is, import it as c1/<id> (an import block, or terraform import); if it is not, nothing was made, and you may run again. Look first: each clone is a cluster of its own that is billed until it is terminated.",
    ]);
  });

  test("one without a date", async () => {
    const { create, service } = await observed(new ClonesService().lose("POST", RESET, { done: false }));
    service.clones.push(clone({ ...BODY, id: "a", created_at: null }));
    expect(await rejection(create())).toMatchObject({ kind: "lost_write", ids: ["a"] });
  });

  test("the list cannot be read either", async () => {
    const { create, service } = await observed(new ClonesService().lose("POST", RESET, { done: true }));
    service.next("GET", () => error(403, "restricted"));
    const stop = await rejection(create());
    expect(stop).toMatchObject({ kind: "lost_write", ids: [] });
    expect((stop as ApiError).detail).toContain("answered 403 (restricted)");
    expect((stop as ApiError).detail).toContain("Look at the cloning operations of cluster c1");
  });

  test("one that never works is given up", async () => {
    const { create, service, transport } = await observed();
    for (let times = 0; times < MAX_CREATE_REQUESTS; times += 1)
      service.lose("POST", error(503, "down"), { done: false });
    expect(await rejection(create())).toMatchObject({
      kind: "lost_write",
      summary: "Could not make a clone of cluster c1: the management API answered 503 (down)",
    });
    expect(transport.lines.filter((line) => line === POST)).toHaveLength(MAX_CREATE_REQUESTS);
    expect(service.clones).toEqual([]);
  });
});

describe("what was there before is not taken for ours", () => {
  const lostBefore = () => new ClonesService().lose("POST", RESET, { done: false });

  test("because this client has seen it", async () => {
    const service = lostBefore();
    service.clones.push(clone({ ...BODY, id: "known" }));
    const { create } = await observed(service);
    expect(await create()).toMatchObject({ id: "new-2" });
  });

  test("because the caller knows it", async () => {
    const { client, service } = await observed(lostBefore());
    service.clones.push(clone({ ...BODY, id: "known" }));
    const options = { signal: never(), isKnown: (id: string) => id === "known" };
    expect(await client.createCloningOperation("c1", BODY, options)).toMatchObject({ id: "new-2" });
  });

  test("because it is the result of another request of this process", async () => {
    const { create, service } = await observed();
    await create();
    service.lose("POST", RESET, { done: false });
    expect(await create()).toMatchObject({ id: "new-2" });
    expect(service.clones).toHaveLength(2);
  });
});

test.each([
  [400, "invalid", "target_region is not a region"],
  [402, "payment", "No payment method"],
  [409, "refused", "A change is in progress"],
  [422, "refused", "The cluster is not in service"],
])("%d is thrown as it is, and nothing is sent again", async (status, kind, message) => {
  const { create, service, transport } = await observed();
  service.next("POST", () => error(status, message));
  expect(await rejection(create())).toMatchObject({ kind, status, serverMessage: message });
  expect(transport.lines).toEqual([POST]);
});

describe("reading", () => {
  test("all pages are read; the newest comes first, in whatever order they were listed", async () => {
    const service = new ClonesService();
    const ages = Array.from({ length: 25 }, (_, at) => (at * 7) % 25);
    service.clones.push(...ages.map((age) => clone({ id: `cl${age}`, created_at: NOW - age })));
    const { client, transport } = bench(service.handler);
    const all = await client.cloningOperations("c1", { signal: never() });
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, age) => `cl${age}`));
    expect(transport.lines).toHaveLength(3);
  });

  test("a record, and null for 404", async () => {
    const service = new ClonesService();
    service.clones.push(clone());
    const { client } = bench(service.handler);
    expect(await client.readCloningOperation("c1", "cl1", { signal: never() })).toEqual(clone());
    expect(await client.readCloningOperation("c1", "nothing", { signal: never() })).toBeNull();
  });

  test("403 is thrown", async () => {
    const { client } = bench(() => error(403, "no"));
    const reading = client.readCloningOperation("c1", "cl1", { signal: never() });
    expect(await rejection(reading)).toMatchObject({ kind: "auth" });
  });
});

describe("cancelling", () => {
  const cancel = (service: ClonesService) => {
    const made = bench(service.handler);
    return { ...made, result: made.client.cancelCloningOperation("c1", "cl1", { signal: never() }) };
  };
  const with_ = (given: Partial<CloningOperationRecord> = {}) => {
    const service = new ClonesService();
    service.clones.push(clone(given));
    return service;
  };

  test("is one PATCH", async () => {
    const { result, transport } = cancel(with_());
    expect(await result).toEqual({ kind: "canceled", operation: clone({ status: "canceled" }) });
    expect(transport.lines).toEqual([PATCH]);
    expect(transport.requests[0]?.body).toBe('{"status":"canceled"}');
  });

  test.each([
    ["in_progress", "begun"],
    ["succeeded", "ended"],
    ["failed", "ended"],
    ["canceled", "canceled"],
  ])("what is %s: %s", async (status, kind) => {
    const { result, transport } = cancel(with_({ status }));
    expect(await result).toEqual({ kind, operation: clone({ status }) });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test.each([400, 409, 422])(
    "refused with %d while it still reads pending: about to begin",
    async (status) => {
      const { result } = cancel(with_().next("PATCH", () => error(status, "Too late")));
      expect(await result).toEqual({ kind: "begun", operation: clone() });
    },
  );

  test("404: missing", async () => {
    expect(await cancel(new ClonesService()).result).toEqual({ kind: "missing" });
  });

  test.each(LOSSES)("the answer is lost (%s), the work was done: the look shows it", async (_, reply) => {
    const { result, transport } = cancel(with_().lose("PATCH", reply, { done: true }));
    expect(await result).toMatchObject({ kind: "canceled" });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test.each(LOSSES)("the answer is lost (%s), the work was not done: sent again", async (_, reply) => {
    const { result, transport } = cancel(with_().lose("PATCH", reply, { done: false }));
    expect(await result).toMatchObject({ kind: "canceled" });
    expect(transport.lines).toEqual([PATCH, GET, PATCH]);
  });
});

describe("waiting", () => {
  const MINUTE = 60_000;
  const waiting = (answering: (minutes: number) => Reply, given: { firstLookAfter?: number } = {}) => {
    const looks: number[] = [];
    const seen: string[] = [];
    const made = bench(() => {
      const at = (made.clock.now() - START) / MINUTE;
      looks.push(at);
      return answering(at);
    });
    const result = made.client.waitForCloningOperation("c1", "cl1", {
      describe: "the clone of cluster c1 to be done",
      deadline: START + 20 * MINUTE,
      signal: never(),
      onLook: ({ status }) => seen.push(status),
      ...given,
    });
    return { result, looks, seen };
  };
  const answering = (status: string) => json(200, clone({ status }));

  test.each(["succeeded", "failed", "canceled"])("%s is an end; the caller judges", async (end) => {
    const { result, looks, seen } = waiting((at) =>
      answering(at < 1 ? "pending" : at < 3 ? "in_progress" : end),
    );
    expect(await result).toEqual(clone({ status: end }));
    expect(looks).toEqual([0, 1, 2, 3]);
    expect(seen).toEqual(["pending", "in_progress", "in_progress", end]);
  });

  test("the first look can be put off", async () => {
    const { result, looks } = waiting(() => answering("succeeded"), { firstLookAfter: MINUTE });
    await result;
    expect(looks).toEqual([1]);
  });

  test("404 for a while is not yet", async () => {
    const { result, looks } = waiting((at) => (at < 2 ? error(404, "No") : answering("succeeded")));
    expect(await result).toMatchObject({ status: "succeeded" });
    expect(looks).toEqual([0, 1, 2]);
  });

  test("404 for good ends it", async () => {
    expect(await rejection(waiting(() => error(404, "No")).result)).toMatchObject({ kind: "not_found" });
  });

  test("the deadline ends it, with the record as it was", async () => {
    expect(await rejection(waiting(() => answering("in_progress")).result)).toMatchObject({
      name: "WaitTimeout",
      lastAnswer: { id: "cl1", status: "in_progress" },
      summary: "Timed out after 20 min waiting for the clone of cluster c1 to be done",
    });
  });
});
