import type { EmulatorServer, FaultEffectBody } from "../../../../src/emulator";
import { createFaults } from "../../../../src/emulator/testing/faults/faulting";
import type { FaultMatchBody } from "../../../../src/emulator/testing/requests/faults";
import { call, emulators } from "../../support";

const start = emulators();
const CREATE = { json: { memory: "8_gb", vcpu: "2_vcpus", regions: "oregon", name: "products" } };
const CREATES = { operation: "createCluster" } as const;

/** Sends a create. Returns the received response, the number of clusters then, and the journal's entry. */
async function create(emulator: EmulatorServer) {
  const answer = await call(emulator, "POST /clusters", CREATE).catch((error) => error.cause.code);
  return { answer, clusters: emulator.state().clusters.length, entry: emulator.journal().at(-1) };
}

test.each([
  ["before", 0, "ECONNRESET"],
  ["after", 1, "ECONNRESET"],
  ["midway", 1, "UND_ERR_SOCKET"],
] as const)("a connection that is broken %s the work: %i clusters, and %s", async (when, clusters, code) => {
  const emulator = await start();
  const id = emulator.addFault({ match: CREATES, effect: { kind: "reset", when } });
  const entry = { ...CREATES, status: "reset", done: clusters === 1, faults: [id] };
  expect(await create(emulator)).toMatchObject({ answer: code, clusters, entry });
  expect(await create(emulator)).toMatchObject({ answer: { status: 201 } });
});

