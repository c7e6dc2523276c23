import { ApiError } from "../../../src/client";
import type { CreateKeyBody, NodeKeyRecord, Nodes } from "../../../src/dataPlane";
import { createKey } from "../../../src/dataPlane/keys/create";
import { markOf } from "../../../src/dataPlane/keys/value";
import { createSharedByNodes } from "../../../src/dataPlane/shared";
import { systemClock } from "../../../src/http/clock";
import { json } from "../../client/kit/transport";
import { failing } from "../../provider/kit";
import { collectLog } from "../../support/log";
import { nodesOver } from "../kit";

const { signal } = new AbortController();
const SEARCH: CreateKeyBody = {
  description: "storefront",
  actions: ["documents:search", "documents:get"],
  collections: ["catalog"],
};
const MARK = markOf(SEARCH);
const NEVER = 64_723_363_199;

const LOST = failing("lost_write", null);
const TAKEN = failing("refused", 409, "API key generation conflict.");

type Sent = CreateKeyBody & { readonly value?: string };
interface Stored extends CreateKeyBody {
  readonly id: string;
  readonly value: string;
}

/** The outcome of one create: it is answered, its answer is lost before or after the work, or something else happens. */
type Fate = "ok" | "lost after" | "lost before" | ApiError | ((server: Server, sent: Sent) => void);

/** The keys of one server. */
class Server {
  keys: Stored[] = [];
  readonly requests: string[] = [];
  readonly bodies: Sent[] = [];
  readonly noted: string[] = [];
  slept = 0;
  listFails = false;
  /** Reads whose list still lacks new keys. */
  lag = 0;
  /** True if the server chooses values itself, whatever is sent. */
  chooses = false;
  /** Number of characters of a value that it shows. */
  shows = 4;
  #next = 7;
  #bytes = 0;

  constructor(readonly fates: Fate[] = []) {}

  add(sent: Sent): Stored {
    const id = String(this.#next++);
    const value = this.chooses || sent.value === undefined ? `0wn${id}-of-the-server` : sent.value;
    if (this.keys.some((key) => key.value === value)) throw TAKEN;
    const key = { ...sent, id, value, expires_at: sent.expires_at ?? NEVER };
    this.keys.push(key);
    return key;
  }

  #listed(): NodeKeyRecord[] {
    const isLagging = this.bodies.length > 0 && this.lag-- > 0;
    const shown = isLagging ? this.keys.slice(0, -1) : this.keys;
    return shown.map(
      ({ value, description, ...key }) =>
        ({
          ...key,
          description: description ?? null,
          value_prefix: this.shows === 0 ? null : value.slice(0, this.shows),
        }) as NodeKeyRecord,
    );
  }

  readonly call = async (id: string, { body }: { body?: Sent }) => {
    this.requests.push(id);
    if (id === "listKeys") {
      if (this.listFails && this.bodies.length > 0) throw failing("unavailable", 503, "Not ready");
      return this.#listed();
    }
    if (!body || id !== "createKey") throw new Error(`${id} is no request of a create`);
    this.bodies.push(body);
    const fate = this.fates.shift() ?? "ok";
    if (fate instanceof ApiError) throw fate;
    if (fate === "lost before") throw LOST;
    if (typeof fate === "function") fate(this, body);
    const key = this.add(body);
    if (fate !== "ok") throw LOST;
    return { ...key };
  };

