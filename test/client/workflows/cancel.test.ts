import type { Client } from "../../../src/client";
import { bench, never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { change, clone } from "../kit/records";
import { ChangesService, ClonesService } from "../kit/service";
import { error, json } from "../kit/transport";

const KINDS = [
  {
    noun: "a change",
    path: "/clusters/c1/configuration-changes/ch1",
    key: "configuration_change",
    pending: change({ perform_change_at: START / 1000 + 3_600 }),
    serviceOf: (...records: ReturnType<typeof change>[]) => new ChangesService(...records),
    cancel: (client: Client) => client.cancelChange("c1", "ch1", { signal: never() }),
  },
  {
    noun: "a clone",
    path: "/clusters/c1/cloning-operations/cl1",
    key: "cloning_operation",
    pending: clone(),
    serviceOf: (...records: ReturnType<typeof clone>[]) => new ClonesService(...records),
    cancel: (client: Client) => client.cancelCloningOperation("c1", "cl1", { signal: never() }),
  },
] as const;

describe.each(KINDS)("cancelling $noun", ({ path, key, pending, serviceOf, cancel }) => {
  const [GET, PATCH] = [`GET ${path}`, `PATCH ${path}`];
  const cancelling = (service: ReturnType<typeof serviceOf>) => {
    const { client, transport } = bench(service.handler);
    return { result: cancel(client), transport };
  };
  const scheduled = (given: object = {}) => serviceOf({ ...pending, ...given } as never);

  test("is one PATCH", async () => {
    const { result, transport } = cancelling(scheduled());
    expect(await result).toEqual({ kind: "canceled", record: { ...pending, status: "canceled" } });
    expect(transport.lines).toEqual([PATCH]);
    expect(transport.requests[0]?.body).toBe('{"status":"canceled"}');
  });

  test("refused because it is in progress: begun", async () => {
    const { result, transport } = cancelling(scheduled({ status: "in_progress" }));
    expect(await result).toMatchObject({ kind: "begun", record: { status: "in_progress" } });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test("unknown to the service: missing", async () => {
    expect(await cancelling(serviceOf()).result).toEqual({ kind: "missing" });
  });

  test("accepted with a record that is still pending, and canceled by the next read", async () => {
    const accepted = json(200, { success: true, [key]: pending });
    const { result, transport } = cancelling(scheduled().lose("PATCH", accepted, { done: true }));
    expect(await result).toMatchObject({ kind: "canceled" });
    expect(transport.lines).toEqual([PATCH, GET]);
  });

  test("status 200 with an Error body, and it is still pending: an error, never begun", async () => {
    const { result, transport } = cancelling(scheduled().next("PATCH", () => error(200, "Not today")));
    const failure = { messages: ["Not today"] };
    expect(await rejection(result)).toMatchObject({ kind: "invalid", status: 200, failure });
    expect(transport.lines).toEqual([PATCH, GET]);
  });
});
