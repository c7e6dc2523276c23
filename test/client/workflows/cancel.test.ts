import type { ApiError, Client } from "../../../src/client";
import { failure } from "../../../src/client/messages/error";
import { explain } from "../../../src/client/messages/explain";
import { judgeCancel } from "../../../src/client/workflows/judge";
import { BASE_URL, bench, never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { change, clone } from "../kit/records";
import { ChangesService, ClonesService } from "../kit/service";
import { error, json } from "../kit/transport";

const HOUR = 3_600;
const NOW = START / 1000;

const refusal = (kind: "refused" | "invalid" | "not_found", status: number): ApiError =>
  explain(
    { operation: "cancelConfigurationChange", pathParameters: {}, path: "/", baseUrl: BASE_URL },
    failure(kind, { status }),
  );
const REFUSED = refusal("refused", 422);

describe("what a read says of a cancel", () => {
  test.each<[string, number | null, ApiError | null, string | null]>([
    ["canceled", NOW + HOUR, REFUSED, "canceled"],
    ["in_progress", NOW + HOUR, null, "begun"],
    ["paused", NOW + HOUR, REFUSED, "begun"],
    ["succeeded", NOW - HOUR, REFUSED, "ended"],
    ["pending", NOW - 1, null, null],
    ["pending", NOW + 61, REFUSED, null],
    ["pending", NOW + 60, REFUSED, "begun"],
    ["pending", NOW - 1, refusal("invalid", 400), "begun"],
    ["pending", null, REFUSED, "begun"],
    // An error in an answer that reads as success, and a 404, do not say that it has begun.
    ["pending", null, refusal("invalid", 200), null],
    ["pending", null, refusal("not_found", 404), null],
  ])("%s, due at %p, after %p: %s", (status, beginsAt, after, kind) => {
    const record = change({ status, perform_change_at: beginsAt });
    const judged = judgeCancel({ record, after, beginsAt, serverNow: START, margin: 60_000 });
    expect(judged).toEqual(kind === null ? null : { kind, record });
  });

  test("404: missing", () => {
    const look = { record: null, after: REFUSED, beginsAt: null, serverNow: START, margin: 60_000 };
    expect(judgeCancel(look)).toEqual({ kind: "missing" });
  });
});

const KINDS = [
  {
    noun: "a change",
    path: "/clusters/c1/configuration-changes/ch1",
    key: "configuration_change",
    pending: change({ perform_change_at: NOW + HOUR }),
    serviceOf(...records: ReturnType<typeof change>[]) {
      const service = new ChangesService();
      service.records.push(...records);
      return service;
    },
    cancel: (client: Client) => client.cancelChange("c1", "ch1", { signal: never() }),
  },
  {
    noun: "a clone",
    path: "/clusters/c1/cloning-operations/cl1",
    key: "cloning_operation",
    pending: clone(),
    serviceOf(...records: ReturnType<typeof clone>[]) {
      const service = new ClonesService();
      service.records.push(...records);
      return service;
    },
    cancel: (client: Client) => client.cancelCloningOperation("c1", "cl1", { signal: never() }),
  },
] as const;

describe.each(KINDS)("cancelling $noun", ({ path, key, pending, serviceOf, cancel }) => {
  const [GET, PATCH] = [`GET ${path}`, `PATCH ${path}`];
  const cancelling = (service: ReturnType<typeof serviceOf>) => {
    const made = bench(service.handler);
    return { ...made, result: cancel(made.client) };
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
    expect(await rejection(result)).toMatchObject({
      kind: "invalid",
      status: 200,
      failure: { messages: ["Not today"] },
    });
    expect(transport.lines).toEqual([PATCH, GET]);
  });
});

test("a change that is refused while it waits as before: the refusal", async () => {
  const service = KINDS[0].serviceOf(KINDS[0].pending).next("PATCH", () => error(422, "Not today"));
  const { client, transport } = bench(service.handler);
  expect(await rejection(KINDS[0].cancel(client))).toMatchObject({
    status: 422,
    failure: { messages: ["Not today"] },
  });
  expect(transport.requests).toHaveLength(2);
});
