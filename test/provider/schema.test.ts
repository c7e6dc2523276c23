import type { Attribute, Block, Fields } from "../../src/framework/schema";
import { isBlock, isConfigurable } from "../../src/framework/schema";
import type { NestedAttribute, Type } from "../../src/framework/type";
import { searchcloud } from "../../src/provider/provider";
import createCluster from "../contract/documents/createCluster.json";
import records from "../contract/documents/records.json";
import values from "../contract/documents/values.json";

/** One law for every schema of the provider, so that a new type cannot forget it (DESIGN.md, section 5). */
const provider = searchcloud({});

interface Entry {
  /** As a person writes it: `cluster.change_schedule.window.days`. */
  readonly path: string;
  readonly name: string;
  readonly field: Attribute | Block | NestedAttribute;
  /** A nested attribute, which is no field of a schema. */
  readonly nested: boolean;
}

function entriesOf(fields: Fields, at: string): Entry[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = `${at}.${name}`;
    const entry = { path, name, field, nested: false };
    if (isBlock(field)) return [entry, ...entriesOf(field.fields, path)];
    return [entry, ...nestedOf(field.type, path)];
  });
}

function nestedOf(type: Type, at: string): Entry[] {
  return Object.entries(type.nested?.attributes ?? {}).flatMap(([name, field]) => {
    const path = `${at}.${name}`;
    return [{ path, name, field, nested: true }, ...nestedOf(field.type, path)];
  });
}

const SCHEMAS = [
  { title: "provider", description: provider.description, fields: provider.fields },
  ...provider.resources.map(({ name, description, fields }) => ({ title: name, description, fields })),
  ...provider.dataSources.map(({ name, description, fields }) => ({
    title: `data.${name}`,
    description,
    fields,
  })),
];
const ENTRIES = SCHEMAS.flatMap(({ title, fields }) => entriesOf(fields, title));
const attributes = ENTRIES.filter(
  (entry): entry is Entry & { field: Attribute } => !("block" in entry.field),
);

/** The broken ones, by path: an empty list is what each law wants. */
const broken = (entries: readonly Entry[], holds: (entry: Entry) => boolean) =>
  entries.filter((entry) => !holds(entry)).map(({ path }) => path);

test("the provider has these types", () => {
  expect(SCHEMAS.map(({ title }) => title)).toEqual([
    "provider",
    "cluster",
    "configuration_change",
    "data.cluster",
    "data.clusters",
    "data.configuration_changes",
  ]);
  expect(ENTRIES.length).toBeGreaterThan(100);
});