  readonly nodes = {
    target: { urls: ["http://127.0.0.1:1"], apiKey: "k", keyOrigin: "api_key", named: "cluster c-1" },
    call: this.call,
    everywhere: async (id: string) => ({
      seen: [{ url: "http://127.0.0.1:1", at: 0, value: await this.call(id, {}) }],
      unseen: [],
    }),
    shared: createSharedByNodes(systemClock),
    clock: {
      now: () => 0,
      sleep: async (ms: number) => {
        this.slept += ms;
      },
    },
    random: () => 0.5,
    // Two values are never the same.
    randomBytes: (size: number) => Uint8Array.from({ length: size }, (_, place) => place + this.#bytes++),
    noteKey: (value: string) => void this.noted.push(value),
    log: collectLog().log,
  } as unknown as Nodes;
}

const create = (server: Server, body = SEARCH) => createKey(server.nodes, body, { signal });
const thrown = (work: Promise<unknown>) => work.catch((error: unknown) => error) as Promise<ApiError>;
const valuesSent = ({ bodies }: Server) => new Set(bodies.map(({ value }) => value)).size;

test("one request creates a key with a value that was chosen before, after a read of the existing keys", async () => {
  const server = new Server();
  const { id, value } = await create(server);
  expect([id, server.requests]).toEqual(["7", ["listKeys", "createKey"]]);
  expect(server.bodies).toEqual([{ ...SEARCH, value }]);
  expect(value).toMatch(new RegExp(`^${MARK}[A-Za-z0-9]{47}$`));
});

test("onLook is called before the POST with the existing keys and the beginning of the value, which is already a secret", async () => {
  const server = new Server();
  server.add(SEARCH);
  const seen: unknown[] = [];
  await createKey(server.nodes, SEARCH, {
    signal,
    onLook: (all, prefix) => void seen.push(all.length, prefix, server.bodies.length, server.noted.length),
  });
  expect(seen).toEqual([1, server.bodies[0]?.value?.slice(0, 4), 0, 1]);
  expect(server.noted[0]).toBe(server.bodies[0]?.value);
});

test("a key whose answer was lost is found by the beginning of its value: one POST, and existing equal keys stay", async () => {
  const server = new Server(["lost after"]);
  server.add(SEARCH);
  const answer = await create(server);
  expect(answer).toMatchObject({ id: "8", value: server.keys[1]?.value });
  expect([server.keys.length, server.bodies.length]).toEqual([2, 1]);
});

test("a request that never arrived is sent again with the same value, after a second read some seconds later", async () => {
  const server = new Server(["lost before"]);
  await expect(create(server)).resolves.toMatchObject({ id: "7" });
  expect(server.requests).toEqual(["listKeys", "createKey", "listKeys", "listKeys", "createKey"]);
  expect([valuesSent(server), server.slept >= 5_000]).toEqual([1, true]);
});

test("a request that arrives after both reads: the second one is refused (409), and the key of the first is ours", async () => {
  const server = new Server(["lost before", (here, sent) => void here.add(sent)]);
  const { id, value } = await create(server);
  expect([id, server.keys.map((key) => key.value)]).toEqual(["7", [value]]);
});

test("a first POST that is refused with 409 was sent twice by something on the way: the key is ours", async () => {
  const server = new Server([(here, sent) => void here.add(sent)]);
  const { value } = await create(server);
  expect([server.keys.map((key) => key.value), server.bodies.length]).toEqual([[value], 1]);
});

test("a key that is known to exist (409) is waited for while the list lags", async () => {
  const server = new Server([(here, sent) => void here.add(sent)]);
  server.lag = 3;
  await expect(create(server)).resolves.toMatchObject({ id: "7" });
  expect([server.requests.length, server.slept]).toEqual([6, 3_000]);
});

test("a key that never appears is an error with the beginning of its value, and no other key is created", async () => {
  const server = new Server([(here, sent) => void here.add(sent)]);
  server.lag = 1_000;
  const error = await thrown(create(server));
  const value = server.keys[0]?.value ?? "";
  expect(error).toMatchObject({ kind: "lost_write", detail: expect.stringContaining(`begins with ${MARK}`) });
  expect(error.detail).toContain(value.slice(0, 4));
  expect(error.detail).not.toContain(value.slice(0, 5));
  expect(server.bodies).toHaveLength(1);
});

test("a server that shows no beginnings: a 409 proves that the new key is ours", async () => {
  const server = new Server([(here, sent) => void here.add(sent)]);
  server.shows = 0;
  const { id, value } = await create(server);
  expect([id, value]).toEqual(["7", server.keys[0]?.value]);
});

test("a new key of another run of this provider is not ours: the lost one is sent again", async () => {
  const server = new Server([
    (here) => {
      here.add({ ...SEARCH, value: `${MARK}zzz-of-another-run` });
      throw LOST;
    },
  ]);
  const { id } = await create(server);
  expect([id, server.keys.map((key) => key.id), valuesSent(server)]).toEqual(["8", ["7", "8"], 1]);
});

test.each<[what: string, more: Partial<Sent>]>([
  ["description", { description: "other" }],
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

test("a new key with the same permissions and another beginning may be the lost one of a server that chooses values: named, never revoked", async () => {
  const server = new Server(["lost after"]);
  server.chooses = true;
  const error = await thrown(create(server));
  expect(error).toMatchObject({ kind: "lost_write", ids: ["7"] });
  expect(error.detail).toContain("7 (0wn7…)");
  expect([server.keys.length, server.bodies.length]).toEqual([1, 1]);
});

test("the value of the answer counts: a server may choose by itself", async () => {
  const server = new Server();
  server.chooses = true;
  await expect(create(server)).resolves.toMatchObject({ value: "0wn7-of-the-server" });
  expect(server.noted).toContain("0wn7-of-the-server");
});

test("a list that cannot be read: the error shows the beginning of the value, and the create is not repeated", async () => {
  const server = new Server(["lost after"]);
  server.listFails = true;
  const error = await thrown(create(server));
  expect(error).toMatchObject({ kind: "lost_write" });
  expect(error.detail).toContain(`begins with ${server.keys[0]?.value.slice(0, 4)},`);
  expect(server.bodies).toHaveLength(1);
});

test("requests that are lost each time stop at the limit, all with the same value", async () => {
  const server = new Server(Array(9).fill("lost before"));
  await expect(create(server)).rejects.toMatchObject({ kind: "lost_write" });
  expect([server.bodies.length, valuesSent(server), server.keys]).toEqual([4, 1, []]);
});

test("without a description none is sent, and an empty one only after a 400; a rejection is not a loss", async () => {
  const { description: _, ...body } = SEARCH;
  const server = new Server([failing("invalid", 400)]);
  const { value } = await create(server, body);
  expect(server.bodies).toEqual([
    { ...body, value },
    { ...body, value, description: "" },
  ]);
  const refused = failing("invalid", 400, "Bad actions");
  const refusing = new Server([refused]);
  await expect(create(refusing)).rejects.toBe(refused);
  expect(refusing.requests).toEqual(["listKeys", "createKey"]);
});

test("equal keys created at the same time are not mistaken for the lost one, and do not wait", async () => {
  const server = new Server(["ok", "lost after", "lost after"]);
  const made = await Promise.all([create(server), create(server), create(server)]);
  expect(server.requests.slice(0, 3)).toEqual(["listKeys", "listKeys", "listKeys"]);
  expect(made.map(({ value }) => value)).toEqual(server.keys.map(({ value }) => value));
  expect(new Set(made.map(({ id }) => id)).size).toBe(3);
});

test("a server that echoes the value in a rejection reveals nothing: it is a secret as soon as it is chosen", async () => {
  let sent = "";
  const { nodes, secrets, log } = nodesOver(({ method, body }) => {
    if (method === "GET") return json(200, { keys: [] });
    sent = (JSON.parse(String(body)) as { value: string }).value;
    return json(400, { message: `No key ${sent}, nor ${Buffer.from(sent).toString("base64url")}` });
  });
  const error = await thrown(createKey(nodes, SEARCH, { signal }));
  const said = JSON.stringify([error.summary, error.detail, log.entries]);
  expect(said).toContain(sent);
  const shown = secrets.outgoing(said);
  expect(shown).toContain("(a data-plane key)");
  for (const secret of [sent, Buffer.from(sent).toString("base64url")]) expect(shown).not.toContain(secret);
});

describe("a value that was configured", () => {
  const VALUE = "prod-storefront-1";
  const given = (server: Server) => createKey(server.nodes, SEARCH, { signal, value: VALUE });

  test("of a request that never arrived, while another run creates a key with the same beginning: that key is not taken for ours", async () => {
    const server = new Server([
      (here) => {
        here.add({ ...SEARCH, value: "prod-storefront-2" } as Sent);
        throw LOST;
      },
    ]);
    await expect(given(server)).resolves.toMatchObject({ id: "8", value: VALUE });
    expect(server.keys.map(({ value }) => value)).toEqual(["prod-storefront-2", VALUE]);
  });

  test("whose answer was lost: the second request is refused (409), and the key is ours", async () => {
    const server = new Server(["lost after"]);
    await expect(given(server)).resolves.toMatchObject({ id: "7", value: VALUE });
    expect([server.keys.length, server.bodies.length]).toEqual([1, 2]);
  });

  test("of two creates of one process with the same beginning: each has its own key, even if one is lost and the list lags", async () => {
    const server = new Server(["ok", "lost after"]);
    await createKey(server.nodes, SEARCH, { signal, value: "prod-storefront-2" });
    server.lag = 1;
    await expect(given(server)).resolves.toMatchObject({ id: "8", value: VALUE });
  });

  test("that another key had before the lost request: the error does not suggest revoking that key", async () => {
    const server = new Server(["lost before"]);
    server.add({ ...SEARCH, value: VALUE } as Sent);
    const { detail } = await thrown(given(server));
    expect(detail).toContain("began so already (7): that is somebody else's");
    expect(detail).not.toContain("nobody knows");
    expect(detail).not.toContain(VALUE);
  });
});
