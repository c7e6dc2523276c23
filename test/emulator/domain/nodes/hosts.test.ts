import { asked, BOOKS, emulatorsWith, node, refused } from "../../dataPlane/ask";
import { call, NOW, over, recordIn } from "../../support";

const one = emulatorsWith({
  collections: [{ ...BOOKS, documents: [{ id: "1", title: "Emma", year: 1815 }] }],
});
const THREE = { high_availability: "yes", search_server_version: "29.0" };
const HOSTS = ["abc-1", "abc-2", "abc-3"];

type Running = Awaited<ReturnType<typeof one>>;

/** Returns the leader (L), followers (F) and nodes that do not answer (-), in the order of the nodes. */
async function roles(emulator: Running): Promise<string> {
  const seen = await Promise.all(
    HOSTS.map(async (host) => {
      const { status, body } = await node(emulator, "GET /debug", { host }).catch(() => ({
        status: 0,
        body: null,
      }));
      return status === 200 ? { 1: "L", 4: "F" }[(body as { state: 1 | 4 }).state] : "-";
    }),
  );
  return seen.join("");
}

async function change(emulator: Running, settings: object) {
  const json = { perform_change_at: NOW + 60, ...settings };
  return recordIn(
    await call(emulator, "POST /clusters/abc/configuration-changes", { json }),
    "configuration_change",
  ).id;
}

describe("the nodes of a cluster", () => {
  test("one leads, the others follow, with the version of the cluster", async () => {
    const emulator = await one({}, THREE);
    expect(await asked(emulator, "GET /debug")).toEqual({ status: 200, body: { state: 1, version: "29.0" } });
    expect(await roles(emulator)).toBe("LFF");
  });

  test("a change restarts them one by one, the leader last, which then follows", async () => {
    const emulator = await one({ change_seconds: 300 }, THREE);
    await change(emulator, { new_search_server_version: "30.1" });
    expect(await over(emulator, [0, 60, 99, 1, 99, 1, 99], () => roles(emulator))).toEqual([
      "LFF",
      "L-F",
      "L-F",
      "LF-",
      "LF-",
      "-LF",
      "-LF",
    ]);
    emulator.advance(1);
    expect(await roles(emulator)).toBe("FLF");
    expect((await asked(emulator, "GET /debug")).body).toEqual({ state: 4, version: "30.1" });
    await call(emulator, "POST /clusters/abc/configuration-changes", {
      json: { perform_change_at: NOW + 400 },
    });
    expect(await over(emulator, [40, 250], () => roles(emulator))).toEqual(["-LF", "L-F"]);
  });

  test("a restarting node answers 503, also to its health, and the load balancer uses another one", async () => {
    const emulator = await one({ change_seconds: 300 }, THREE);
    await change(emulator, { new_memory: "1_gb", new_vcpu: "2_vcpus_2_hr_burst_per_day" });
    emulator.advance(60);
    const host = "abc-2";
    expect(await asked(emulator, "GET /collections", { host })).toEqual(refused(503, "Not Ready or Lagging"));
    expect(await asked(emulator, "GET /health", { host })).toEqual({ status: 503, body: { ok: false } });
    expect((await asked(emulator, "GET /health", { host: "abc" })).body).toEqual({ ok: true });
    emulator.setAssumptions({ restarting_node: "reset" });
    await expect(node(emulator, "GET /health", { host })).rejects.toThrow("fetch failed");
  });

  test("a single node does not answer while the change runs, and keeps its data", async () => {
    const emulator = await one({ change_seconds: 300 });
    await change(emulator, { new_memory: "1_gb", new_vcpu: "2_vcpus_2_hr_burst_per_day" });
    const status = async () => (await node(emulator, "GET /collections/books")).status;
    expect(await over(emulator, [0, 60, 299, 1], status)).toEqual([200, 503, 503, 200]);
  });

  test("a change that is cancelled restarts nothing, and a new topology brings its nodes at the end", async () => {
    const emulator = await one({ change_seconds: 300 }, THREE);
    emulator.cancelOutside("abc", await change(emulator, { new_search_server_version: "30.1" }));
    emulator.advance(500);
    expect(await roles(emulator)).toBe("LFF");
    emulator.changeOutside("abc", { perform_change_at: NOW + 501, new_high_availability_node_count: 5 });
    await expect(node(emulator, "GET /health", { host: "abc-5" })).rejects.toThrow("fetch failed");
    emulator.advance(400);
    expect((await node(emulator, "GET /collections/books", { host: "abc-5" })).status).toBe(200);
  });

  test("a node that is down breaks connections, and does not lead until it is up", async () => {
    const emulator = await one({}, THREE);
    emulator.takeNodeDown("abc-1.a1.searchcloud.example");
    await expect(node(emulator, "GET /health")).rejects.toThrow("fetch failed");
    expect(await roles(emulator)).toBe("-LF");
    emulator.bringNodeUp("abc-1.a1.searchcloud.example");
    expect(await roles(emulator)).toBe("LFF");
  });

  test("are distinguished from those of a cluster whose id looks like one of their names", async () => {
    const emulator = await one({}, THREE);
    emulator.seed({ clusters: [{ id: "abc-2", search_server_version: "27.0" }] });
    const version = async (host: string) =>
      ((await asked(emulator, "GET /debug", { host })).body as { version: string }).version;
    expect([await version("abc-2"), await version("abc")]).toEqual(["29.0", "29.0"]);
    expect((await node(emulator, "GET /debug", { host: "abc-2-1" })).status).toBe(401);
  });

  test("the control path can set the names of nodes", async () => {
    const emulator = await one();
    emulator.patchCluster("abc", { hostnames: { nodes: ["private.internal"] } });
    const url = emulator.nodeUrl.replace("{hostname}", "private.internal");
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await expect(node(emulator, "GET /health")).rejects.toThrow("fetch failed");
  });
});