test("every type, attribute and block has a description that ends with a full stop", () => {
  for (const { description } of SCHEMAS) expect(description).toMatch(/^[A-Z].*\.$/);
  expect(broken(ENTRIES, ({ field }) => /^[A-Z\d`v].*\.$/.test(field.description))).toEqual([]);
});

test("names are Terraform's: lower case, digits and underscores", () => {
  expect(broken(ENTRIES, ({ name }) => /^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
});

describe("allowed values and units", () => {
  const ENUMERATED: { readonly [name: string]: readonly string[] } = {
    search_delivery_network: values.SearchDeliveryNetwork,
    new_search_delivery_network: values.SearchDeliveryNetwork,
    status: values["Cluster status"],
    user_type: values.user_type,
    dialect: ["search-cloud", "typesense-cloud"],
    days: ["monday", "sunday"],
  };
  /** Where the words name something else, or another place lists the values. */
  const OTHER: { readonly [path: string]: string } = {
    "cluster.hostnames.search_delivery_network": "a hostname",
    "cluster.live.search_delivery_network": "listed at the attribute of the same name",
    "cluster.pending_change.status": "the status of a change",
    "cluster.pending_change.new_search_delivery_network": "listed at the attribute without new_",
    "configuration_change.status": "the status of a change",
    "configuration_change.old.search_delivery_network": "listed at new_search_delivery_network",
    "data.cluster.hostnames.search_delivery_network": "a hostname",
    "data.clusters.clusters.hostnames.search_delivery_network": "a hostname",
    "data.clusters.status": "a filter; `clusters.status` lists the values",
    "data.configuration_changes.status": "a filter; `configuration_changes.status` lists the values",
    "data.configuration_changes.configuration_changes.status": "the status of a change",
    "data.configuration_changes.configuration_changes.new_search_delivery_network": "listed at the resource",
  };

  test.each(Object.entries(ENUMERATED))("%s names its values", (name, allowed) => {
    const those = attributes.filter((entry) => entry.name === name && !(entry.path in OTHER));
    expect(those.length).toBeGreaterThan(0);
    expect(
      broken(those, ({ field }) => allowed.every((value) => field.description.includes(`\`${value}\``))),
    ).toEqual([]);
  });

  test.each(["configuration_change.status", "data.configuration_changes.configuration_changes.status"])(
    "%s names the statuses of a change",
    (path) => {
      const description = attributes.find((entry) => entry.path === path)?.field.description;
      for (const status of values.WorkflowStatus) expect(description).toContain(`\`${status}\``);
    },
  );

  test("the exceptions are all there are", () => {
    const paths = ENTRIES.map(({ path }) => path);
    expect(Object.keys(OTHER).filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("durations and moments say what they are", () => {
    const durations = ["create", "update", "delete", "duration", "poll_interval"];
    const those = attributes.filter(({ name }) => durations.includes(name));
    expect(those).toHaveLength(7);
    expect(
      broken(
        those,
        ({ field }) => /duration/.test(field.description) && /default is `/.test(field.description),
      ),
    ).toEqual([]);
    expect(broken(those, ({ field }) => ((field as Attribute).checks ?? []).length > 0)).toEqual([]);
    const moments = attributes.filter(({ name }) => name.endsWith("_at"));
    expect(broken(moments, ({ field }) => field.description.includes("(RFC 3339)"))).toEqual([]);
  });

  test("sizes give an example", () => {
    const sizes = attributes.filter(
      ({ name, path }) => /^(memory|vcpu)$/.test(name) && !/pending|\.old\./.test(path),
    );
    expect(broken(sizes, ({ field }) => /such as `\d/.test(field.description))).toEqual([]);
  });
});

describe("modes", () => {
  const resources = provider.resources.flatMap(({ name, fields }) => entriesOf(fields, name));
  /** Optional, and never answered by the service: what only Terraform keeps, and the name, which may be null. */
  const NOT_FILLED: { readonly [path: string]: string } = {
    "cluster.name": "left out, the cluster has none",
    "cluster.notification_email_addresses": "kept by Terraform",
    "cluster.termination_protection": "kept by Terraform",
    ...Object.fromEntries(
      records["ConfigurationChange settings"]
        .filter((name) => name !== "load_balancing")
        .map((name) => [`configuration_change.new_${name}`, "left out, it is not changed"]),
    ),
    "configuration_change.notification_email_addresses": "kept by Terraform",
    "configuration_change.triggers": "kept by Terraform",
    "configuration_change.wait": "kept by Terraform",
  };

  test("what the service fills when it is left out is computed too", () => {
    const optional = resources.filter(
      ({ path, field, nested }) =>
        !nested && "mode" in field && field.mode === "optional" && path.split(".").length === 2,
    );
    expect(optional.map(({ path }) => path).sort()).toEqual(Object.keys(NOT_FILLED).sort());
  });

  test("what people configure in parts is a block, never a nested attribute", () => {
    const nested = attributes.filter(({ field }) => field.type.nested !== undefined);
    expect(broken(nested, ({ field }) => (field as Attribute).mode === "computed")).toEqual([]);
    expect(
      broken(
        ENTRIES.filter((entry) => entry.nested),
        ({ field }) => "mode" in field && field.mode === "computed",
      ),
    ).toEqual([]);
  });

  test("secrets are sensitive", () => {
    const secrets = attributes.filter(({ name }) => /key|secret|password|token/.test(name));
    expect(secrets.map(({ path }) => path)).toEqual(["provider.api_key"]);
    expect(broken(secrets, ({ field }) => (field as Attribute).sensitive === true)).toEqual([]);
  });

  test("a data source computes all that is not its filter", () => {
    const configurable = provider.dataSources.flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([key, field]) => (isConfigurable(field) ? [`${name}.${key}`] : [])),
    );
    expect(configurable).toEqual([
      "cluster.id",
      "clusters.name",
      "clusters.region",
      "clusters.status",
      "configuration_changes.cluster_id",
      "configuration_changes.status",
    ]);
  });
});

