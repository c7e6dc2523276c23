import type { Client, ClusterRecord } from "../../../../src/client";
import { wait } from "../../../../src/client/waits/wait";
import type { NodeStatus, Nodes, NodesTarget } from "../../../../src/dataPlane";
import { createCluster } from "../../../../src/provider/resources/cluster/create";
import { awaitHealth } from "../../../../src/provider/resources/cluster/health";
import { resizeCluster } from "../../../../src/provider/resources/cluster/resize";
import { START, TestClock } from "../../../client/kit/clock";
import { collectLog } from "../../../support/log";
import { serviceOf } from "../../kit";
import { FakeService } from "../../shared/changes/fakeService";
import { SINGLE } from "../../shared/changes/kit";
import { record, seen } from "../../support";
import { clusterCall, stateOf, values } from "./kit";

const HOSTNAMES = {
  nodes: ["a.example", "b.example"],
  load_balanced: "c-1.example",
  search_delivery_network: null,
};
const PLANNED = values({ id: "c-1", name: "products", health_check: true });
const WELL = [true, true];

/** Returns a call over nodes with this health, one poll after the other; the last one repeats. */
function over(polls: readonly (readonly boolean[])[], client: Partial<Client> = {}) {
  const clock = new TestClock();
  const asked: unknown[] = [];
  const rest = [...polls];
  const at = ({ urls, apiKey }: NodesTarget) =>
    ({
      each: async ({ healthOnly }: { healthOnly?: boolean }) => {
        asked.push({ urls, apiKey, healthOnly, seconds: (clock.now() - START) / 1000 });
        const now = (rest.length > 1 ? rest.shift() : rest[0]) ?? [];
        return urls.map((url, index): Partial<NodeStatus> => {
          const healthy = now[index] === true;
          return {
            url,
            healthy,
            resource_error: healthy || index === 0 ? null : "OUT_OF_DISK",
            error: healthy ? null : "/health: 503",
          };
        });
      },
    }) as unknown as Nodes;
  const service = {
    ...serviceOf({
      clock,
      pollInterval: 60_000,
      wait: (spec) => wait(spec, { clock, log: collectLog().log, pollInterval: 60_000 }),
      ...client,
    }),
    nodes: async () => ({ at, close: async () => {} }),
  };
  return { call: clusterCall(service), asked, clock };
}

test("every node is polled until all are healthy, more often than the management API, and without a key", async () => {
  const { call, asked } = over([[false, true], [true, false], WELL]);
  await awaitHealth(call, PLANNED, { hostnames: HOSTNAMES }, START + 60_000);
  const urls = ["https://a.example", "https://b.example"];
  expect(asked).toEqual([0, 5, 10].map((seconds) => ({ urls, apiKey: "none", healthOnly: true, seconds })));
  expect(call.warned).toEqual([]);
});

test("at the timeout, a warning names the unhealthy node and the reason", async () => {
  const { call } = over([[true, false]]);
  await awaitHealth(call, PLANNED, { hostnames: HOSTNAMES }, START + 60_000);
  expect(call.warned).toEqual([
    expect.stringMatching(
      /^Cluster "products" \(c-1\) has nodes that are not healthy yet: .*After 60 s.*\n\nhttps:\/\/b\.example: OUT_OF_DISK\n\n/,
    ),
  ]);
});

test.each([
  ["it is off", { ...PLANNED, health_check: null }, HOSTNAMES],
  ["no hostname is known", PLANNED, null],
])("no request is sent where %s", async (_, planned, hostnames) => {
  const { call, asked } = over([[false]]);
  await awaitHealth(call, planned, { hostnames }, START);
  expect(asked).toEqual([]);
});

test("another failure of the wait is an error", async () => {
  const { call } = over([WELL], { wait: async () => Promise.reject(new Error("stopped")) });
  await expect(awaitHealth(call, PLANNED, { hostnames: HOSTNAMES }, START)).rejects.toThrow("stopped");
});

test("a create ends with this wait", async () => {
  const created = record({ hostnames: HOSTNAMES });
  const { call, asked } = over([WELL], {
    createCluster: async () => created as ClusterRecord,
    waitForCluster: async (_, { judge }) => {
      judge(seen(created));
      return seen(created);
    },
  });
  await createCluster(call, { ...PLANNED, regions: ["oregon"] });
  expect(asked).toHaveLength(1);
});

test("so does a change with wait = true", async () => {
  const service = new FakeService(SINGLE);
  service.onWait.push((it) => {
    it.becomes("own-1", "succeeded");
    it.runs({ ...SINGLE, memory: "16_gb" });
  });
  const { call, asked } = over([WELL], service.client);
  const prior = stateOf(SINGLE, { health_check: true });
  await resizeCluster(call, { prior, planned: { ...prior, memory: "16_gb" }, changed: ["memory"] });
  expect(asked).toHaveLength(1);
});
