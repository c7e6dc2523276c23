import type { Value } from "../../../src/wire/cty/value";
import { CoreError, type Problem } from "./diagnostics";
import type { ImportTarget } from "./imports";
import type { StoredInstance } from "./instance";
import type { Change, PlanMode } from "./plan";
import type { CoreProvider, CoreResource } from "./provider";
import type { FoundObject } from "./query";
import type { ActionTrigger } from "./trigger";
import { plain, type Written } from "./values";

type Plain = Record<string, unknown>;

export interface PlanOptions extends PlanMode {
  /** The target of an import, in place of a state. */
  readonly import?: ImportTarget;
  /** @default true */
  readonly refresh?: boolean;
  /** The actions that the change triggers. @default none */
  readonly triggers?: readonly ActionTrigger[];
}

/** The result of a plan, as a saved plan file has it. */
export interface CorePlan {
  readonly type: string;
  readonly action: Change["action"];
  /** The planned values. */
  readonly after: Plain | null;
  readonly replacedBy: readonly string[];
  /** The planned identity; null if there is none. */
  readonly identity: Plain | null;
  readonly warnings: readonly Problem[];
  /** The state after the refresh or the import; null if there is none. */
  readonly refreshed: StoredInstance | null;
  readonly change: Change;
  readonly written: Written;
  readonly triggers?: readonly ActionTrigger[];
}

/** The result of an apply. */
export interface CoreApplied {
  /** The stored instance; null after a destroy. */
  readonly state: StoredInstance | null;
  readonly deposed?: StoredInstance;
  readonly warnings: readonly Problem[];
}

/** Raised when an apply fails, with the state that Terraform stores nevertheless. */
export class CoreApplyError extends CoreError {
  constructor(
    problems: readonly Problem[],
    readonly outcome: CoreApplied,
  ) {
    super(problems);
  }
}

/** One object of a query. */
export interface QueryObject {
  readonly displayName: string;
  readonly identity: Plain;
  /** Null unless the query includes resources. */
  readonly values: Plain | null;
  /** The generated configuration, as a test writes one. */
  readonly generated?: Written;
}

export interface QueryResult {
  readonly objects: readonly QueryObject[];
  readonly warnings: readonly Problem[];
}

export function planResult(
  { warnings }: CoreProvider,
  { name: type }: CoreResource,
  change: Change,
  written: Written,
  refreshed: StoredInstance | null,
): CorePlan {
  const { action, replacedBy, after, identity } = change;
  return {
    type,
    action,
    replacedBy,
    after: shown(after),
    identity: shown(identity),
    warnings,
    refreshed,
    change,
    written,
  };
}

export function queryResult({ warnings }: CoreProvider, found: readonly FoundObject[]): QueryResult {
  const objects = found.map(({ displayName, identity, state, generated }) => ({
    displayName,
    identity: shown(identity) ?? {},
    values: shown(state),
    ...(generated !== undefined && { generated: shown(generated) ?? {} }),
  }));
  return { objects, warnings };
}

function shown(value: Value): Plain | null {
  return plain(value) as Plain | null;
}
