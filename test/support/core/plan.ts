import type { AttributePath, PlanResourceChangeResponse } from "../../../src/wire";
import { sameValue } from "../../../src/wire/cty/equality";
import { hasUnknown, isRecord, type Value } from "../../../src/wire/cty/value";
import { identityData, receivedIdentity } from "./identity";
import { checkWriteOnly, type Instance } from "./instance";
import { planErrors } from "./planValid";
import { proposedNew } from "./proposed";
import { type CoreProvider, type CoreResource, dynamicValue, receivedValue } from "./provider";
import { checkDeferred } from "./refresh";
import { configured, type Written } from "./values";

export type ChangeAction = "no-op" | "create" | "update" | "delete" | "delete-create" | "create-delete";

/** One planned change. */
export interface Change {
  readonly action: ChangeAction;
  readonly before: Instance | null;
  readonly after: Value;
  readonly private: Uint8Array;
  readonly identity: Value;
  /** Paths that need a replacement, such as ".name". */
  readonly replacedBy: readonly string[];
}

export interface PlanMode {
  readonly createBeforeDestroy?: boolean;
  /** True for `-replace`. */
  readonly replace?: boolean;
  /** The change of the first plan, for the plan inside apply. */
  readonly earlier?: Change;
}

const NOTHING = new Uint8Array();
const INVALID = "Provider produced invalid plan";

/** Plans one instance for a configuration, and judges the plan. */
export async function plannedChange(
  provider: CoreProvider,
  resource: CoreResource,
  config: Value,
  current: Instance | null,
  mode: PlanMode = {},
): Promise<Change> {
  const { calls, problems, clientCapabilities, behaviour } = provider;
  const { block } = resource;
  const known = current && !current.isTainted ? current : null;
  const isFirst = mode.earlier === undefined;
  const createBeforeDestroy = isFirst ? mode.createBeforeDestroy : mode.earlier.action === "create-delete";
  await validateConfig(provider, resource, config);
  const prior = known?.value ?? null;
  const answer = await calls.unary("planResourceChange", {
    typeName: resource.name,
    priorState: dynamicValue(block.type, prior),
    config: dynamicValue(block.type, config),
    proposedNewState: dynamicValue(block.type, proposedNew(block, prior, config)),
    priorPrivate: known?.private ?? NOTHING,
    clientCapabilities,
    priorIdentity: identityData(resource, known?.identity ?? null),
    plannedPrivate: behaviour.sendsPlannedPrivate && mode.earlier ? mode.earlier.private : NOTHING,
  });
  checkDeferred(provider, answer.deferred);
  problems.add(answer.diagnostics);
  problems.check();
  const after = receivedValue(block.type, answer.plannedState);
  judge(provider, resource, { prior, config, planned: after });
  const replacedBy = required(provider, resource, answer.requiresReplace, prior, after);
  const action = actionOf(
    resource,
    prior,
    after,
    replacedBy.length > 0 || mode.replace === true,
    createBeforeDestroy,
  );
  const isNew = action === "create" || isReplacement(action);
  const identity = receivedIdentity(problems, resource, answer.plannedIdentity, { mayBeUnknown: isNew });
  problems.check();
  const change: Change = {
    action,
    before: known,
    after,
    private: answer.plannedPrivate,
    identity,
    replacedBy,
  };
  if (isReplacement(action)) return replanned(provider, resource, config, change);
  return painted(change, current, mode);
}

/** Validates a configuration, as the walk of `validate` does. */
export function validateResource(provider: CoreProvider, type: string, written: Written): Promise<void> {
  const resource = provider.resource(type);
  return validateConfig(provider, resource, configured(resource.block, written));
}

async function validateConfig(
  provider: CoreProvider,
  { name, block }: CoreResource,
  config: Value,
): Promise<void> {
  const { calls, problems, clientCapabilities } = provider;
  const { diagnostics } = await calls.unary("validateResourceConfig", {
    typeName: name,
    config: dynamicValue(block.type, config),
    clientCapabilities,
  });
  problems.add(diagnostics);
  problems.check();
}

/** Plans what a replacement creates: the second request of its plan, whose warnings are dropped. */
async function replanned(
  provider: CoreProvider,
  resource: CoreResource,
  config: Value,
  change: Change,
): Promise<Change> {
  const { calls, problems, clientCapabilities } = provider;
  const { block } = resource;
  const answer: PlanResourceChangeResponse = await calls.unary("planResourceChange", {
    typeName: resource.name,
    priorState: dynamicValue(block.type, null),
    config: dynamicValue(block.type, config),
    proposedNewState: dynamicValue(block.type, proposedNew(block, null, config)),
    priorPrivate: change.private,
    clientCapabilities,
    priorIdentity: identityData(resource, change.identity),
  });
  checkDeferred(provider, answer.deferred);
  const identity = receivedIdentity(problems, resource, answer.plannedIdentity, { mayBeUnknown: true });
  if (answer.diagnostics.some(({ severity }) => severity === 1)) problems.add(answer.diagnostics);
  problems.check();
  const after = receivedValue(block.type, answer.plannedState);
  checkWriteOnly(problems, resource, after, INVALID);
  problems.check();
  return { ...change, after, identity, private: answer.plannedPrivate };
}

