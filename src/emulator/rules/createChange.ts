import { SEARCH_DELIVERY_NETWORKS, VCPUS_BY_MEMORY, YES_NO } from "../../api/enumerations";
import { MAX_HA_NODES, MIN_HA_NODES } from "../../api/limits";
import type { Assumptions } from "../assumptions";
import type { ShownSettings } from "../changes/record";
import { VCPUS } from "./createCluster";
import { checkFields, type FieldRule, integer, oneOf, type Problem, text, texts } from "./fields";
import { readRegionNodeCounts } from "./regionNodeCounts";

/** The properties of createConfigurationChange (docs/design/api-assumptions.md#changes). */
const FIELDS: readonly FieldRule[] = [
  { field: "perform_change_at", required: true, check: integer(0, Number.MAX_SAFE_INTEGER) },
  { field: "new_memory", check: oneOf(Object.keys(VCPUS_BY_MEMORY)) },
  { field: "new_vcpu", check: oneOf(VCPUS) },
  { field: "new_gpu", check: oneOf(YES_NO) },
  { field: "new_high_performance_disk", check: oneOf(YES_NO) },
  { field: "new_search_server_version", check: text },
  { field: "new_high_availability", check: oneOf(YES_NO) },
  { field: "new_high_availability_node_count", check: integer(MIN_HA_NODES, MAX_HA_NODES) },
  { field: "new_search_delivery_network", check: oneOf(SEARCH_DELIVERY_NETWORKS) },
  { field: "new_region_node_counts", check: regionNodeCounts },
  { field: "notification_email_addresses", check: texts },
];

const SIZES = ["new_memory", "new_vcpu", "new_gpu", "new_high_performance_disk"];

/** What a well-formed change asks for. */
export interface ChangeRequest {
  /** Epoch milliseconds. */
  readonly performAt: number;
  readonly notification_email_addresses: readonly string[];
  /** Without `new_`. */
  readonly asked: Readonly<Partial<ShownSettings>>;
}

type Open = Pick<Assumptions, "size_fields_demanded" | "restart_body">;

/** The rules about the form of the body: properties, types, values, which go together. */
export function changeFormProblems(body: Readonly<Record<string, unknown>>, assumptions: Open): Problem[] {
  const problems = checkFields(body, FIELDS);
  const changed = Object.keys(body).filter((field) => field.startsWith("new_"));
  const sized = changed.some((field) => SIZES.includes(field));
  const demanded =
    changed.length === 0 ? assumptions.restart_body === "400" : assumptions.size_fields_demanded === "yes";
  if (demanded && !sized) {
    problems.push({ field: null, text: `at least one of ${SIZES.join(", ")} must be present` });
  }
  if (changed.includes("new_region_node_counts") && changed.includes("new_high_availability_node_count")) {
    const words = "new_region_node_counts must not be sent together with new_high_availability_node_count";
    problems.push({ field: null, text: words });
  }
  return problems;
}

/** Reads a body that has no {@link changeFormProblems}. */
export function readChange(body: Readonly<Record<string, unknown>>): ChangeRequest {
  const { perform_change_at: performAt, notification_email_addresses: addresses = [], ...changed } = body;
  const asked = Object.entries(changed).map(([field, value]) => [field.slice("new_".length), value]);
  return {
    performAt: Number(performAt) * 1000,
    notification_email_addresses: [addresses].flat().map(String),
    asked: Object.fromEntries(asked) as Partial<ShownSettings>,
  };
}

function regionNodeCounts(value: unknown): string | null {
  if (typeof value === "string") return "must be an object of region and number of nodes";
  const read = readRegionNodeCounts(value);
  return "problem" in read ? read.problem : null;
}
