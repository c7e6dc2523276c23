import type { Client, ClusterRecord, CreateClusterBody, Observed } from "../../../../src/client";
import { TerminalError } from "../../../../src/framework";
import { createCluster, judgeStart } from "../../../../src/provider/resources/cluster/create";
import { answering, serviceOf } from "../../kit";
import { SECONDS } from "../../shared/changes/kit";
import { MISSING, record, seen } from "../../support";
import { clusterCall, FakeParameters, KNOWN, values } from "./kit";

const NO_HOSTS = { hostnames: null } as const;

describe("a read of a starting cluster:", () => {
  test.each<[string, Observed, number, unknown]>([
    ["initializing", seen(record({ ...NO_HOSTS, status: "initializing" })), 0, "pending"],
    ["in service", seen(record()), 0, "done"],
    ["in service, and no hostnames yet", seen(record(NO_HOSTS)), 0, "pending"],
    ["a status that nobody knows", seen(record({ status: "warming_up" })), 0, "pending"],
    ["suspended", seen(record({ status: "suspended" })), 0, { failed: expect.stringContaining("settle") }],
    ["404, four times", MISSING, 4, "pending"],
    ["404, five times", MISSING, 5, { failed: expect.stringContaining("404") }],
  ])("%s", (_, observed, misses, expected) => {
    expect(judgeStart(observed, misses, '"products"')).toEqual(expected);
  });

  test("deprovisioning: nothing can finish it", () => {
    const judge = () => judgeStart(seen(record({ status: "deprovisioning" })), 0, '"products"');
    expect(judge).toThrow(TerminalError);
    expect(judge).toThrow("Its status is deprovisioning");
  });
});

const PLANNED = values({
  name: "products",
  regions: ["oregon"],
  high_availability: true,
  termination_protection: true,
  auto_upgrade_capacity: true,
});
const STARTING = record({
  status: "provisioning",
  hostnames: null,
  regions: [],
  region_node_counts: null,
  high_availability: "yes",
});

/** Prepares a create whose POST returns a starting cluster, followed by these polls. */
function creating(polls: readonly Observed[], planned = PLANNED, listed: readonly ClusterRecord[] = []) {
  const posts: CreateClusterBody[] = [];
  const rest = [...polls];
  const client: Partial<Client> = {
    createCluster: async (body) => {
      posts.push(body);
      return STARTING;
    },
    waitForCluster: async (_, spec) => {
      for (;;) {
        const answer = rest.shift();
        if (!answer) throw new Error("out of polls");
        if (spec.judge(answer) === "done") return answer;
      }
    },
  };
  const service = serviceOf(client, listed);
  const call = clusterCall(service, undefined);
  return { service, posts, call, run: () => createCluster(call, planned) };
}

describe("createCluster", () => {
  test("saves the id from the answer of POST on, with the requested topology, and what each poll sees", async () => {
    const { call, posts, run } = creating([seen({ ...STARTING, status: "initializing" })]);
    await expect(run()).rejects.toThrow("out of polls");
    expect(posts).toHaveLength(1);
    expect(call.privateState).toEqual({
      ...KNOWN,
      protected: true,
      // This distinguishes a later edit of the pair from a raise by the service.
      configured: { memory: "8_gb", vcpu: "2_vcpus" },
    });
    expect(call.known).toMatchObject({
      id: "c-1",
      status: "initializing",
      regions: ["oregon"],
      region_node_counts: { oregon: 3 },
    });
    expect(call.known).not.toHaveProperty("hostnames");
  });

  test("returns the result of the last poll; 404 counts only if repeated in a row", async () => {
    const four = Array.from({ length: 4 }, () => MISSING);
    const polls = [...four, seen(STARTING), ...four, seen(record({ region_node_counts: { oregon: 3 } }))];
    await expect(creating(polls).run()).resolves.toMatchObject({
      status: "in_service",
      hostnames: { nodes: ["c-1-1.example"] },
    });
  });

  test("an existing name stops it before the POST, and releases the name", async () => {
    const { posts, run } = creating([], PLANNED, [record({ id: "theirs" })]);
    await expect(run()).rejects.toThrow("theirs");
    await expect(run()).rejects.toThrow("theirs");
    expect(posts).toEqual([]);
  });

  test("a name that another create of this run has taken stops it before any request", async () => {
    const { service, posts, run } = creating([seen(record())]);
    const first = run();
    await expect(run()).rejects.toThrow("being created by this same run");
    await first;
    expect([posts.length, service.listings()]).toEqual([1, 1]);
  });

  test("without a name nothing prevents it", async () => {
    const planned = values({ regions: ["oregon"] });
    const { service, posts, run } = creating([seen(record())], planned, [record({ name: null })]);
    await run();
    expect([posts.length, service.listings()]).toEqual([1, 0]);
  });
});

describe("server parameters of a new cluster", () => {
  const WITH = values({ name: "products", regions: ["oregon"], server_parameters: { a: "1" } });
  const later = { perform_change_at: "2026-01-04T02:00:00Z", wait: null, window: null };
  const START = ["wait for the cluster", "list", "create a=1"];
  const RESTART = { perform_change_at: SECONDS + 30 };

  function starting(planned = WITH) {
    const fake = new FakeParameters();
    const waitForChange = jest.spyOn(fake.client, "waitForChange");
    const service = serviceOf({
      ...fake.client,
      createsInFlight: () => [],
      createCluster: async () => STARTING,
    });
    const call = clusterCall(service, undefined);
    return { call, fake, waitForChange, run: () => createCluster(call, planned) };
  }

  test("are written when it is in service, and one restart, which changes nothing else, has the time of an update", async () => {
    const { call, fake, waitForChange, run } = starting({ ...WITH, memory: "16_gb" });
    expect(await run()).toMatchObject({
      status: "in_service",
      server_parameters: { a: "1" },
      pending_change: null,
    });
    expect(fake.requests.slice(0, 3)).toEqual(START);
    expect(fake.bodies).toEqual([RESTART]);
    const deadline = fake.now + 6 * 3_600_000;
    expect(waitForChange).toHaveBeenCalledWith("c-1", "own-1", expect.objectContaining({ deadline }));
    expect(call.privateState).toEqual(KNOWN);
  });

  test("with a schedule, the restart waits for it", async () => {
    const { call, fake, run } = starting({ ...WITH, change_schedule: later });
    expect(await run()).toMatchObject({
      pending_change: { id: "own-1", perform_change_at: later.perform_change_at },
    });
    expect(fake.bodies).toEqual([{ perform_change_at: Date.UTC(2026, 0, 4, 2) / 1000 }]);
    expect(call.privateState).toEqual({ ...KNOWN, change: "own-1", restart_by: "own-1" });
  });

  test("with none nothing is requested", async () => {
    const { fake, run } = starting({ ...WITH, server_parameters: {} });
    await run();
    expect(fake.requests).toEqual(["wait for the cluster"]);
  });

  test("a refusal ends the apply: nothing is due", async () => {
    const { call, fake, run } = starting();
    fake.beforeWrite.push(() => {
      throw answering(403);
    });
    await expect(run()).rejects.toMatchObject({ summary: expect.stringContaining('Server parameter "a"') });
    expect(fake.requests).toEqual(START);
    expect(call.privateState).toEqual(KNOWN);
  });

  test("a refused restart stays due", async () => {
    const { call, fake, run } = starting();
    fake.onCreate.push(() => {
      throw answering(402, "Payment required");
    });
    await expect(run()).rejects.toThrow("Payment required");
    expect(call.privateState).toEqual({ ...KNOWN, restart_due: true });
  });
});