describe("lanes", () => {
  /** What cannot be edited, only made anew: nothing that holds data. */
  const FORCED = ["configuration_change"];

  test.each(provider.resources.map((resource) => [resource.name, resource] as const))(
    "of %s",
    (_, resource) => {
      const lanes = Object.keys(resource.lanes);
      for (const [name, field] of Object.entries(resource.fields)) {
        if (isConfigurable(field))
          expect([name, [...lanes, "state", ...(FORCED.includes(resource.name) ? ["replace"] : [])]]).toEqual(
            [name, expect.arrayContaining([field.via])],
          );
        else expect([name, field.via]).toEqual([name, undefined]);
      }
      for (const { makesUnknown = [], carriedBy, replaces } of Object.values(resource.lanes)) {
        if (!replaces) expect(carriedBy).toMatch(/^(GET|POST|PATCH|DELETE) \//);
        // What a function answers is proved where the lane is.
        const opened = typeof makesUnknown === "function" ? [] : makesUnknown;
        for (const name of opened) expect(Object.keys(resource.fields)).toContain(name);
      }
    },
  );

  test("nothing on a cluster forces a replacement", () => {
    const forcing = provider.resources.filter(
      ({ fields, lanes }) =>
        Object.values(fields).some(({ via }) => via === "replace") ||
        Object.values(lanes).some(({ replaces }) => replaces),
    );
    expect(forcing.map(({ name }) => name)).toEqual(FORCED);
  });

  test("every resource that waits has a time limit for it", () => {
    const limits = provider.resources.map(({ name, timeouts }) => [name, timeouts]);
    expect(Object.fromEntries(limits)).toEqual({
      cluster: { create: "30m", update: "6h", delete: "10m" },
      configuration_change: { create: "6h", delete: "10m" },
    });
    const blocks = provider.resources.map(({ name, fields: { timeouts } }) => [
      name,
      timeouts && isBlock(timeouts) && Object.keys(timeouts.fields),
    ]);
    // Deleting a change waits for nothing.
    expect(Object.fromEntries(blocks)).toEqual({
      cluster: ["create", "update", "delete"],
      configuration_change: ["create"],
    });
  });
});

describe("names of the API", () => {
  const cluster = provider.resources.find(({ name }) => name === "cluster")?.fields ?? {};
  /** What the API has no name for. */
  const OURS: { readonly [name: string]: string } = {
    notification_email_addresses: "a field of a configuration change",
    change_schedule: "when changes begin; kept by Terraform",
    termination_protection: "kept by Terraform",
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
    const { fields = {} } = provider.resources.find(({ name }) => name === "configuration_change") ?? {};
    const settings = records["ConfigurationChange settings"].filter((name) => name !== "load_balancing");
    const ours = ["cluster_id", "triggers", "wait", "window", "timeouts", "old"];
    const common = ["id", "status", "perform_change_at", "notification_email_addresses"];
    const moments = ["created_at", "updated_at", "completed_at"];
    expect(Object.keys(fields).sort()).toEqual(
      [...settings.map((name) => `new_${name}`), ...ours, ...common, ...moments].sort(),
    );
    const { old } = fields;
    const before = old && !isBlock(old) ? Object.keys(old.type.nested?.attributes ?? {}) : [];
    expect(before.sort()).toEqual([...settings].sort());
  });

  test("the data source shows every field of the record", () => {
    const fields = provider.dataSources.find(({ name }) => name === "cluster")?.fields ?? {};
    expect(Object.keys(fields).sort()).toEqual([...records.Cluster, "node_regions"].sort());
  });
});
