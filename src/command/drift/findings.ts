import { CHANGES_NOT_READ } from "../../provider/model/refreshChanges";
import {
  type Change,
  type Diagnostic,
  type Expressions,
  expressionsOf,
  type PlanJson,
  type ResourceChange,
  refreshedResource,
  type Values,
} from "./plan";
import {
  type AttributeReport,
  type Message,
  type NextDeploy,
  type PendingChange,
  type ResourceReport,
  type StackReport,
  type Status,
  worstStatus,
} from "./report";
import {
  type Difference,
  differences,
  isObject,
  isSameValue,
  pathText,
  type Sides,
  shownValue,
  sidesOf,
} from "./values";

/** Computed attributes, which git cannot set. */
const COMPUTED = new Set([
  "status",
  "hostnames",
  "load_balancing",
  "live",
  "pending_change",
  "updated_at",
  "completed_at",
  // The documents of each version of a live collection.
  "versions",
]);

/** The value in git of an attribute that only a plan could compute, if the plan failed. */
const NOT_PLANNED = "(not known: the plan failed)";

const FOREIGN_CHANGE = "A change that this resource did not request leads away from the values in git.";

/** A resource that was planned, or whose plan failed. */
interface Planned {
  readonly change: ResourceChange;
  readonly drift: ResourceChange | undefined;
  readonly isPlanned: boolean;
}

/** Reports on a stack from its plan. Pure. */
export function reportOn(
  plan: PlanJson,
  diagnostics: readonly Diagnostic[],
): Omit<StackReport, "name" | "directory"> {
  const report = (one: Planned) => resourceReport(plan, one, diagnostics);
  // A resource whose plan failed is never reported as in sync.
  const resources = [
    ...planned(plan).map(report),
    ...unplanned(plan, diagnostics).map(report).filter(differs),
  ];
  const known = new Set(resources.map(({ address }) => address));
  const others = diagnostics.filter(({ address }) => address === undefined || !known.has(address));
  const errors = messages(others, "error");
  const all = [...resources, ...outputs(plan, resources.some(differs))];
  all.sort((one, other) => (one.address < other.address ? -1 : 1));
  const statuses = [...all.map(({ status }) => status), ...errors.map((): Status => "error")];
  const status = worstStatus([...statuses, plan.errored === true ? "error" : "in_sync"]);
  return { status, resources: all, errors, warnings: messages(others, "warning") };
}

const differs = ({ status }: Pick<ResourceReport, "status">) =>
  status === "drift" || status === "not_deployed" || status === "error";

function planned({ resource_changes = [], resource_drift = [] }: PlanJson): Planned[] {
  return resource_changes
    .filter(({ mode }) => mode === "managed")
    .map((change) => {
      const drift = resource_drift.find((one) => isSameObject(one, change));
      return { change, drift, isPlanned: true };
    });
}

const isSameObject = (one: ResourceChange, other: ResourceChange) =>
  one.deposed === other.deposed && [other.address, other.previous_address].includes(one.address);

/** Returns resources that are missing from the plan because of an error, their own or another one. */
function unplanned(plan: PlanJson, diagnostics: readonly Diagnostic[]): Planned[] {
  const made = new Set(planned(plan).map(({ change }) => change.address));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const changed = plan.errored ? (plan.resource_drift ?? []) : [];
  const known = [...errors, ...changed.filter(({ deposed }) => deposed === undefined)];
  const addresses = new Set(known.flatMap(({ address }) => address ?? []));
  return [...addresses].flatMap((address) => {
    const parts = /^((?:module\.[^.[\]]+(?:\[[^\]]*\])?\.)*)([\w-]+)\.([\w-]+)(?:\[.*\])?$/.exec(address);
    if (made.has(address) || parts === null) return [];
    const [, module = "", type = "", name = ""] = parts;
    const drift = plan.resource_drift?.find((one) => one.address === address && one.deposed === undefined);
    const { values = null, sensitive_values } = refreshedResource(plan, address) ?? {};
    const change: ResourceChange = {
      ...{ address, type, name, mode: "managed", module_address: module.replace(/\.$/, "") },
      change: {
        actions: ["no-op"],
        before: drift ? drift.change.after : values,
        before_sensitive: drift ? drift.change.after_sensitive : sensitive_values,
      },
    };
    return [{ change, drift, isPlanned: false }];
  });
}

