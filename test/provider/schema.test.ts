import type { Attribute, Block, Fields } from "../../src/framework/schema";
import type { NestedAttribute } from "../../src/framework/type";
import { searchcloud } from "../../src/provider/provider";
import type { CtyType } from "../../src/wire/cty/type";
import createCluster from "../contract/documents/createCluster.json";
import bodies from "../contract/documents/otherBodies.json";
import records from "../contract/documents/records.json";
import values from "../contract/documents/values.json";

/** One attribute or block of a type, wherever in it, with its place for the message. */
interface Place {
  readonly type: string;
  readonly kind: "provider" | "resource" | "data source";
  readonly path: string;
  readonly name: string;
  readonly field: Attribute | Block | NestedAttribute;
}

/** One law for every schema of the provider, so that a new type cannot forget it (docs/design/architecture.md#types). */
const provider = searchcloud({});
const places: readonly Place[] = [
  ...placesIn("provider", "provider", provider.schema),
  ...provider.resources.flatMap(({ name, schema }) => placesIn("resource", name, schema)),
  ...provider.dataSources.flatMap(({ name, schema }) => placesIn("data source", `data.${name}`, schema)),
];
const attributes = places.filter(
  (place): place is Place & { field: Attribute | NestedAttribute } => !("block" in place.field),
);

function placesIn(
  kind: Place["kind"],
  type: string,
  fields: Fields | Record<string, NestedAttribute>,
  above = "",
): Place[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = above + name;
    const inside = "block" in field ? field.fields : (field.type.nested?.attributes ?? {});
    return [{ type, kind, path, name, field }, ...placesIn(kind, type, inside, `${path}.`)];
  });
}

/** The places that break a law; empty when it holds. */
function breaches<P extends Place>(all: readonly P[], holds: (place: P) => boolean): string[] {
  return all
    .filter((place) => !holds(place))
    .map(({ type, path, field }) => `${type} ${path}: ${field.description}`);
}

const namedLike = (pattern: RegExp) => attributes.filter(({ name }) => pattern.test(name));
const ofType = (...types: CtyType[]) =>
  attributes.filter(({ field }) =>
    types.some((type) => JSON.stringify(type) === JSON.stringify(field.type.cty)),
  );
const says = (pattern: RegExp) => (place: Place) => pattern.test(place.field.description);

