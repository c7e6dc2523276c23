import type { ApiError } from "../../../src/client";
import { bench, never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { parameter } from "../kit/records";
import { ParametersService } from "../kit/service";
import { error, json, RESET, type Reply } from "../kit/transport";

const LIST = "GET /clusters/c1/server-configuration-parameters";
const POST = "POST /clusters/c1/server-configuration-parameters";
const PATCH = "PATCH /clusters/c1/server-configuration-parameters/p1";
const DELETE = "DELETE /clusters/c1/server-configuration-parameters/p1";
const BODY = { parameter_name: "max-per-page", parameter_value: "500" };

describe("setting a parameter", () => {
  const set = async (service: ParametersService) => {
    const made = bench(service.handler);
    await made.client.parameters("c1", { signal: never() });
    made.transport.requests.length = 0;
    return { ...made, result: made.client.createParameter("c1", BODY, { signal: never() }) };
  };

  test("is one POST of its name and its value", async () => {
    const { result, transport } = await set(new ParametersService());
    expect(await result).toMatchObject({ id: "new-1", ...BODY });
    expect(transport.lines).toEqual([POST]);
    expect(transport.requests[0]?.body).toBe('{"parameter_name":"max-per-page","parameter_value":"500"}');
  });

  test.each([
    ["with another value", { parameter_value: "250" }],
    ["before this request", { created_at: new Date(START - 1_000).toISOString() }],
  ])("lost, and the name is set %s: somebody else's, and is not taken over", async (_, given) => {
    const service = new ParametersService().next("POST", () => {
      service.records.push(parameter({ id: "theirs", ...given }));
      return RESET;
    });
    const { result, transport } = await set(service);
    const taken = await rejection(result);
    expect(taken).toMatchObject({
      kind: "refused",
      ids: ["theirs"],
      summary: 'Server parameter "max-per-page" of cluster c1 is set already',
    });
    expect((taken as ApiError).detail.split("\n")).toEqual([
      "POST https://search.example/api/v1/clusters/c1/server-configuration-parameters failed: the connection was reset before the answer was complete (ECONNRESET).",
      "The list of server parameters shows that max-per-page is set already, not by this request: theirs. A cluster has one entry per name.",
      "To manage it here, import it as c1/max-per-page (an import block, or terraform import), then run again.",
    ]);
    expect(transport.lines).toEqual([POST, LIST]);
  });

  test("the list cannot be read either: the error says what to do", async () => {
    const service = new ParametersService()
      .lose("POST", RESET, { done: true })
      .next("GET", (_, work) => work())
      .next("GET", () => error(403, "restricted"));
    expect(await rejection((await set(service)).result)).toMatchObject({
      kind: "lost_write",
      ids: [],
      summary: 'Could not tell whether server parameter "max-per-page" of cluster c1 was set',
      detail: expect.stringContaining("import it as c1/max-per-page; if it is not, nothing was set"),
    });
  });
});

describe("changing the value", () => {
  const update = (service: ParametersService) => {
    const made = bench(service.handler);
    return { ...made, result: made.client.updateParameter("c1", "p1", "250", { signal: never() }) };
  };

  test("is one PATCH of the value alone", async () => {
    const { result, transport } = update(new ParametersService(parameter()));
    expect(await result).toMatchObject({ id: "p1", parameter_value: "250" });
    expect(transport.lines).toEqual([PATCH]);
    expect(transport.requests[0]?.body).toBe('{"parameter_value":"250"}');
  });

  test("404 is thrown, also when the read after a loss shows it", async () => {
    const service = new ParametersService();
    expect(await rejection(update(service).result)).toMatchObject({ kind: "not_found" });
    const { result } = update(service.next("PATCH", () => RESET));
    expect(await rejection(result)).toMatchObject({ kind: "not_found", status: 404 });
  });
});

describe("deleting", () => {
  const existing = () => new ParametersService(parameter());
  const remove = (service = existing()) => {
    const made = bench(service.handler);
    return { ...made, result: made.client.deleteParameter("c1", "p1", { signal: never() }) };
  };

  test("is one DELETE; 404 says that it was missing", async () => {
    const service = existing();
    const { result, transport } = remove(service);
    expect(await result).toBe("deleted");
    expect(await remove(service).result).toBe("missing");
    expect(transport.lines).toEqual([DELETE]);
    expect(transport.requests[0]?.body).toBeNull();
  });

  test.each<[string, Reply]>([
    ["nothing at all", { status: 200, headers: {}, text: "" }],
    ["something undocumented", json(200, { deleted: 1 })],
  ])("answered with %s is done", async (_, reply) => {
    expect(await remove(existing().next("DELETE", () => reply)).result).toBe("deleted");
  });

  test("a lost request that arrives before its repetition has deleted it", async () => {
    const service = existing().lose("DELETE", RESET, { done: false });
    service.next("GET", (_, work) => {
      const seen = work();
      service.records.length = 0;
      return seen;
    });
    const { result, transport } = remove(service);
    expect(await result).toBe("deleted");
    expect(transport.lines).toEqual([DELETE, `${LIST}/p1`, DELETE]);
  });
});

describe("reading a parameter for a refresh", () => {
  const ONE = parameter({ id: "p1" });
  const OTHER = parameter({ id: "p2", parameter_name: "cache-num-entries" });
  const reading = (list: () => Reply, single: Reply = error(404, "Not found")) => {
    const { client, clock, transport } = bench(({ url }) =>
      url.endsWith("/server-configuration-parameters") ? list() : single,
    );
    const read = (id: string, cluster = "c1") => client.sharedParameter(cluster, id, { signal: never() });
    return { read, clock, transport };
  };

  test("the parameters of a cluster share one list, also with later reads; other clusters have theirs", async () => {
    const { read, transport } = reading(() => json(200, [ONE, OTHER]));
    await expect(Promise.all([read("p1"), read("p2")])).resolves.toMatchObject([{ id: "p1" }, { id: "p2" }]);
    await expect(read("p1")).resolves.toMatchObject({ id: "p1" });
    await read("p1", "c2");
    expect(transport.lines).toEqual([LIST, LIST.replace("c1", "c2")]);
  });

  test("a list is used for two minutes", async () => {
    const { read, clock, transport } = reading(() => json(200, [ONE]));
    await read("p1");
    await clock.advance(119_999);
    await read("p1");
    expect(transport.lines).toHaveLength(1);
    await clock.advance(1);
    await read("p1");
    expect(transport.lines).toHaveLength(2);
  });

  test("a parameter that the list lacks is read by its id", async () => {
    const { read, transport } = reading(() => json(200, [ONE]), json(200, OTHER));
    await expect(read("p2")).resolves.toMatchObject({ parameter_name: "cache-num-entries" });
    expect(transport.lines).toEqual([LIST, `${LIST}/p2`]);
  });

  test("a cluster that is answered with 404 has none", async () => {
    const { read, transport } = reading(() => error(404, "Not found"));
    await expect(Promise.all([read("p1"), read("p2")])).resolves.toEqual([null, null]);
    expect(transport.lines).toEqual([LIST]);
  });
});
