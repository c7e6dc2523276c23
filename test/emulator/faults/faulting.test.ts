import type { Emulator, FaultEffect } from "../../../src/emulator";
import { call, emulators } from "../support";

const start = emulators();
const CREATE = { json: { memory: "8_gb", vcpu: "2_vcpus", regions: "oregon", name: "products" } };

/** What a create came to: what the client saw, and whether the cluster exists. */
async function create(emulator: Emulator) {
  const seen = await call(emulator, "POST /clusters", CREATE).catch(() => "broken");
  return { seen, made: emulator.state().clusters.length, entry: emulator.journal().at(-1) };
}

describe("a broken connection", () => {
  test.each([
    ["before", 0, false],
    ["after", 1, true],
    ["midway", 1, true],
  ] as const)("%s the work: %i clusters, and the client knows nothing", async (when, clusters, done) => {
    const emulator = await start();
    const id = emulator.addFault({ match: { operation: "createCluster" }, effect: { kind: "reset", when } });
    const { seen, made, entry } = await create(emulator);
    expect(seen).toBe("broken");
    expect(made).toBe(clusters);
    expect(entry).toMatchObject({ operation: "createCluster", status: "reset", done, faults: [id] });
    expect((await create(emulator)).seen).toMatchObject({ status: 201 });
  });

  test("is a reset to the client", async () => {
    const emulator = await start();
    emulator.addFault({ effect: { kind: "reset" } });
    const cause = { code: "ECONNRESET" };
    await expect(call(emulator, "GET /account")).rejects.toMatchObject({ cause });
  });
});

describe("an answer instead of the operation, or after it", () => {
  const html = expect.stringMatching(/^<!doctype html>/);
  const JSON_TYPE = "application/json";
  const error = (message: string) => ({ success: false, message });
  const rows: [FaultEffect, status: number, body: unknown, type: string, done: boolean][] = [
    [{ kind: "status", status: 503 }, 503, error("A fault of the emulator answers 503"), JSON_TYPE, false],
    [{ kind: "status", status: 500, message: "Boom", when: "after" }, 500, error("Boom"), JSON_TYPE, true],
    [{ kind: "status", status: 502, body: "html" }, 502, html, "text/html", false],
    [{ kind: "status", status: 500, body: "text", message: "Boom" }, 500, "Boom", "text/plain", false],
    [
      { kind: "status", status: 500, body: "truncated", message: "Boom" },
      500,
      '{"success":false,',
      JSON_TYPE,
      false,
    ],
    [{ kind: "status", status: 204, body: "empty", when: "after" }, 204, "", JSON_TYPE, true],
    [{ kind: "answer", status: 201, json: { odd: [1] } }, 201, { odd: [1] }, JSON_TYPE, false],
    [{ kind: "answer", status: 200, json: null, when: "after" }, 200, null, JSON_TYPE, true],
    [{ kind: "damage", as: "html" }, 201, html, "text/html", true],
    [{ kind: "damage", as: "empty" }, 201, "", JSON_TYPE, true],
    [{ kind: "damage", as: "truncated" }, 201, expect.stringMatching(/^\{"success":true,/), JSON_TYPE, true],
    [
      { kind: "damage", as: "wrong_content_type" },
      201,
      expect.objectContaining({ success: true }),
      "text/plain",
      true,
    ],
    [{ kind: "error_in_200" }, 200, error("The request is invalid"), JSON_TYPE, false],
    [{ kind: "error_in_200", message: "No" }, 200, error("No"), JSON_TYPE, false],
  ];
  test.each(rows)("%j", async (effect, status, body, type, done) => {
    const emulator = await start();
    emulator.addFault({ match: { operation: "createCluster" }, effect });
    const { seen, made, entry } = await create(emulator);
    expect(seen).toMatchObject({ status, body });
    const { headers } = seen as Awaited<ReturnType<typeof call>>;
    expect(headers.get("content-type")?.split(";")[0]).toBe(type);
    expect(headers.get("date")).toBe("Fri, 01 Jan 2027 00:00:00 GMT");
    expect([made, entry?.done, entry?.status]).toEqual([done ? 1 : 0, done, status]);
  });

  test("a redirect names another place and does nothing", async () => {
    const emulator = await start();
    emulator.addFault({ effect: { kind: "redirect", location: "http://127.0.0.1:1/elsewhere" } });
    emulator.addFault({ match: { nth: 2 }, effect: { kind: "redirect", location: "/x", status: 308 } });
    const first = await create(emulator);
    expect(first).toMatchObject({ seen: { status: 302 }, made: 0 });
    expect((first.seen as { headers: Headers }).headers.get("location")).toBe("http://127.0.0.1:1/elsewhere");
    expect((await create(emulator)).seen).toMatchObject({ status: 308 });
  });

  test("headers can be given: a 429 with its own Retry-After", async () => {
    const emulator = await start();
    emulator.addFault({ effect: { kind: "status", status: 429, headers: { "retry-after": "7" } } });
    const answer = await call(emulator, "GET /account");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"]);
  });

  test("a refused operation stays undone, whatever is sent after it", async () => {
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
  ] as const)("held %s the work, and let go on", async (when, already) => {
    const emulator = await start();
    emulator.addFault({ match: { method: "POST" }, effect: { kind: "hold", when } });
    const answer = call(emulator, "POST /clusters", CREATE);
    await emulator.held();
    expect(emulator.state().clusters).toHaveLength(already);
    expect(emulator.journal()).toMatchObject([{ status: null, done: already === 1 }]);
    expect(await call(emulator, "GET /clusters")).toMatchObject({ status: 200, body: { total: already } });
    expect(emulator.releaseHolds()).toBe(1);
    expect((await answer).status).toBe(201);
    expect(emulator.releaseHolds()).toBe(0);
  });

  test("a request whose client has gone away is carried out all the same", async () => {
    const emulator = await start();
    emulator.addFault({ match: { method: "POST" }, effect: { kind: "hold" } });
    const leave = new AbortController();
    const answer = call(emulator, "POST /clusters", { ...CREATE, signal: leave.signal });
    await emulator.held();
    leave.abort();
    await expect(answer).rejects.toThrow(/abort/);
    emulator.releaseHolds();
    expect(await call(emulator, "GET /clusters")).toMatchObject({
      body: { total: 1, clusters: [{ name: "products" }] },
    });
  });

  test("a delay goes with another effect", async () => {
    const emulator = await start();
    emulator.addFault({ effect: { kind: "delay", milliseconds: 1 } });
    emulator.addFault({ effect: { kind: "status", status: 502 } });
    expect((await call(emulator, "GET /account")).status).toBe(502);
    expect(emulator.journal()).toMatchObject([{ faults: ["fault-1", "fault-2"] }]);
  });

  test("closing lets held requests end", async () => {
    const emulator = await start();
    emulator.addFault({ effect: { kind: "hold" } });
    const answer = call(emulator, "GET /account").then(
      ({ status }) => status,
      () => "broken",
    );
    await emulator.held();
    await emulator.close();
    expect(["broken", 200]).toContain(await answer);
  });
});