describe("every schema", () => {
  test("there are types to judge", () => {
    expect(provider.resources.length).toBeGreaterThan(1);
    expect(places.length).toBeGreaterThan(100);
  });

  test("describes every type, attribute, block and parameter in whole sentences", () => {
    const sentence = /^([`A-Z]|vCPU ).*[.]$/s;
    const described = [...provider.resources, ...provider.dataSources, ...provider.functions, provider];
    expect(
      described.filter(({ description }) => !sentence.test(description)).map(({ name }) => name),
    ).toEqual([]);
    expect(breaches(places, says(sentence))).toEqual([]);
    const parameters = provider.functions.flatMap(({ parameters: all }) => all);
    expect(parameters.filter(({ description }) => !sentence.test(description))).toEqual([]);
  });

  test("says the form of every moment and duration", () => {
    expect(breaches(namedLike(/(_at|^timestamps)$/), says(/RFC 3339/))).toEqual([]);
    const durations = attributes.filter(
      ({ name, path }) => /^(duration|poll_interval)$/.test(name) || path.startsWith("timeouts."),
    );
    expect(durations.length).toBeGreaterThan(5);
    expect(breaches(durations, says(/duration/i))).toEqual([]);
  });

  test("says the unit of every number", () => {
    const unit =
      /number of|how many|nodes|cents|per minute|hours|bytes|KB|kilobytes|quantity|in the unit of/i;
    expect(breaches(ofType("number", ["map", "number"], ["list", "number"]), says(unit))).toEqual([]);
  });

  test("names the allowed values of whatever it refuses others for", () => {
    const closed = attributes.flatMap((place) => {
      const checks = "validators" in place.field ? (place.field.validators ?? []) : [];
      const nonsense = (check: (value: never) => string | undefined) =>
        [" nonsense", [" nonsense"]].flatMap((value) => {
          try {
            return check(value as never) ?? [];
          } catch {
            return [];
          }
        });
      const [, list] = /must be one of (.*), not/.exec(checks.flatMap(nonsense).join("\n")) ?? [];
      return list ? [{ ...place, allowed: list.split(", ").map((value) => value.slice(1, -1)) }] : [];
    });
    expect(closed.map(({ type, path }) => `${type} ${path}`)).toContain("provider dialect");
    const named = ({ field, allowed }: (typeof closed)[number]) =>
      allowed.every((value) => field.description.includes(`\`${value}\``));
    expect(breaches(closed, named)).toEqual([]);
  });

  /** Which list the values of a name come from, by the type that has it; a filter may leave the rest to the records. */
  const LISTS: readonly [name: RegExp, type: RegExp, path: RegExp, list: readonly string[]][] = [
    [/^status$/, /^(data\.)?clusters?$/, /^(clusters\.)?status$/, values["Cluster status"]],
    [
      /^status$/,
      /change|cloning/,
      /^(configuration_changes\.|cloning_operations\.)?status$/,
      values.WorkflowStatus,
    ],
    [/^status$/, /invoice/, /^(invoices\.)?status$/, ["draft", "due", "paid"]],
    [
      /^(new_)?search_delivery_network$/,
      /^(cluster|configuration_change)$/,
      /^(new_)?search/,
      values.SearchDeliveryNetwork,
    ],
    [/^user_type$/, /./, /./, values.user_type],
    [/^window$/, /metrics/, /./, ["1h", "3h", "24h", "7d", "30d"]],
    [/^aggregation$/, /metrics/, /./, ["avg", "max", "min", "p95"]],
    [/^metrics$/, /metrics/, /./, values.MetricName.split(", ")],
  ];

  test.each(LISTS)("names the values of %s in %s", (name, type, path, list) => {
    const isFilter = (place: Place) =>
      place.kind === "data source" && !place.path.includes(".") && configured(place);
    const those = namedLike(name).filter((one) => type.test(one.type) && path.test(one.path));
    expect(those.length).toBeGreaterThan(0);
    const all = ({ field }: Place) => list.every((value) => field.description.includes(`\`${value}\``));
    const open = those.filter((one) => !(isFilter(one) && name.source === "^status$"));
    expect(breaches(open, all)).toEqual([]);
  });

  const configured = ({ field }: Place) => !("block" in field) && field.mode !== "computed";

  test("gives examples wherever the service has a list of its own that grows", () => {
    expect(breaches(namedLike(/^status$/), says(/`[a-z_]+`/))).toEqual([]);
    const listed = namedLike(/(memory|vcpu|region|regions|search_delivery_network|search_server_version)$/);
    expect(breaches(listed.filter(configured), says(/`[a-z0-9_.]+`/))).toEqual([]);
  });

  test("says the default of every duration that can be configured, and checks it", () => {
    const durations = attributes.filter(
      ({ name, path }) => /^(duration|poll_interval)$/.test(name) || path.startsWith("timeouts."),
    );
    expect(breaches(durations, says(/default is `\d+[smh]`/))).toEqual([]);
    expect(
      breaches(durations, ({ field }) => "validators" in field && (field.validators ?? []).length > 0),
    ).toEqual([]);
  });

  test("keeps secrets sensitive, and nothing else", () => {
    const secret = /(^|_)(key|keys|secret|token|password)$/;
    const inside = attributes.filter(({ name, field }) => secret.test(name) && field.type.cty === "string");
    expect(inside.map(({ name }) => name)).toContain("api_key");
    expect(breaches(inside, ({ field }) => "sensitive" in field && field.sensitive === true)).toEqual([]);
    const sensitive = attributes.filter(({ field }) => field.sensitive === true);
    expect(breaches(sensitive, ({ name }) => secret.test(name))).toEqual([]);
  });

  test("keeps what changes by itself out of resources", () => {
    const volatile =
      /^(usage|runtime_hours|used_bandwidth_kb|last_7_days|metrics|series|values|timestamps|json)$/;
    expect(namedLike(volatile).filter(({ kind }) => kind === "resource")).toEqual([]);
    expect(namedLike(volatile).length).toBeGreaterThan(0);
  });

  test("makes configured structure a block, since CDKTF writes HCL blocks", () => {
    const configured = attributes.filter(
      ({ field, kind }) => field.mode !== "computed" && kind !== "data source",
    );
    const isFlat = ({ field }: { field: Attribute | NestedAttribute }) =>
      field.type.nested === undefined && !JSON.stringify(field.type.cty).includes('"object"');
    expect(breaches(configured, isFlat)).toEqual([]);
    const inputs = attributes.filter(
      ({ field, kind }) => field.mode !== "computed" && kind === "data source",
    );
    expect(breaches(inputs, isFlat)).toEqual([]);
  });
});

