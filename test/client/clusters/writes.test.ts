import type { ApiError } from "../../../src/client";
import { MAX_WRITE_REQUESTS } from "../../../src/client/resolve/resolve";
import { Account, cluster } from "../kit/account";
import { bench, never, rejection } from "../kit/client";
import { error, json, RESET, type Reply, text } from "../kit/transport";

const GET = "GET /clusters/c1";
const PATCH = "PATCH /clusters/c1";
const TERMINATE = "POST /clusters/c1/lifecycle";

function existing(given: Parameters<typeof cluster>[0] = {}) {
  const account = new Account();
  account.clusters.push(cluster(given));
  return account;
}

/** The next write is lost this way; its work is done or not. */
const lose = (account: Account, method: string, reply: Reply, done: boolean) =>
  account.next(method, (_, work) => {
    if (done) work();
    return reply;
  });

const LOSSES: [string, Reply][] = [
  ["reset", RESET],
  ["500", error(500, "oops")],
  ["no answer in time", "hang"],
  ["HTML", text(200, "<html>")],
];

describe("updateCluster", () => {
  const update = (account: Account) => {
    const made = bench(account.handler);
    return { ...made, result: made.client.updateCluster("c1", { name: "renamed" }, { signal: never() }) };
  };

  test("is one PATCH", async () => {
    const { result, transport } = update(existing());
    expect(await result).toMatchObject({ id: "c1", name: "renamed" });
    expect(transport.lines).toEqual([PATCH]);
    expect(transport.requests[0]?.body).toBe('{"name":"renamed"}');
  });

  test.each(LOSSES)("%s, done: the look shows it, nothing is sent again", async (_, reply) => {
    const { result, transport } = update(lose(existing(), "PATCH", reply, true));
    expect(await result).toMatchObject({ name: "renamed" });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test.each(LOSSES)("%s, not done: sent again", async (_, reply) => {
    const { result, transport } = update(lose(existing(), "PATCH", reply, false));
    expect(await result).toMatchObject({ name: "renamed" });
    expect(transport.lines).toEqual([PATCH, GET, PATCH]);
  });

  test("status 200 with an Error body is an error, and is not sent again", async () => {
    const account = existing().next("PATCH", () => error(200, "Name is too long"));
    const { result, transport } = update(account);
    const failed = await rejection(result);
    expect(failed).toMatchObject({ kind: "invalid", status: 200, serverMessage: "Name is too long" });
    expect((failed as ApiError).summary).toBe(
      "Could not update cluster c1: the management API answered 200 (Name is too long)",
    );
    expect(transport.lines).toEqual([PATCH]);
  });

  test("never done: given up, with what was seen", async () => {
    const account = existing();
    for (let times = 0; times < MAX_WRITE_REQUESTS; times += 1) lose(account, "PATCH", RESET, false);
    expect(await rejection(update(account).result)).toMatchObject({
      kind: "lost_write",
      detail: expect.stringContaining("each time the cluster showed no effect"),
    });
  });

  test("lost, and the cluster is gone", async () => {
    const account = existing().next("PATCH", () => {
      account.clusters.length = 0;
      return RESET;
    });
    expect(await rejection(update(account).result)).toMatchObject({ kind: "not_found" });
  });

  test("lost, and the cluster is on its way out", async () => {
    const account = lose(existing({ status: "deprovisioning" }), "PATCH", RESET, false);
    expect(await rejection(update(account).result)).toMatchObject({
      kind: "lost_write",
      detail: expect.stringContaining("deprovisioning"),
    });
  });

  test("lost, and the look fails", async () => {
    const account = lose(existing(), "PATCH", RESET, true).next("GET", () => error(403, "no"));
    expect(await rejection(update(account).result)).toMatchObject({
      kind: "lost_write",
      detail: expect.stringContaining("answered 403"),
    });
  });
});

describe("terminateCluster", () => {
  const terminate = (account: Account) => {
    const made = bench(account.handler);
    return { ...made, result: made.client.terminateCluster("c1", { signal: never() }) };
  };

  test("is one POST", async () => {
    const { result, transport } = terminate(existing());
    expect(await result).toEqual({ kind: "initiated" });
    expect(transport.lines).toEqual([TERMINATE]);
    expect(transport.requests[0]?.body).toBe('{"lifecycle_action":"terminate"}');
  });

  test.each(LOSSES)("%s, done: the look shows it, nothing is sent again", async (_, reply) => {
    const { result, transport } = terminate(lose(existing(), "POST", reply, true));
    expect(await result).toMatchObject({ kind: "leaving", cluster: { status: "deprovisioning" } });
    expect(transport.lines).toEqual([TERMINATE, GET]);
  });

  test.each(LOSSES)("%s, not done: sent again", async (_, reply) => {
    const { result, transport } = terminate(lose(existing(), "POST", reply, false));
    expect(await result).toEqual({ kind: "initiated" });
    expect(transport.lines).toEqual([TERMINATE, GET, TERMINATE]);
  });

  test.each<[number, string]>([
    [422, "deprovisioning"],
    [422, "terminated"],
    [404, "terminated"],
  ])("%d while the cluster reads %s is done", async (status, reads) => {
    const account = existing({ status: reads }).next("POST", () => error(status, "Not in this state"));
    const { result, transport } = terminate(account);
    expect(await result).toMatchObject({ kind: "leaving", cluster: { status: reads } });
    expect(transport.lines).toEqual([TERMINATE, GET]);
  });

  test.each([404, 422])("%d while the cluster answers 404 says so", async (status) => {
    const account = new Account().next("POST", () => error(status, "No"));
    const { result } = terminate(account);
    expect(await result).toMatchObject({ kind: "missing", error: { kind: "not_found", status: 404 } });
  });

  test.each<[number, string]>([
    [422, "refused"],
    [404, "not_found"],
  ])("%d while the cluster is in service is the error it is", async (status, kind) => {
    const account = existing().next("POST", () => error(status, "A change is in progress"));
    expect(await rejection(terminate(account).result)).toMatchObject({
      kind,
      status,
      operation: "terminateCluster",
      serverMessage: "A change is in progress",
    });
  });

  test("403 names the capability and the presets", async () => {
    const body = { success: false, message: "Forbidden", required_capability: "clusters:terminate" };
    const account = existing().next("POST", () => json(403, body));
    const { result, transport } = terminate(account);
    expect(await rejection(result)).toMatchObject({
      requiredCapability: "clusters:terminate",
      detail: expect.stringContaining(
        "The key lacks the capability clusters:terminate; keys created from these presets have it: admin.",
      ),
    });
    expect(transport.lines).toEqual([TERMINATE]);
  });
});
