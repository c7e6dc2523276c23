import { ApiError } from "../../../src/client";
import type { CreateKeyBody, Nodes } from "../../../src/nodes";
import { createKey } from "../../../src/nodes/keys/create";
import { failing } from "../../provider/kit";
import { collectLog } from "../../support/log";

const { signal } = new AbortController();
const SEARCH: CreateKeyBody = {
  description: "storefront",
  actions: ["documents:search", "documents:get"],
  collections: ["catalog"],
};
const NEVER = 64_723_363_199;

const LOST = failing("lost_write", null);

interface Stored extends Partial<CreateKeyBody> {
  readonly id: string;
}

/** What becomes of one create: it is answered, its answer is lost before or after the work, or something else happens. */
type Fate = "ok" | "lost after" | "lost before" | ApiError | ((server: Server) => void);

/** The keys of one server. */
class Server {
  readonly keys: Stored[] = [];
  readonly requests: string[] = [];
  readonly bodies: CreateKeyBody[] = [];
  slept = 0;
  listFails = 0;
  deleteFails = false;
  #next = 7;

  constructor(readonly fates: Fate[] = []) {}

  add(body: CreateKeyBody): string {
    const id = String(this.#next++);
    this.keys.push({ ...body, id, expires_at: body.expires_at ?? NEVER });
    return id;
  }

  readonly call = async (id: string, { path, body }: { path?: { id: string }; body?: CreateKeyBody }) => {
    this.requests.push(path ? `${id} ${path.id}` : id);
    if (id === "listKeys") {
      if (this.listFails > 0 && this.requests.length > 1) throw failing("unavailable", 503, "Not ready");
      return this.keys.map((key) => ({ description: null, ...key }));
    }
    if (id === "deleteKey") {
      if (this.deleteFails) throw failing("unavailable", 503, "Not ready");
      this.keys.splice(
        this.keys.findIndex((key) => key.id === path?.id),
        1,
      );
      return {};
    }
    if (!body) throw new Error("no body");
    this.bodies.push(body);
    const fate = this.fates.shift() ?? "ok";
    if (fate instanceof ApiError) throw fate;
    if (fate === "lost before") throw LOST;
    if (typeof fate === "function") fate(this);
    const key = this.add(body);
    if (fate !== "ok") throw LOST;
    return { ...body, id: key, value: `value-of-${key}` };
  };

  readonly nodes = {
    target: { urls: ["http://127.0.0.1:1"], apiKey: "k", keyOrigin: "api_key", named: "cluster c-1" },
    call: this.call,
    everywhere: async (_: string, { path }: { path: { id: string } }) => ({
      seen: [{ url: "http://127.0.0.1:1", value: this.keys.find(({ id }) => id === path.id) ?? null }],
      unseen: [],
    }),
    clock: {
      now: () => 0,
      sleep: async (ms: number) => {
        this.slept += ms;
      },
    },
    random: () => 0.5,
    log: collectLog().log,
  } as unknown as Nodes;
}

const create = (server: Server, body = SEARCH) => createKey(server.nodes, body, { signal });

test("one request creates a key, after a look at those that are there", async () => {
  const server = new Server();
  await expect(create(server)).resolves.toMatchObject({ id: "7", value: "value-of-7" });
  expect([server.requests, server.bodies]).toEqual([["listKeys", "createKey"], [SEARCH]]);
});

test("a key whose answer was lost is deleted, and another one created; equal keys that were there before stay", async () => {
  const server = new Server(["lost after"]);
  server.add(SEARCH);
  server.add({ ...SEARCH, description: "other" });
  const answer = await create(server);
  expect(answer).toMatchObject({ value: "value-of-10" });
  expect(server.keys.map(({ id }) => id)).toEqual(["7", "8", "10"]);
  expect(server.requests).toContain("deleteKey 9");
});

test("a request that never arrived is sent again, after a second look some seconds later", async () => {
  const server = new Server(["lost before"]);
  await expect(create(server)).resolves.toMatchObject({ id: "7" });
  expect(server.requests).toEqual(["listKeys", "createKey", "listKeys", "listKeys", "createKey"]);
  expect(server.slept).toBeGreaterThanOrEqual(5_000);
});

test.each([
  ["description", { description: undefined }],
  ["actions", { actions: ["documents:search"] }],
  ["collections", { collections: ["catalog", "other"] }],
  ["expires_at", { expires_at: 1_900_000_000 }],
])("a new key with another %s is somebody else's", async (_, other) => {
  const server = new Server([
    (here) => {
      here.add({ ...SEARCH, ...other });
      throw LOST;
    },
  ]);
  await create(server);
  expect(server.keys.map(({ id }) => id)).toEqual(["7", "8"]);
});

test("several new keys that have just what was requested: nothing is deleted, and the error names them", async () => {
  const server = new Server([
    (here) => {
      here.add(SEARCH);
      here.add({ ...SEARCH, actions: [...SEARCH.actions].reverse() });
      throw LOST;
    },
  ]);
  const error = await create(server).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: "lost_write", ids: ["7", "8"] });
  expect(String((error as ApiError).detail)).toContain("7, 8");
  expect(server.keys).toHaveLength(2);
});

test("a list that cannot be read: the error says which keys it cannot be, and the create is not repeated", async () => {
  const server = new Server(["lost after"]);
  server.add({ ...SEARCH, description: "other" });
  server.listFails = 1;
  const error = await create(server).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: "lost_write", detail: expect.stringContaining("there were 7.") });
  expect(server.bodies).toHaveLength(1);
});

test("an orphan that cannot be deleted is named, and no other key is created", async () => {
  const server = new Server(["lost after"]);
  server.deleteFails = true;
  await expect(create(server)).rejects.toMatchObject({
    ids: ["7"],
    detail: expect.stringContaining("DELETE /keys/7"),
  });
  expect(server.bodies).toHaveLength(1);
});

test("answers that are lost each time end, with no key left behind", async () => {
  const server = new Server(Array(9).fill("lost after"));
  await expect(create(server)).rejects.toMatchObject({ kind: "lost_write" });
  expect([server.bodies.length, server.keys]).toEqual([4, []]);
});

test("without a description none is sent, and an empty one only to a server that answers 400", async () => {
  const { description: _, ...body } = SEARCH;
  const server = new Server([failing("invalid", 400)]);
  await create(server, body);
  expect(server.bodies).toEqual([body, { ...body, description: "" }]);
  const refused = failing("invalid", 400, "Bad actions");
  await expect(create(new Server([refused]))).rejects.toBe(refused);
});

test("two equal keys at once do not take each other for the lost one; different ones do not wait", async () => {
  const server = new Server(["ok", "lost after"]);
  const [one, two] = await Promise.all([create(server), create(server)]);
  expect([one.value, two.value]).toEqual(["value-of-7", "value-of-9"]);
  expect(server.keys.map(({ id }) => id)).toEqual(["7", "9"]);

  const other = new Server();
  await Promise.all([create(other), create(other, { ...SEARCH, actions: ["*"] })]);
  expect(other.requests.slice(0, 2)).toEqual(["listKeys", "listKeys"]);
});

test("a create that is stopped in the queue says what it waited for, which is no cluster", async () => {
  const server = new Server();
  const stop = new AbortController();
  const first = createKey(server.nodes, SEARCH, { signal });
  const second = createKey(server.nodes, SEARCH, { signal: stop.signal });
  stop.abort();
  await expect(second).rejects.toThrow("Interrupted while waiting for another create of the same key");
  await first;
  expect(server.bodies).toHaveLength(1);
});
