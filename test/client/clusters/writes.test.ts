import { bench, never, rejection } from "../kit/client";
import { cluster } from "../kit/records";
import { Account } from "../kit/service";
import { error, RESET } from "../kit/transport";

/** The writes of clusters. Lost and rejected writes in general are tested in test/client/resolve. */

const PATCH = "PATCH /clusters/c1";
const TERMINATE = "POST /clusters/c1/lifecycle";

function existing(given: Parameters<typeof cluster>[0] = {}) {
  const account = new Account();
  account.records.push(cluster(given));
  return account;
}

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

  test("lost, and the cluster is gone", async () => {
    const account = existing().next("PATCH", () => {
      account.records.length = 0;
      return RESET;
    });
    expect(await rejection(update(account).result)).toMatchObject({ kind: "not_found" });
  });

  test("lost, and the cluster is being terminated", async () => {
    const account = existing({ status: "deprovisioning" }).lose("PATCH", RESET, { done: false });
    expect(await rejection(update(account).result)).toMatchObject({
      kind: "lost_write",
      detail: expect.stringContaining("deprovisioning"),
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

  test.each([
    [422, "deprovisioning"],
    [400, "deprovisioning"],
    [404, "terminated"],
  ])("%d while the cluster reads %s is done", async (status, reads) => {
    const account = existing({ status: reads }).next("POST", () => error(status, "Not in this state"));
    expect(await terminate(account).result).toMatchObject({ kind: "leaving", cluster: { status: reads } });
  });

  test("422 while the cluster answers 404: missing", async () => {
    const { result } = terminate(new Account().next("POST", () => error(422, "No")));
    expect(await result).toMatchObject({ kind: "missing", error: { kind: "not_found", status: 404 } });
  });

  test.each([422, 404])("%d while the cluster is in service is reported as it is", async (status) => {
    const account = existing().next("POST", () => error(status, "A change is in progress"));
    expect(await rejection(terminate(account).result)).toMatchObject({
      status,
      operation: "terminateCluster",
      failure: { messages: ["A change is in progress"] },
    });
  });
});
