import type { ClusterRecord, CreateClusterBody, Observed } from "../../../src/client";
import { TerminalFailure } from "../../../src/framework";
import { awaitService, createCluster, judgeStart } from "../../../src/provider/cluster/create";
import { call, MISSING, record, seen, service, values } from "../support";

const NO_HOSTS = { hostnames: null } as const;

describe("a look at a starting cluster means", () => {
  test.each<[string, Observed, number, unknown]>([
    ["initializing", seen(record({ ...NO_HOSTS, status: "initializing" })), 0, "pending"],
    ["in service", seen(record()), 0, "done"],
    ["in service, and no hostnames yet", seen(record(NO_HOSTS)), 0, "pending"],
    ["a status that nobody knows", seen(record({ status: "warming_up" })), 0, "pending"],
    ["suspended", seen(record({ status: "suspended" })), 0, { failed: expect.stringContaining("settle") }],
    ["404, four times", MISSING, 4, "pending"],
    ["404, five times", MISSING, 5, { failed: expect.stringContaining("404") }],
  ])("%s", (_, look, misses, expected) => {
    expect(judgeStart(look, misses, '"products"')).toEqual(expected);
  });

  test.each(["deprovisioning", "terminated"])("%s: nothing can finish it", (status) => {
    const judge = () => judgeStart(seen(record({ status })), 0, '"products"');
    expect(judge).toThrow(TerminalFailure);
    expect(judge).toThrow(`Its status is ${status}`);
  });
});

/** A service that answers a POST with `made`, and looks with `looks`, one after the other. */
function starting(made: ClusterRecord, looks: readonly Observed[], listed: readonly ClusterRecord[] = []) {
  const posts: CreateClusterBody[] = [];
  const rest = [...looks];
  const fake = service(listed, {
    client: {
      createCluster: async (body) => {
        posts.push(body);
        return made;
      },
      waitForCluster: async (_, spec) => {
        for (;;) {
          const answer = rest.shift();
          if (!answer) throw new Error("no more looks");
          const judgement = spec.judge(answer);
          if (judgement === "done") return answer;
          if (judgement !== "pending") throw new Error(judgement.failed);
        }
      },
    },
  });
  return { fake, posts };
}

const PLANNED = values({
  name: "products",
  regions: ["oregon"],
  high_availability: true,
  termination_protection: true,
});
const STARTING = record({
  status: "provisioning",
  hostnames: null,
  regions: [],
  region_node_counts: null,
  high_availability: "yes",
});

describe("createCluster", () => {
  test("keeps the id from the answer of POST on, with the topology that was asked for", async () => {
    const { fake, posts } = starting(STARTING, []);
    const doing = call(fake);
    await expect(createCluster(doing, PLANNED)).rejects.toThrow("no more looks");
    expect(posts).toHaveLength(1);
    expect(doing.keeps()).toEqual({ id: "c-1", host: "api.example", protected: true });
    expect(doing.keptValues()).toMatchObject({
      id: "c-1",
      status: "provisioning",
      regions: ["oregon"],
      region_node_counts: { oregon: 3 },
    });
    expect(doing.keptValues()).not.toHaveProperty("hostnames");
  });

  test("stores the configured capacity that auto_upgrade_capacity may raise: a later edit of it is told from a raise", async () => {
    const { fake } = starting(STARTING, []);
    const doing = call(fake);
    const planned = { ...PLANNED, memory: "8_gb", vcpu: "2_vcpus", auto_upgrade_capacity: true };
    await expect(createCluster(doing, planned)).rejects.toThrow("no more looks");
    expect(doing.keeps()?.configured).toEqual({ memory: "8_gb", vcpu: "2_vcpus" });
  });

  test("answers with what the last look saw", async () => {
    const { fake } = starting(STARTING, [
      seen(STARTING),
      MISSING,
      seen(record({ regions: ["oregon"], region_node_counts: { oregon: 3 } })),
    ]);
    const learned = await createCluster(call(fake), PLANNED);
    expect(learned).toMatchObject({ status: "in_service", hostnames: { nodes: ["c-1-1.example"] } });
  });

  test("answers of 404 count only in a row", async () => {
    const four = Array.from({ length: 4 }, () => MISSING);
    const { fake } = starting(STARTING, [...four, seen(STARTING), ...four, seen(record())]);
    await expect(createCluster(call(fake), PLANNED)).resolves.toMatchObject({ status: "in_service" });
  });

  test("a name that exists stops it before the POST, and gives the name back", async () => {
    const { fake, posts } = starting(STARTING, [], [record({ id: "theirs" })]);
    await expect(createCluster(call(fake), PLANNED)).rejects.toThrow("theirs");
    expect(posts).toEqual([]);
    expect(fake.names.has("products")).toBe(false);
  });

  test("a name that another create of this run has taken stops it before anything is asked", async () => {
    const { fake, posts } = starting(STARTING, []);
    fake.names.add("products");
    await expect(createCluster(call(fake), PLANNED)).rejects.toThrow("being created by this same run");
    expect([posts, fake.asked()]).toEqual([[], 0]);
  });

  test("without a name nothing is in the way", async () => {
    const { fake, posts } = starting(STARTING, [seen(record())], [record({ name: null })]);
    await createCluster(call(fake), values({ regions: ["oregon"] }));
    expect([posts.length, fake.asked()]).toEqual([1, 0]);
  });
});

test("what waits on keeps what it sees, too", async () => {
  const { fake } = starting(STARTING, [seen({ ...STARTING, status: "initializing" })]);
  const doing = call(fake);
  await expect(awaitService(doing, { ...PLANNED, id: "c-1" }, 1000)).rejects.toThrow("no more looks");
  expect(doing.keptValues()).toMatchObject({ status: "initializing" });
});
