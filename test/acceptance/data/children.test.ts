import { type Scene, scene } from "../support";
import { listed } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

const SHOP = 'cluster_id = "shop1"';

describe("data.searchcloud_cloning_operations", () => {
  const DAY = 86_400;
  const NOW = Date.UTC(2026, 10, 19) / 1000;
  const seed = () =>
    on.emulator.seed({
      clusters: [
        {
          id: "shop1",
          clones: Array.from({ length: 23 }, (_, day) => ({
            id: `o${day}`,
            status: day === 1 ? ("failed" as const) : ("succeeded" as const),
            created_at: NOW - day * DAY,
            completed_at: NOW - day * DAY + 600,
            target_region: "paris",
            search_server_version: "29.0",
            target_cluster_reference_id: `copy${day}`,
            notification_email_addresses: ["ops@example.com"],
          })),
        },
        { id: "shop2", clones: [{ id: "other", status: "failed" as const }] },
      ],
    });

  test("all of them from every page, whatever their order", async () => {
    on.emulator.setAssumptions({ list_order: "oldest_first" });
    seed();
    const all = await listed(on, "cloning_operations", SHOP);
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 23 }, (_, day) => `o${day}`));
    expect(on.requests().filter((operation) => operation === "listCloningOperations").length % 3).toBe(0);
  });

  test("as the service has them, moments in RFC 3339", async () => {
    seed();
    const [latest, failed] = await listed(on, "cloning_operations", SHOP);
    expect(latest).toEqual({
      id: "o0",
      status: "succeeded",
      source_region: "oregon",
      target_region: "paris",
      search_server_version: "29.0",
      target_cluster_id: "copy0",
      notification_email_addresses: ["ops@example.com"],
      created_at: "2026-11-19T00:00:00Z",
      updated_at: "2026-11-19T00:10:00Z",
      completed_at: "2026-11-19T00:10:00Z",
    });
    expect(failed).toMatchObject({ id: "o1", status: "failed", target_cluster_id: null });
  });

  test.each([
    ["failed", ["o1"]],
    ["pending", []],
  ])("only those that are %s", async (status, ids) => {
    seed();
    const some = await listed(on, "cloning_operations", `${SHOP}\nstatus = "${status}"`);
    expect(some.map(({ id }) => id)).toEqual(ids);
  });

  test("in the dialect of the public service", async () => {
    await on.close();
    on = await scene({ dialect: "typesense-cloud" });
    on.environment.SEARCHCLOUD_DIALECT = "typesense-cloud";
    seed();
    const [latest] = await listed(on, "cloning_operations", SHOP);
    expect(latest).toMatchObject({ id: "o0", search_server_version: "29.0" });
  });
});

describe("data.searchcloud_server_parameters", () => {
  const seed = () =>
    on.emulator.seed({
      clusters: [
        {
          id: "shop1",
          parameters: {
            "max-per-page": "500",
            "cors-domains": "https://a.example",
            "cache-num-entries": "1000",
          },
        },
        { id: "shop2", parameters: { "max-per-page": "7" } },
      ],
    });

  test("all that are set, by name, whatever their order", async () => {
    on.emulator.setAssumptions({ list_order: "oldest_first" });
    seed();
    const all = await listed(on, "server_parameters", SHOP);
    expect(all.map(({ name, value }) => [name, value])).toEqual([
      ["cache-num-entries", "1000"],
      ["cors-domains", "https://a.example"],
      ["max-per-page", "500"],
    ]);
    expect(new Set(on.requests())).toEqual(new Set(["listServerConfigurationParameters"]));
  });

  test.each(["iso", "epoch_seconds"])(
    "moments in RFC 3339, however the service writes them (%s)",
    async (times) => {
      on.emulator.setAssumptions({ parameter_times: times });
      seed();
      const [first] = await listed(on, "server_parameters", SHOP);
      expect(first).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: "cache-num-entries",
        value: "1000",
        created_at: "2026-11-19T00:00:00Z",
        updated_at: "2026-11-19T00:00:00Z",
      });
    },
  );

  test.each([
    ["max-per-page", ["500"]],
    ["max-per", []],
    ["Max-Per-Page", []],
  ])("only the one called %s", async (name, found) => {
    seed();
    const some = await listed(on, "server_parameters", `${SHOP}\nname = "${name}"`);
    expect(some.map(({ value }) => value)).toEqual(found);
  });

  test("none is an empty list", async () => {
    on.emulator.seed({ clusters: [{ id: "shop1" }] });
    expect(await listed(on, "server_parameters", SHOP)).toEqual([]);
  });
});