/** A tainted instance is replaced, and so is one whose first plan was a replacement, although the provider saw a create. */
function painted(
  change: Change,
  current: Instance | null,
  { earlier, createBeforeDestroy }: PlanMode,
): Change {
  if (change.action !== "create") return change;
  if (current?.isTainted)
    return { ...change, action: createBeforeDestroy ? "create-delete" : "delete-create", before: current };
  return earlier && isReplacement(earlier.action)
    ? { ...change, action: earlier.action, before: earlier.before }
    : change;
}

/** Plans the destruction of an instance. */
export async function plannedDestroy(
  provider: CoreProvider,
  resource: CoreResource,
  current: Instance,
): Promise<Change> {
  const { calls, problems, clientCapabilities, schema } = provider;
  const change = { action: "delete", before: current, after: null, replacedBy: [] } as const;
  if (!schema.plansDestroy) return { ...change, private: current.private, identity: null };
  const nothing = dynamicValue(resource.block.type, null);
  const answer = await calls.unary("planResourceChange", {
    typeName: resource.name,
    priorState: dynamicValue(resource.block.type, current.value),
    config: nothing,
    proposedNewState: nothing,
    priorPrivate: current.private,
    clientCapabilities,
    priorIdentity: identityData(resource, current.identity),
  });
  checkDeferred(provider, answer.deferred);
  const identity = receivedIdentity(problems, resource, answer.plannedIdentity);
  problems.add(answer.diagnostics);
  problems.check();
  if (receivedValue(resource.block.type, answer.plannedState) !== null)
    problems.error(INVALID, `Provider planned a non-null destroy value for ${resource.name}.`);
  problems.check();
  return { ...change, private: answer.plannedPrivate, identity };
}

function judge(
  { problems }: CoreProvider,
  resource: CoreResource,
  values: { prior: Value; config: Value; planned: Value },
): void {
  checkWriteOnly(problems, resource, values.planned, INVALID);
  problems.check();
  for (const error of planErrors(resource.block, values))
    problems.error(INVALID, `Provider planned an invalid value for ${resource.name}${error}.`);
  problems.check();
}

/** Keeps the paths whose value changes. */
function required(
  { problems }: CoreProvider,
  resource: CoreResource,
  paths: readonly AttributePath[],
  prior: Value,
  after: Value,
): string[] {
  if (prior === null) return [];
  return paths.flatMap((path) => {
    const [was, will] = [valueAt(prior, path), valueAt(after, path)];
    const text = pathText(path);
    if (was === undefined && will === undefined) {
      problems.error(
        INVALID,
        `Provider has indicated "requires replacement" on ${resource.name} for a non-existent attribute path ${text}.`,
      );
      return [];
    }
    return JSON.stringify(was ?? null, unknowns) === JSON.stringify(will ?? null, unknowns) ? [] : [text];
  });
}

function unknowns(_: string, value: unknown): unknown {
  return typeof value === "symbol" ? { unknown: true } : value;
}

function valueAt(value: Value, { steps }: AttributePath): Value | undefined {
  let at: Value | undefined = value;
  for (const { attributeName, elementKeyString, elementKeyInt } of steps) {
    const key = attributeName ?? elementKeyString;
    if (key !== undefined) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    else at = Array.isArray(at) ? at[elementKeyInt ?? 0] : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}

function pathText({ steps }: AttributePath): string {
  return steps
    .map(({ attributeName, elementKeyString, elementKeyInt }) =>
      attributeName === undefined
        ? `[${JSON.stringify(elementKeyString ?? elementKeyInt)}]`
        : `.${attributeName}`,
    )
    .join("");
}

function actionOf(
  { block }: CoreResource,
  prior: Value,
  after: Value,
  replace: boolean,
  first?: boolean,
): ChangeAction {
  if (prior === null) return "create";
  if (replace) return first ? "create-delete" : "delete-create";
  return !hasUnknown(after) && sameValue(block.type, prior, after) ? "no-op" : "update";
}

export function isReplacement(action: ChangeAction): boolean {
  return action === "delete-create" || action === "create-delete";
}