/** What a request may leave out and the service then fills: null in the configuration means "leave as it is". */
describe("what the service fills", () => {
  const BODIES: readonly [type: string, body: readonly string[], record: readonly string[]][] = [
    [
      "cluster",
      Object.entries(createCluster).flatMap(([name, need]) => (need === "required" ? [] : [name])),
      records.Cluster,
    ],
    ["cloning_operation", bodies.createCloningOperation, records.CloningOperation],
  ];
  /** Why an optional field of a body need not be computed. */
  const NOT_FILLED: Readonly<Record<string, string>> = {
    name: "stays null when it is left out (docs/design/api-assumptions.md#topology)",
    notification_email_addresses: "stays empty when it is left out; kept by Terraform",
  };

  test.each(BODIES)("%s: is computed", (type, body, record) => {
    const fields = provider.resources.find(({ name }) => name === type)?.schema ?? {};
    const filled = body.filter((name) => record.includes(name) && !(name in NOT_FILLED));
    expect(filled.length).toBeGreaterThan(1);
    const modes = filled.map((name) => {
      const field = fields[name];
      return [name, field && "mode" in field ? field.mode : undefined];
    });
    expect(modes).toEqual(filled.map((name) => [name, "optional_computed"]));
  });
});

/** Every name that is not the API's, and why. */
const OWN_NAMES: Record<string, string> = {
  // Terraform's
  timeouts: "Terraform's convention",
  create: "of timeouts",
  update: "of timeouts",
  delete: "of timeouts",
  triggers: "Terraform's convention: values that ask for the work to be done again",
  keepers: "Terraform's convention: values that ask for new keys",
  wait: "whether apply waits; the API has no such thing",
  json: "the record as the service answered it",
  // The provider's settings
  api_key: "setting",
  base_url: "setting",
  dialect: "setting",
  poll_interval: "setting",
  requests_per_minute: "setting",
  allow_duplicate_names: "setting",
  // Schedule
  change_schedule: "when changes may begin: the configuration's, not the service's",
  days: "of change_schedule.window",
  start: "of change_schedule.window",
  duration: "of change_schedule.window",
  timezone: "of change_schedule.window",
  // searchcloud_cluster
  server_parameters: "server configuration parameters, in short",
  termination_protection: "kept by Terraform only",
  live: "what runs now, beside what is wanted",
  pending_change: "the change on its way, beside what is wanted",
  old: "the old_ values of a change together",
  // children of clusters
  value: "parameter_value, without the type's own name in it",
  target_cluster_id: "target_cluster_reference_id, named like every cluster_id",
  terminate_clone_on_destroy: "what a destroy does; kept by Terraform only",
  issued_at: "when the keys were minted; the service does not say",
  // data sources
  region: "filter: clusters with a node there",
  capabilities: "found in the account's record, whose shape is not documented",
  values: "found in the options, whose shape is not documented",
  series: "the metrics of all nodes, one object each",
  metric: "of a series",
  node: "of a series: the key of the metrics' inner object",
  node_regions: "regions as the service answers them, one entry per live node; `regions` is the set of them",
};

describe("every name", () => {
  const settings = records["ConfigurationChange settings"];
  const ofTheApi = new Set<string>([
    ...Object.values(records).flat(),
    ...settings.flatMap((name) => [`old_${name}`, `new_${name}`]),
    ...Object.keys(createCluster),
    ...Object.values(bodies).flat(),
    // management API: inside records, and query parameters
    ..."nodes load_balanced runtime_hours used_bandwidth_kb last_7_days user_name user_type".split(" "),
    ..."admin_key search_only_key hostname timestamps values cluster_id metrics window aggregation".split(
      " ",
    ),
    // The keys of the lists
    ..."clusters configuration_changes cloning_operations invoices".split(" "),
    // docs/design/api-assumptions.md#open-records: invoices
    ..."number amount_cents invoice_date period_starts_at period_ends_at line_items_path invoice_html_url".split(
      " ",
    ),
    ..."line_items description unit_price_cents quantity price_cents line_item_type parameters".split(" "),
  ]);
  const isOfTheApi = (name: string) => ofTheApi.has(name);

  test("is the API's, or listed with a reason", () => {
    const own = places.filter(({ name }) => !isOfTheApi(name) && !(name in OWN_NAMES));
    expect(own.map(({ type, path }) => `${type} ${path}`)).toEqual([]);
  });

  test("no reason is left over", () => {
    const used = new Set(places.map(({ name }) => name));
    expect(Object.keys(OWN_NAMES).filter((name) => !used.has(name))).toEqual([]);
  });

  test("is one that CDKTF can make a property of", () => {
    const refused =
      /^(count|provider|for_each|depends_on|lifecycle|connection|constructor|to_string|.*-.*|\d.*)$/;
    expect(breaches(places, ({ name }) => !refused.test(name) && name === name.toLowerCase())).toEqual([]);
  });
});