function resourceReport(plan: PlanJson, one: Planned, diagnostics: readonly Diagnostic[]): ResourceReport {
  const { change: found, drift } = one;
  const { before, before_sensitive } = found.change;
  const service = isObject(before) ? before : {};
  const deployed = drift ? drift.change.before : before;
  const pending = pendingOf(found.type, service, deployed);
  const about = diagnostics.filter(({ address }) => address === found.address && found.deposed === undefined);
  const errors = messages(about, "error");
  const isUnchecked = about.some(({ summary }) => summary.startsWith(CHANGES_NOT_READ));
  const attributes = attributesOf(expressionsOf(plan, found), one);
  const isGone = drift?.change.actions.includes("delete") === true;
  const action = nextDeploy(found.change);
  const statuses = attributes.map(({ status }) => status);
  if (isGone) statuses.push("drift");
  else if (action !== "nothing" || isMoved(found)) statuses.push("not_deployed");
  if (pending !== null) statuses.push("scheduled");
  const status = worstStatus(errors.length > 0 || isUnchecked ? ["error"] : statuses);
  const isForeign =
    status === "drift" && action === "update" && hasOnlyForeignChange(one, pending, attributes);
  const willFail = errors.length > 0 || (plan.errored === true && differs({ status }));
  const known = shownValue(isGone ? drift.change.before : service, [
    before_sensitive,
    drift?.change.before_sensitive,
  ]);
  const text = (name: string) => (isObject(known) && typeof known[name] === "string" ? known[name] : null);
  return {
    address: found.deposed === undefined ? found.address : `${found.address} (deposed ${found.deposed})`,
    type: found.type,
    id: text("id"),
    name: text("name"),
    status,
    reason: isForeign
      ? FOREIGN_CHANGE
      : reasonOf(found, {
          status,
          isGone,
          isUnchecked: isUnchecked && errors.length === 0,
          attributes,
          pending,
        }),
    next_deploy: willFail ? "fail" : isForeign ? "nothing" : action,
    pending_change: pending,
    attributes,
    errors,
    warnings: messages(about, "warning"),
  };
}

function attributesOf(expressions: Expressions, one: Planned): AttributeReport[] {
  const { change, drift, isPlanned } = one;
  const { before, after, after_unknown, before_sensitive, after_sensitive, actions } = change.change;
  // The attributes of a resource that is created or removed are not compared.
  if (!isObject(before) || actions.join() === "delete" || actions.includes("forget")) return [];
  const all = {
    deployed: drift ? drift.change.before : before,
    service: before,
    git: isPlanned ? after : { ...before, ...constants(expressions) },
    unknown: isPlanned ? after_unknown : {},
    sensitive: [before_sensitive, after_sensitive, drift?.change.before_sensitive],
  };
  const names = new Set([before, after ?? {}, after_unknown ?? {}, expressions].flatMap(Object.keys));
  return [...names].sort().flatMap((name) => {
    if (name === "live" || name === "pending_change") return [];
    const sides = sidesOf(all, name);
    const isConfigured = name in expressions;
    const isOutside = !isSameValue(sides.deployed, sides.service);
    // An update makes computed values unknown, which is not a difference.
    if (sides.unknown === true && !isConfigured && (COMPUTED.has(name) || !isOutside)) return [];
    // Without a plan, only changes since the last deploy are certain.
    if (!isPlanned && !(isConfigured && isOutside)) return [];
    return attributeReports(name, sides, change, isConfigured);
  });
}

function attributeReports(
  name: string,
  sides: Sides,
  { type, change }: ResourceChange,
  isConfigured: boolean,
): AttributeReport[] {
  const service = isObject(change.before) ? change.before : {};
  // An attribute of a cluster has the value after the pending change; `live` has the current one.
  const live = type === "searchcloud_cluster" ? liveOf(service) : {};
  if (!(name in live)) return differences(sides, [name]).map(attributeReport);
  const running = live[name];
  const requested = isObject(service.pending_change) ? service.pending_change[`new_${name}`] : null;
  // The record of the change may omit implied values, and is gone if the change has just ended.
  const target = requested ?? (isSameValue(sides.deployed, sides.service) ? null : sides.service);
  const attribute = {
    ...attributeReport({ ...sides, path: [name] }),
    service: shownValue(running, sides.sensitive),
    pending: isSameValue(target, running) ? null : shownValue(target, sides.sensitive),
  };
  if (!isSameValue(sides.service, sides.git) || sides.unknown === true) return [attribute];
  if (attribute.pending === null) return [];
  return [{ ...attribute, git: isConfigured ? attribute.git : null, status: "scheduled" }];
}

/** Returns the live values of a cluster by the names of its attributes. */
function liveOf(values: unknown): Values {
  const live = isObject(values) && isObject(values.live) ? values.live : {};
  const { region_node_counts: counts } = live;
  return isObject(counts) ? { ...live, regions: Object.keys(counts).sort() } : live;
}

function attributeReport({ path, deployed, service, git, unknown, sensitive }: Difference): AttributeReport {
  return {
    path: pathText(path),
    git: shownValue(git, sensitive, unknown),
    service: shownValue(service, sensitive),
    deployed: shownValue(deployed, sensitive),
    pending: null,
    status: isSameValue(deployed, service) ? "not_deployed" : "drift",
  };
}

