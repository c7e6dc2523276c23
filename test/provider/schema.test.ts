import { type Attribute, type Block, type Fields, isBlock, isConfigurable } from "../../src/framework/schema";
import type { NestedAttribute } from "../../src/framework/type";
import { searchcloud } from "../../src/provider/provider";
import { wholeProvider } from "../../src/provider/whole";
import createCluster from "../contract/documents/createCluster.json";
import bodies from "../contract/documents/otherBodies.json";
import records from "../contract/documents/records.json";
import values from "../contract/documents/values.json";

/** One attribute or block of a type, at any depth, with its place for the message. */
interface Place {
  readonly type: string;
  readonly kind: "provider" | "resource" | "ephemeral resource" | "data source" | "list";
  readonly path: string;
  readonly name: string;
  readonly field: Attribute | Block | NestedAttribute;
}

/** The whole provider, so that every law covers new types as well (docs/design/architecture.md#types). */
const provider = wholeProvider();
/** The provider without the types of the data plane, whose names and updates follow another API. */
const management = searchcloud({});
const places: readonly Place[] = [
  ...placesIn("provider", "provider", provider.schema),
  ...provider.resources.flatMap(({ name, schema }) => placesIn("resource", name, schema)),
  ...(provider.ephemeralResources ?? []).flatMap(({ name, schema }) =>
    placesIn("ephemeral resource", `ephemeral.${name}`, schema),
  ),
  ...provider.dataSources.flatMap(({ name, schema }) => placesIn("data source", `data.${name}`, schema)),
  ...(provider.listResources ?? []).flatMap(({ name, schema }) => placesIn("list", `list.${name}`, schema)),
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

/** Returns the places that break a law; expects places that could. */
function breaches<P extends Place>(all: readonly P[], holds: (place: P) => boolean): string[] {
  expect(all.length).toBeGreaterThan(0);
  return all
    .filter((place) => !holds(place))
    .map(({ type, path, field }) => `${type} ${path}: ${field.description}`);
}

const namedLike = (pattern: RegExp) => attributes.filter(({ name }) => pattern.test(name));
const says = (pattern: RegExp) => (place: Place) => pattern.test(place.field.description);
const names = (list: readonly string[]) => (place: Place) =>
  list.every((value) => place.field.description.includes(`\`${value}\``));
const configured = ({ field }: Place) => !("block" in field) && field.mode !== "computed";

test("a name or id in the URLs of requests is not just dots, which would address something else", () => {
  const addressing = namedLike(/^(name|collection|collection_name|(cluster|document)_id)$/).filter(
    ({ type, path, field }) =>
      "mode" in field &&
      field.mode !== "computed" &&
      !/(clusters?|parameters?) name$|(field|query)\.name/.test(`${type} ${path}`),
  );
  const isRefused = ({ field }: Place) =>
    "validators" in field && (field.validators ?? []).some((check) => check(".." as never) !== undefined);
  expect(breaches(addressing, isRefused)).toEqual([]);
});

describe("every description", () => {
  test("consists of whole sentences", () => {
    const sentence = /^([`A-Z]|vCPU ).*[.]$/s;
    const { resources, ephemeralResources = [], dataSources, functions } = provider;
    const all = [...resources, ...ephemeralResources, ...dataSources, ...functions, provider];
    const described = [...all, ...provider.functions.flatMap(({ parameters }) => parameters)];
    expect(described.filter(({ description }) => !sentence.test(description))).toEqual([]);
    expect(breaches(places, says(sentence))).toEqual([]);
  });

  test("states the format of every time, and the format and default of every duration, which is validated", () => {
    expect(breaches(namedLike(/(_at|^timestamps)$/), says(/RFC 3339/))).toEqual([]);
    const durations = attributes.filter(
      ({ type, name, path }) =>
        /^(duration|poll_interval)$/.test(name) ||
        path.startsWith("timeouts.") ||
        `${type} ${name}` === "ephemeral.key ttl",
    );
    expect(breaches(durations, says(/duration.*default is `\d+[smh]`/is))).toEqual([]);
    const isChecked = ({ field }: Place) => "validators" in field && (field.validators ?? []).length > 0;
    expect(breaches(durations, isChecked)).toEqual([]);
  });

  test("states the unit of every number, or the range of one without a unit", () => {
    const unit =
      /number of|how many|seconds|nodes|cents|per minute|hours|bytes|KB|kilobytes|quantity|in the unit of|any (whole )?number|from \d+ to \d+/i;
    const types = ['"number"', '["map","number"]', '["list","number"]'];
    const numbers = attributes.filter(({ field }) => types.includes(JSON.stringify(field.type.cty)));
    expect(breaches(numbers, says(unit))).toEqual([]);
  });

  test("names the allowed values of every validated attribute", () => {
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
    expect(closed.map(({ path }) => path)).toEqual(expect.arrayContaining(["dialect", "window", "metrics"]));
    expect(breaches(closed, (place) => names(place.allowed)(place))).toEqual([]);
  });

  test.each<[name: RegExp, type: RegExp, list: readonly string[]]>([
    [/^status$/, /^(data\.)?clusters?$/, values["Cluster status"]],
    [/^status$/, /change|cloning/, values.WorkflowStatus],
    [/^status$/, /invoice/, ["draft", "due", "paid"]],
    [/^(new_)?search_delivery_network$/, /^(cluster|configuration_change)$/, values.SearchDeliveryNetwork],
    [/^user_type$/, /./, values.user_type],
  ])("names the values of %s in %s", (name, type, list) => {
    // A filter may leave the list to the records; what is nested in a resource repeats an attribute above it.
    const isBelow = ({ kind, path }: Place) => kind === "resource" && path.includes(".");
    const isFilter = (place: Place) => ["data source", "list"].includes(place.kind) && configured(place);
    const those = namedLike(name).filter((one) => type.test(one.type) && !isFilter(one));
    const top = those.filter((one) => name.source === "^user_type$" || !isBelow(one));
    expect(breaches(top, names(list))).toEqual([]);
  });

  test("gives examples if the service has its own growing list", () => {
    expect(breaches(namedLike(/^status$/), says(/`[a-z_]+`/))).toEqual([]);
    const listed = namedLike(/(memory|vcpu|region|regions|search_delivery_network|search_server_version)$/);
    expect(breaches(listed.filter(configured), says(/`[a-z0-9_.]+`/))).toEqual([]);
  });
});

describe("every attribute", () => {
  test("is sensitive exactly if it is a secret", () => {
    const secret = /(^|_)(key|keys|secret|token|password|credentials)$/;
    const secrets = namedLike(secret).filter(({ field }) => field.type.cty === "string");
    expect(breaches(secrets, ({ field }) => field.sensitive === true)).toEqual([]);
    const sensitive = attributes.filter(({ field }) => field.sensitive === true);
    // A data-plane key has a value and an id of its own.
    const isKey = ({ type, name }: Place) => /^(ephemeral\.)?key$/.test(type) && name === "value";
    expect(breaches(sensitive, (place) => isKey(place) || secret.test(place.name))).toEqual([]);
  });

  test("of a resource does not change by itself", () => {
    const volatile =
      /^(usage|runtime_hours|used_bandwidth_kb|last_7_days|metrics|series|values|timestamps|json)$/;
    expect(breaches(namedLike(volatile), ({ kind }) => kind !== "resource")).toEqual([]);
  });

  test("is flat if it is configured: structure is a block, because CDKTF writes HCL blocks", () => {
    const isFlat = ({ field: { type } }: (typeof attributes)[number]) =>
      type.nested === undefined && !JSON.stringify(type.cty).includes('"object"');
    expect(breaches(attributes.filter(configured), isFlat)).toEqual([]);
  });
});

const schemaOf = (type: string) => provider.resources.find(({ name }) => name === type)?.schema ?? {};

describe("every update", () => {
  /** Types whose attributes require a replacement: none of them holds data. */
  const FORCED = ["configuration_change", "cloning_operation", "server_parameter", "api_keys"];

  test.each(management.resources.map((resource) => [resource.name, resource] as const))(
    "of %s is named by attributes, and names those that it makes unknown",
    (_, { name: type, schema, updates }) => {
      const known = [...Object.keys(updates), "state", ...(FORCED.includes(type) ? ["replace"] : [])];
      for (const [name, field] of Object.entries(schema))
        expect([name, isConfigurable(field) ? known : [undefined]]).toEqual([
          name,
          expect.arrayContaining([field.updatedBy]),
        ]);
      for (const { makesUnknown = [], request, requiresReplace } of Object.values(updates)) {
        if (!requiresReplace) expect(request).toMatch(/^(GET|POST|PATCH|DELETE) \//);
        // The tests of the update cover the results of functions.
        const opened = typeof makesUnknown === "function" ? [] : makesUnknown;
        for (const name of opened) expect(Object.keys(schema)).toContain(name);
      }
    },
  );

  test("of a cluster is in place", () => {
    const forcing = management.resources.filter(
      ({ schema, updates }) =>
        Object.values(schema).some(({ updatedBy }) => updatedBy === "replace") ||
        Object.values(updates).some(({ requiresReplace }) => requiresReplace),
    );
    expect(forcing.map(({ name }) => name)).toEqual(FORCED);
  });

  test("that waits has a timeout, and only those can be configured", () => {
    const limits = management.resources.map(({ name, timeouts, schema: { timeouts: own } }) => [
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

/** The names that differ from the API's, with their reasons. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  "Terraform's conventions": "timeouts create update delete triggers keepers wait",
  "the provider's settings":
    "api_key base_url ca_certificate_file dialect poll_interval requests_per_minute server_parameters_max_age allow_duplicate_names strict_options data_api_key node_url",
  "when changes may begin: the configuration's, not the service's":
    "change_schedule days start duration timezone",
  "kept by Terraform only": "termination_protection terminate_clone_on_destroy health_check",
  "what runs now, what is in progress, and the old_ values of a change": "live pending_change old",
  "shorter, or named like every cluster_id": "server_parameters value target_cluster_id",
  "not said by the service": "issued_at",
  "found in records whose shape is not documented": "json capabilities values",
  "filters and shapes of data sources": "region series metric node node_regions",
};

describe("every name", () => {
  const settings = records["ConfigurationChange settings"];
  const ofTheApi = [
    ...Object.values(records).flat(),
    ...settings.flatMap((name) => [`old_${name}`, `new_${name}`]),
    ...Object.keys(createCluster),
    ...Object.values(bodies).flat(),
    // management API: inside records, query parameters, and the keys of the lists
    ..."nodes load_balanced runtime_hours used_bandwidth_kb last_7_days user_name user_type".split(" "),
    ..."admin_key search_only_key hostname timestamps cluster_id metrics window aggregation".split(" "),
    ..."clusters configuration_changes cloning_operations invoices".split(" "),
    // docs/design/api-assumptions.md#open-records: invoices
    ..."number amount_cents invoice_date period_starts_at period_ends_at line_items_path".split(" "),
    ..."invoice_html_url line_items description unit_price_cents quantity price_cents".split(" "),
    ..."line_item_type parameters".split(" "),
  ];

  test("is the API's, or listed with a reason that is needed", () => {
    const types = [...management.resources, ...management.dataSources];
    const isOfManagement = ({ type }: Place) =>
      type === "provider" || types.some(({ name }) => name === type.replace("data.", ""));
    const all = places.filter(isOfManagement).map(({ name }) => name);
    const own = new Set(all.filter((name) => !ofTheApi.includes(name)));
    expect([...own].sort()).toEqual(Object.values(OWN_NAMES).join(" ").split(" ").sort());
  });

  test("can become a property in CDKTF", () => {
    const refused =
      /^(count|provider|for_each|depends_on|lifecycle|connection|constructor|to_string|.*-.*|\d.*)$/;
    expect(breaches(places, ({ name }) => !refused.test(name) && name === name.toLowerCase())).toEqual([]);
  });

  const changeable = settings.filter((name) => name !== "load_balancing");
  const change = ["id", "status", "perform_change_at", "created_at"];
  const news = changeable.map((name) => `new_${name}`);
  const inside = (type: string, name: string) => {
    const field = schemaOf(type)[name];
    return field && !isBlock(field) ? (field.type.nested?.attributes ?? {}) : {};
  };

  test.each<[string, object, api: readonly string[], own: string]>([
    [
      "a cluster",
      schemaOf("cluster"),
      records.Cluster.filter((name) => name !== "usage"),
      "notification_email_addresses change_schedule termination_protection health_check server_parameters timeouts live pending_change",
    ],
    ["what runs on it", inside("cluster", "live"), changeable, ""],
    ["its pending change", inside("cluster", "pending_change"), [...change, ...news], ""],
    [
      "the data source of a cluster",
      provider.dataSources.find(({ name }) => name === "cluster")?.schema ?? {},
      records.Cluster,
      "node_regions",
    ],
    [
      "a configuration change",
      schemaOf("configuration_change"),
      [...change, ...news, "notification_email_addresses", "updated_at", "completed_at"],
      "cluster_id triggers wait window timeouts old",
    ],
    ["what was before it", inside("configuration_change", "old"), changeable, ""],
    [
      "a cloning operation",
      schemaOf("cloning_operation"),
      [...new Set([...bodies.createCloningOperation, ...records.CloningOperation])].filter(
        (name) => name !== "updated_at" && name !== "target_cluster_reference_id",
      ),
      "target_cluster_id cluster_id triggers wait terminate_clone_on_destroy timeouts",
    ],
    [
      "a server parameter",
      schemaOf("server_parameter"),
      records.ServerConfigurationParameter.map((name) => name.replace("parameter_", "")),
      "cluster_id",
    ],
  ])("of its record is shown by %s", (_, schema, api, own) => {
    expect(Object.keys(schema).sort()).toEqual([...api, ...own.split(" ").filter(Boolean)].sort());
  });
});

/** Values that a request may omit and the service fills: null in the configuration keeps the current value. */
describe("what a request takes", () => {
  test("everything that createCluster accepts can be configured, and is required if the request requires it", () => {
    for (const [name, need] of Object.entries(createCluster)) {
      const field = schemaOf("cluster")[name];
      if (!field || isBlock(field)) throw new Error(`${name} is no attribute`);
      expect([name, isConfigurable(field), field.mode === "required"]).toEqual([
        name,
        true,
        need === "required",
      ]);
    }
  });

  /** Values that stay empty if a request omits them. */
  const NOT_FILLED = ["name", "notification_email_addresses"];
  const optional = Object.entries(createCluster).flatMap(([name, need]) =>
    need === "required" ? [] : [name],
  );

  test.each([
    ["cluster", optional, records.Cluster],
    ["cloning_operation", bodies.createCloningOperation, records.CloningOperation],
  ])("a value that a %s may omit is computed", (type, body, record) => {
    const filled = body.filter((name) => record.includes(name) && !NOT_FILLED.includes(name));
    expect(filled.length).toBeGreaterThan(1);
    expect(filled.map((name) => [name, schemaOf(type)[name]])).toEqual(
      filled.map((name) => [name, expect.objectContaining({ mode: "optional_computed" })]),
    );
  });
});
