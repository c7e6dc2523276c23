import { isBlock, isConfigurable } from "../../src/framework/schema";
import { searchcloud } from "../../src/provider/provider";
import createCluster from "../contract/documents/createCluster.json";
import otherBodies from "../contract/documents/otherBodies.json";
import records from "../contract/documents/records.json";

/** How the types of the provider agree with the records and bodies of the API (docs/design/architecture.md#types). */
const provider = searchcloud({});

describe("lanes", () => {
  /** What cannot be edited, only made anew: nothing that holds data. */
  const FORCED = ["configuration_change", "cloning_operation", "server_parameter", "api_keys"];

  test.each(provider.resources.map((resource) => [resource.name, resource] as const))(
    "of %s",
    (_, resource) => {
      const lanes = Object.keys(resource.updates);
      for (const [name, field] of Object.entries(resource.schema)) {
        if (isConfigurable(field))
          expect([name, [...lanes, "state", ...(FORCED.includes(resource.name) ? ["replace"] : [])]]).toEqual(
            [name, expect.arrayContaining([field.updatedBy])],
          );
        else expect([name, field.updatedBy]).toEqual([name, undefined]);
      }
      for (const { makesUnknown = [], carriedBy, requiresReplace } of Object.values(resource.updates)) {
        if (!requiresReplace) expect(carriedBy).toMatch(/^(GET|POST|PATCH|DELETE) \//);
        // What a function answers is proved where the lane is.
        const opened = typeof makesUnknown === "function" ? [] : makesUnknown;
        for (const name of opened) expect(Object.keys(resource.schema)).toContain(name);
      }
    },
  );

  test("nothing on a cluster forces a replacement", () => {
    const forcing = provider.resources.filter(
      ({ schema, updates }) =>
        Object.values(schema).some(({ updatedBy }) => updatedBy === "replace") ||
        Object.values(updates).some(({ requiresReplace }) => requiresReplace),
    );
    expect(forcing.map(({ name }) => name)).toEqual(FORCED);
  });

  test("every resource that waits has a time limit for it, and only then the configuration one of its own", () => {
    const limits = provider.resources.map(({ name, timeouts, schema: { timeouts: own } }) => [
      name,
      timeouts,
      own && isBlock(own) ? Object.keys(own.fields) : [],
    ]);
    expect(limits).toEqual([
      ["cluster", { create: "30m", update: "6h", delete: "10m" }, ["create", "update", "delete"]],
      // Deleting a change waits for nothing.
      ["configuration_change", { create: "6h", delete: "10m" }, ["create"]],
      ["cloning_operation", { create: "6h", delete: "6h" }, ["create", "delete"]],
      ["server_parameter", { create: "6h", update: "6h", delete: "6h" }, []],
      ["api_keys", { create: "30m" }, ["create"]],
    ]);
  });
});

/** What a type has beside the fields of a body or record of the API. */
function namesOf(type: string): string[] {
  return Object.keys(provider.resources.find(({ name }) => name === type)?.schema ?? {}).sort();
}

describe("names of the API", () => {
  const cluster = provider.resources.find(({ name }) => name === "cluster")?.schema ?? {};
  /** What the API has no name for. */
  const OURS: { readonly [name: string]: string } = {
    notification_email_addresses: "a field of a configuration change",
    change_schedule: "when changes begin; kept by Terraform",
    termination_protection: "kept by Terraform",
    server_parameters: "the server configuration parameters of the cluster that the configuration lists",
    timeouts: "kept by Terraform",
    live: "what runs now, beside what is wanted",
    pending_change: "a configuration change of the cluster",
  };
  /** What the API has and the resource does not show, because it changes by itself. */
  const NOT_SHOWN = ["usage"];

  test("every attribute of a cluster has the API's name, or a reason", () => {
    const known = [...records.Cluster, ...Object.keys(OURS)];
    expect(Object.keys(cluster).sort()).toEqual(known.filter((name) => !NOT_SHOWN.includes(name)).sort());
  });

  test("all that createCluster takes can be configured, and is required where it is", () => {
    for (const [name, required] of Object.entries(createCluster)) {
      const field = cluster[name];
      if (!field || isBlock(field)) throw new Error(`${name} is no attribute`);
      expect([name, isConfigurable(field), field.mode === "required"]).toEqual([
        name,
        true,
        required === "required",
      ]);
    }
  });

  test("live shows the settings that a configuration change can change, pending_change what it changes", () => {
    const settings = records["ConfigurationChange settings"].filter((name) => name !== "load_balancing");
    const nested = (name: string) => {
      const field = cluster[name];
      return field && !isBlock(field) ? Object.keys(field.type.nested?.attributes ?? {}) : [];
    };
    expect(nested("live").sort()).toEqual([...settings].sort());
    const change = ["id", "status", "perform_change_at", "created_at"];
    expect(nested("pending_change").sort()).toEqual(
      [...change, ...settings.map((name) => `new_${name}`)].sort(),
    );
  });

  test("a configuration change takes what createConfigurationChange takes, and shows what was before", () => {
    const { schema = {} } = provider.resources.find(({ name }) => name === "configuration_change") ?? {};
    const settings = records["ConfigurationChange settings"].filter((name) => name !== "load_balancing");
    const ours = ["cluster_id", "triggers", "wait", "window", "timeouts", "old"];
    const common = ["id", "status", "perform_change_at", "notification_email_addresses"];
    const moments = ["created_at", "updated_at", "completed_at"];
    expect(Object.keys(schema).sort()).toEqual(
      [...settings.map((name) => `new_${name}`), ...ours, ...common, ...moments].sort(),
    );
    const { old } = schema;
    const before = old && !isBlock(old) ? Object.keys(old.type.nested?.attributes ?? {}) : [];
    expect(before.sort()).toEqual([...settings].sort());
  });

  test("the data source shows every field of the record", () => {
    const fields = provider.dataSources.find(({ name }) => name === "cluster")?.schema ?? {};
    expect(Object.keys(fields).sort()).toEqual([...records.Cluster, "node_regions"].sort());
  });

  test("a cloning operation takes what createCloningOperation takes, and shows its record", () => {
    const renamed = (name: string) => (name === "target_cluster_reference_id" ? "target_cluster_id" : name);
    const known = new Set([...otherBodies.createCloningOperation, ...records.CloningOperation.map(renamed)]);
    known.delete("updated_at");
    const ours = ["cluster_id", "triggers", "wait", "terminate_clone_on_destroy", "timeouts"];
    expect(namesOf("cloning_operation")).toEqual([...known, ...ours].sort());
  });

  test("a server parameter is its record, with shorter names", () => {
    const shorter = records.ServerConfigurationParameter.map((name) => name.replace("parameter_", ""));
    expect(namesOf("server_parameter")).toEqual([...shorter, "cluster_id"].sort());
  });
});
