import { control } from "../support";
import { asked, BOOKS, emulatorsWith, node, refused } from "./ask";

/** Faults of nodes, as observed on genuine ones (docs/design/data-plane.md#emulated-nodes). */
const THREE = { high_availability: "yes", high_availability_node_count: "3" };
const start = emulatorsWith({ collections: [{ ...BOOKS, created_at: 1000 }] }, THREE);
const host = (label: string) => `${label}.a1.searchcloud.example`;
const DONE = { status: 200, body: {} };
const FILMS = { ...BOOKS, name: "films" };

type Running = Awaited<ReturnType<typeof start>>;

async function times(emulator: Running, name = "books"): Promise<number[]> {
  const seen = await Promise.all(
    ["abc-1", "abc-2", "abc-3"].map((label) => asked(emulator, `GET /collections/${name}`, { host: label })),
  );
  return seen.map(({ body }) => (body as { created_at: number }).created_at);
}

const leader = async (emulator: Running) => {
  const seen = await Promise.all(
    ["abc-1", "abc-2", "abc-3"].map(
      async (label) => (await asked(emulator, "GET /debug", { host: label })).body,
    ),
  );
  return seen.findIndex((body) => (body as { state: number }).state === 1);
};

describe("a restart", () => {
  test("resets created_at on that node only, and another one leads", async () => {
    const emulator = await start();
    const now = emulator.advance(5);
    expect(await leader(emulator)).toBe(0);
    expect(await control(emulator, `POST /nodes/${host("abc-1")}/restart`)).toEqual(DONE);
    expect(await times(emulator)).toEqual([now, 1000, 1000]);
    expect(await leader(emulator)).toBe(1);
    const later = emulator.advance(5);
    emulator.restartNode(host("abc-1"));
    expect(await times(emulator)).toEqual([later, 1000, 1000]);
    expect((await asked(emulator, "GET /collections")).body).toMatchObject([{ created_at: later }]);
  });

  test("keeps collections that were created after it", async () => {
    const emulator = await start();
    emulator.restartNode(host("abc-2"));
    const now = emulator.advance(5);
    await node(emulator, "POST /collections", { json: FILMS });
    expect(await times(emulator, "films")).toEqual([now, now, now]);
  });
});

describe("without a quorum", () => {
  const late = (emulator: Running, line: string, json: object) =>
    node(emulator, line, { json }).then(
      ({ status }) => status,
      () => "broken",
    );

  test("reads are answered, no node leads, and a create is carried out even after its client has given up", async () => {
    const emulator = await start();
    expect(await control(emulator, "POST /clusters/abc/quorum/lose")).toEqual(DONE);
    const url = `${emulator.nodeUrl.replace("{hostname}", host("abc-1"))}/collections`;
    const headers = { "x-search-api-key": "emulated-node-admin-key" };
    const impatient = new AbortController();
    const create = fetch(url, {
      method: "POST",
      body: JSON.stringify(FILMS),
      headers,
      signal: impatient.signal,
    });
    await emulator.held();
    expect(await leader(emulator)).toBe(-1);
    impatient.abort();
    await expect(create).rejects.toThrow();
    expect((await asked(emulator, "GET /collections/films")).status).toBe(404);
    expect(await control(emulator, "POST /clusters/abc/quorum/regain", {})).toEqual({
      status: 200,
      body: { writes: 1 },
    });
    expect((await asked(emulator, "GET /collections/films")).status).toBe(200);
    expect(emulator.journal().at(0)).toMatchObject({
      operation: "createCollection",
      done: true,
      status: 201,
    });
  });

  test("writes are carried out in order, or dropped; a key is checked at once", async () => {
    const emulator = await start();
    emulator.loseQuorum("abc");
    const refusedAtOnce = await node(emulator, "POST /collections", { json: FILMS, key: "none" });
    expect(refusedAtOnce.status).toBe(401);
    const lost = late(emulator, "POST /collections", FILMS);
    await emulator.held(1);
    expect(emulator.regainQuorum("abc", { carry_out: false })).toBe(1);
    expect(await lost).toBe("broken");
    expect((await asked(emulator, "GET /collections/films")).status).toBe(404);

    emulator.loseQuorum("abc");
    expect(emulator.releaseHolds()).toBe(0);
    const first = late(emulator, "POST /collections", FILMS);
    await emulator.held(1);
    const second = late(emulator, "POST /collections", FILMS);
    await emulator.held(2);
    expect(emulator.regainQuorum("abc")).toBe(2);
    expect(await Promise.all([first, second])).toEqual([201, 409]);
  });
});

test("with a full disk the health is ok and names the resource, and only deletes are accepted", async () => {
  const emulator = await start();
  emulator.setNodeHealth(host("abc-1"), "OUT_OF_DISK");
  expect(await asked(emulator, "GET /health")).toEqual({
    status: 200,
    body: { ok: true, resource_error: "OUT_OF_DISK" },
  });
  const words = "Rejecting write: running out of resource type: OUT_OF_DISK";
  // The one that leads has no space, whichever is asked.
  for (const at of ["abc-1", "abc-2"]) {
    expect(await asked(emulator, "POST /collections", { json: FILMS, host: at })).toEqual(
      refused(422, words),
    );
    expect(await asked(emulator, "PUT /aliases/a", { json: {}, host: at })).toEqual(refused(422, words));
  }
  expect((await asked(emulator, "GET /collections")).status).toBe(200);
  expect((await asked(emulator, "DELETE /collections/books")).status).toBe(200);
  expect((await asked(emulator, "POST /config", { json: { "cache-num-entries": 10 } })).status).toBe(201);
  emulator.setNodeHealth(host("abc-1"), null);
  expect((await asked(emulator, "POST /collections", { json: FILMS })).status).toBe(201);
});