describe("a response instead of the operation, or after it", () => {
  const html = expect.stringMatching(/^<!doctype html>/);
  const JSON_TYPE = "application/json";
  const error = (message: string) => ({ success: false, message });
  const status = (code: number, more: object = {}) =>
    ({ kind: "status", status: code, ...more }) as FaultEffectBody;
  const damage = (as: string) => ({ kind: "damage", as }) as FaultEffectBody;
  const rows: [FaultEffectBody, status: number, body: unknown, type: string | undefined, done: boolean][] = [
    [status(503), 503, error("A fault of the emulator answers 503"), JSON_TYPE, false],
    [status(500, { message: "Boom", when: "after" }), 500, error("Boom"), JSON_TYPE, true],
    [status(502, { body: "html" }), 502, html, "text/html", false],
    [status(500, { body: "text", message: "Boom" }), 500, "Boom", "text/plain", false],
    [status(500, { body: "truncated", message: "Boom" }), 500, '{"success":false,', JSON_TYPE, false],
    [status(204, { body: "empty", when: "after" }), 204, "", JSON_TYPE, true],
    [{ kind: "answer", status: 201, json: { odd: [1] } }, 201, { odd: [1] }, JSON_TYPE, false],
    [{ kind: "answer", status: 200, json: null, when: "after" }, 200, null, JSON_TYPE, true],
    [damage("html"), 201, html, "text/html", true],
    [damage("empty"), 201, "", JSON_TYPE, true],
    [damage("truncated"), 201, expect.stringMatching(/^\{"success":true,/), JSON_TYPE, true],
    [damage("wrong_content_type"), 201, expect.objectContaining({ success: true }), "text/plain", true],
    [{ kind: "error_in_200" }, 200, error("The request is invalid"), JSON_TYPE, false],
    [{ kind: "error_in_200", message: "No" }, 200, error("No"), JSON_TYPE, false],
    [{ kind: "redirect", location: "/x" }, 302, "", undefined, false],
    [{ kind: "redirect", location: "/x", status: 308 }, 308, "", undefined, false],
  ];
  test.each(rows)("%j", async (effect, expected, body, type, done) => {
    const emulator = await start();
    emulator.addFault({ match: CREATES, effect });
    const { answer, clusters, entry } = await create(emulator);
    expect(answer).toMatchObject({ status: expected, body });
    const { headers } = answer as Awaited<ReturnType<typeof call>>;
    if (effect.kind === "redirect") expect(headers.get("location")).toBe("/x");
    else expect(headers.get("content-type")?.split(";")[0]).toBe(type);
    expect(headers.get("date")).toBe("Fri, 01 Jan 2027 00:00:00 GMT");
    expect([clusters, entry?.done, entry?.status]).toEqual([done ? 1 : 0, done, expected]);
  });

  test("a rejected operation is not carried out, whatever is sent after it", async () => {
    const emulator = await start();
    emulator.addFault({ effect: { kind: "status", status: 500, when: "after" } });
    await call(emulator, "POST /clusters", { json: {} });
    expect(emulator.journal()).toMatchObject([{ status: 500, done: false }]);
  });
});

describe("waiting", () => {
  test.each([
    ["before", 0],
    ["after", 1],
  ] as const)("held %s the work, until it is released", async (when, already) => {
    const emulator = await start();
    emulator.addFault({ match: { method: "POST" }, effect: { kind: "hold", when } });
    const answer = call(emulator, "POST /clusters", CREATE);
    await emulator.held();
    expect(emulator.journal()).toMatchObject([{ status: null, done: already === 1 }]);
    expect(await call(emulator, "GET /clusters")).toMatchObject({ status: 200, body: { total: already } });
    expect(emulator.releaseHolds()).toBe(1);
    expect((await answer).status).toBe(201);
    expect(emulator.releaseHolds()).toBe(0);
  });

  test("a request whose client has gone away is still carried out", async () => {
    const emulator = await start();
    emulator.addFault({ match: { method: "POST" }, effect: { kind: "hold" } });
    const leave = new AbortController();
    const answer = call(emulator, "POST /clusters", { ...CREATE, signal: leave.signal });
    await emulator.held();
    leave.abort();
    await expect(answer).rejects.toThrow(/abort/);
    emulator.releaseHolds();
    const { body } = await call(emulator, "GET /clusters");
    expect(body).toMatchObject({ total: 1, clusters: [{ name: "products" }] });
  });

  test("a delay goes with another effect", async () => {
    const emulator = await start();
    emulator.addFault({ effect: { kind: "delay", milliseconds: 1 } });
    emulator.addFault({ effect: { kind: "status", status: 502 } });
    expect((await call(emulator, "GET /account")).status).toBe(502);
    expect(emulator.journal()).toMatchObject([{ faults: ["fault-1", "fault-2"] }]);
  });

  test("closing releases held requests", async () => {
    const emulator = await start();
    emulator.addFault({ effect: { kind: "hold" } });
    const ended = Promise.allSettled([call(emulator, "GET /account")]);
    await emulator.held();
    await emulator.close();
    expect(await ended).toHaveLength(1);
  });
});

const GET_ONE = { operation: "getCluster", method: "GET", path: "/clusters/abc" };
const RESET = { kind: "reset" } as const;

describe("the requests that a fault applies to", () => {
  const rows: [match: FaultMatchBody, met: boolean, operation?: string | null][] = [
    [{}, true],
    [{ operation: "getCluster" }, true],
    [{ operation: "listClusters" }, false],
    [{ method: "get" }, true],
    [{ method: "POST" }, false],
    [{ path: "/clusters/abc" }, true],
    [{ path: "/clusters" }, false],
    [{ path: "/clusters/*" }, true],
    [{ path: "/*" }, false],
    [{ path: "/**" }, true],
    [{ path: "/clusters/a.c" }, false],
    [{ operation: "getCluster", path: "/clusters/other" }, false],
    [{ operation: "getCluster" }, false, null],
    [{ path: "/clusters/*" }, true, null],
  ];
  test.each(rows)("%j: %p, operation %p", (match, met, operation = "getCluster") => {
    const faults = createFaults();
    faults.add({ match, effect: RESET });
    expect(faults.meet({ ...GET_ONE, operation })).toHaveLength(met ? 1 : 0);
  });

  test.each([
    [{}, [true, false, false, false, false]],
    [{ nth: 2, times: 2 }, [false, true, true, false, false]],
    [{ nth: 4, times: 0 }, [false, false, false, true, true]],
  ])("%j: of five requests", (match, hits) => {
    const faults = createFaults();
    faults.add({ match, effect: RESET });
    expect([1, 2, 3, 4, 5].map(() => faults.meet(GET_ONE).length === 1)).toEqual(hits);
  });

  test("requests that do not match are not counted", () => {
    const faults = createFaults();
    const id = faults.add({ match: { operation: "getCluster", nth: 2 }, effect: RESET });
    faults.meet({ operation: "listClusters", method: "GET", path: "/clusters" });
    expect(faults.meet(GET_ONE)).toEqual([]);
    expect(faults.meet(GET_ONE).map((fault) => fault.id)).toEqual([id]);
    expect(faults.list()).toMatchObject([{ id, met: 1 }]);
  });
});