/** Returns the configured constants of a resource whose plan failed. */
function constants(expressions: Expressions): { readonly [name: string]: unknown } {
  const entries = Object.entries(expressions).map(([name, expression]) => [
    name,
    isObject(expression) && "constant_value" in expression ? expression.constant_value : NOT_PLANNED,
  ]);
  return Object.fromEntries(entries);
}

function pendingOf(type: string, values: Values, deployed: unknown): PendingChange | null {
  const isChange = type === "searchcloud_configuration_change";
  const found = isChange ? values : values.pending_change;
  if (!isObject(found) || (isChange && found.status !== "pending" && found.status !== "in_progress"))
    return null;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return {
    id: text(found.id),
    status: text(found.status) ?? "pending",
    perform_change_at: text(found.perform_change_at),
    created_at: text(found.created_at),
    settings: Object.fromEntries(
      Object.entries(found).flatMap(([name, value]) =>
        name.startsWith("new_") && value !== null ? [[name.slice(4), value]] : [],
      ),
    ),
    in_state: isChange || isSameValue(idOf(deployed), found.id),
  };
}

const idOf = (values: unknown) =>
  isObject(values) && isObject(values.pending_change) ? values.pending_change.id : null;

/**
 * True if a cluster differs only by a pending change of somebody else. This check looks for such changes; the refresh of a deploy
 * does not, unless the state or the live values give it a reason.
 */
function hasOnlyForeignChange(
  { change: { change, type }, drift }: Planned,
  pending: PendingChange | null,
  attributes: readonly AttributeReport[],
): boolean {
  if (type !== "searchcloud_cluster" || pending === null || pending.in_state || !drift) return false;
  if (!isSameValue(liveOf(drift.change.before), liveOf(change.before))) return false;
  const differing = attributes.filter(({ status }) => status !== "scheduled");
  return differing.every(({ pending, git, deployed }) => pending !== null && isSameValue(git, deployed));
}

function nextDeploy({ actions, importing }: Change): NextDeploy {
  const has = (action: string) => actions.includes(action);
  if (has("create") && actions.length > 1) return "replace";
  for (const action of ["create", "update", "delete", "forget"] as const) if (has(action)) return action;
  return importing ? "import" : "nothing";
}

const isMoved = ({ address, previous_address }: ResourceChange) =>
  previous_address !== undefined && previous_address !== address;

function reasonOf(
  found: ResourceChange,
  {
    status,
    isGone,
    isUnchecked,
    attributes,
    pending,
  }: Pick<ResourceReport, "status" | "attributes"> & {
    readonly isGone: boolean;
    readonly isUnchecked: boolean;
    readonly pending: PendingChange | null;
  },
): string {
  if (isUnchecked) return "Unknown whether a change is pending.";
  if (status === "error") return "The plan failed.";
  if (isGone) return "It no longer exists at the service.";
  if (status === "drift") {
    const isAhead = attributes.some((one) => one.status === "not_deployed");
    return `It was changed outside of Terraform${isAhead ? ", and git is ahead of the last deploy" : ""}.`;
  }
  if (status === "not_deployed") return notDeployed(found);
  if (status === "scheduled")
    return pending?.status === "in_progress" ? "A change is in progress." : "A change is scheduled.";
  return "It matches git.";
}

function notDeployed(found: ResourceChange): string {
  const { action_reason, deposed, previous_address, change } = found;
  if (deposed !== undefined) return "The replaced object still exists.";
  if (action_reason === "replace_because_tainted") return "The deploy that should have created it failed.";
  switch (nextDeploy(change)) {
    case "create":
      return "It is new in git.";
    case "delete":
    case "forget":
      return "It was removed from git.";
    case "import":
      return "It has yet to be imported.";
    case "nothing":
      return `Its address in git was ${previous_address}.`;
    default:
      return "Git is ahead of the last deploy.";
  }
}

/** Reports on outputs. Those with unknown values follow from a resource that differs. */
function outputs({ output_changes = {} }: PlanJson, hasCause: boolean): ResourceReport[] {
  return Object.entries(output_changes).flatMap(([name, change]): ResourceReport[] => {
    const { before, after, after_unknown, before_sensitive, after_sensitive } = change;
    if (nextDeploy(change) === "nothing" || (after_unknown === true && hasCause)) return [];
    const sides = { deployed: before, service: before, git: after, unknown: after_unknown };
    const attribute = attributeReport({
      ...sides,
      sensitive: [before_sensitive, after_sensitive],
      path: ["value"],
    });
    return [
      {
        ...{ address: `output.${name}`, type: "output", id: null, name: null, status: "not_deployed" },
        reason: "The next deploy updates it in the state.",
        next_deploy: "update",
        pending_change: null,
        attributes: [attribute],
        errors: [],
        warnings: [],
      },
    ];
  });
}

function messages(diagnostics: readonly Diagnostic[], wanted: "error" | "warning"): Message[] {
  return diagnostics
    .filter(({ severity }) => severity === wanted)
    .map(({ summary, detail = "", address = null }) => ({ summary, detail, address }));
}
