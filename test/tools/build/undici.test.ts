import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import * as undici from "undici";
import { type ConnectProxy, connectProxy } from "../../support/connectProxy";

type Stub = typeof import("../../../tools/build/undici");
/** Without undici's own index beside it, which completes what the stub must complete by itself. */
let stub: Stub | undefined;
const loaded: string[] = [];
jest.isolateModules(() => {
  jest.doMock("undici/lib/dispatcher/proxy-agent", () => {
    loaded.push("proxy-agent");
    return jest.requireActual("undici/lib/dispatcher/proxy-agent");
  });
  stub = require("../../../tools/build/undici");
});

let server: Server;
let origin: string;
const seen: string[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push([request.method, request.url, request.headers["x-key"], body].join(" "));
    response.writeHead(302, { location: "/elsewhere", "x-answer": "yes" }).end("the body");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
let proxy: ConnectProxy | undefined;
afterEach(() => proxy?.close());
afterAll(() => new Promise((resolve) => server.close(resolve)));

test.each([
  ["undici", undici],
  ["its stub", stub as unknown as Stub],
] as const)(
  "%s sends what is passed, returns the response (a redirect too), and fails in the same way",
  async (_, way) => {
    seen.length = 0;
    const dispatcher = new way.Agent({ connect: { timeout: 1000 }, pipelining: 0 });
    const sent = { dispatcher, headers: { "x-key": "k" } };
    const get = await way.request(`${origin}/a?b=c%20d`, { ...sent, method: "GET", body: null });
    const post = await way.request(`${origin}/a/`, { ...sent, method: "POST", body: "{}" });
    expect([get.statusCode, get.headers["x-answer"], await get.body.text()]).toEqual([
      302,
      "yes",
      "the body",
    ]);
    expect([post.statusCode, await post.body.text()]).toEqual([302, "the body"]);
    expect(seen).toEqual(["GET /a?b=c%20d k ", "POST /a/ k {}"]);
    const signal = AbortSignal.abort(new Error("given up"));
    await expect(way.request(origin, { dispatcher, method: "GET", signal })).rejects.toThrow("given up");
    const refused = way.request("http://127.0.0.1:1/", { dispatcher, method: "GET" });
    await expect(refused).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await dispatcher.close();
  },
);

test("without a proxy, the stub loads nothing of the agent for proxies", () => {
  expect(loaded).toEqual([]);
});

test.each([
  ["undici", undici],
  ["its stub", stub as unknown as Stub],
] as const)("%s opens a tunnel through a proxy, with a pool that the caller has made", async (_, way) => {
  const { port } = server.address() as AddressInfo;
  proxy = await connectProxy({ "service.test:80": port });
  const pools: unknown[] = [];
  const clientFactory = (url: URL, options: object) => {
    const pool = new way.Pool(url, options);
    pools.push(pool);
    return pool;
  };
  const dispatcher = new way.ProxyAgent({ uri: proxy.origin, token: "Basic abc", clientFactory });
  const { statusCode } = await way.request("http://service.test/a", { dispatcher, method: "GET" });
  expect(statusCode).toBe(302);
  expect(pools).toHaveLength(1);
  expect(proxy.asked).toEqual([
    expect.objectContaining({ line: "CONNECT service.test:80", authorization: "Basic abc" }),
  ]);
  await dispatcher.close();
  expect(loaded).toHaveLength(way === undici ? 0 : 1);
});
