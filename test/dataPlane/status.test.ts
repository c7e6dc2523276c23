import { never } from "../client/kit/client";
import { json, type Reply, systemError } from "../client/kit/transport";
import { KEY, nodesOver } from "./kit";

const LEADER = json(200, { state: 1, version: "30.1" });
const OK = json(200, { ok: true });
const REPLIES: Readonly<Record<string, Reply>> = {
  "n1/health": OK,
  "n1/debug": LEADER,
  "n2/health": json(503, { ok: false, resource_error: "OUT_OF_DISK" }),
  "n2/debug": json(200, { state: 4, version: "30.1" }),
  "n3/health": systemError("ECONNREFUSED"),
  "n3/debug": systemError("ECONNREFUSED"),
  "n4/health": OK,
  "n4/debug": json(401, { message: "Forbidden" }),
  "n6/health": json(200, { ok: true, resource_error: "OUT_OF_DISK" }),
  "n6/debug": LEADER,
  "n5/health": "hang",
  "n5/debug": "hang",
};

test("every node is read by itself, and a failure concerns it alone", async () => {
  const urls = ["n1", "n2", "n3", "n4", "n5", "n6"].map((name) => `https://${name}.example`);
  const { nodes, transport, seconds } = nodesOver(
    ({ url }) => {
      const { hostname, pathname } = new URL(url);
      return REPLIES[`${hostname.split(".")[0]}${pathname}`] ?? OK;
    },
    { urls },
  );
  const states = await nodes.each({ signal: never() });
  const healthy = { healthy: true, state: 1, version: "30.1", resource_error: null, error: null };
  const silent = { healthy: false, state: null, version: null, resource_error: null };
  expect(states).toEqual([
    { ...healthy, url: urls[0] },
    {
      url: urls[1],
      healthy: false,
      state: 4,
      version: "30.1",
      resource_error: "OUT_OF_DISK",
      error: "/health: the node answered 503 (not available)",
    },
    {
      ...silent,
      url: urls[2],
      error: "/health: nothing accepts connections at this address and port (ECONNREFUSED)",
    },
    {
      ...silent,
      healthy: true,
      url: urls[3],
      error: "/debug: the node answered 401 (Forbidden)",
    },
    { ...silent, url: urls[4], error: "/health: no answer after 10 s" },
    {
      ...healthy,
      url: urls[5],
      healthy: false,
      resource_error: "OUT_OF_DISK",
      error: "/health: the node lacks a resource (OUT_OF_DISK), and takes no writes",
    },
  ]);
  expect(seconds()).toBe(10);
  const carried = transport.requests.filter(({ headers }) => Object.values(headers).includes(KEY));
  expect(carried.map(({ url }) => new URL(url).pathname)).toEqual(Array(6).fill("/debug"));
});
