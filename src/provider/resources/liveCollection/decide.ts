import { isUnknown, type Unknown } from "../../../framework";
import type { ModelKey } from "../../shared/collection/modelKeys";
import { fits, indexesTime, lacksSettings, priorOf, type SchemaPlan, schemaEditOf } from "./fits";
import { isUnfinished, liveVersionOf, versionNamed } from "./model";
import { type LiveCollectionValues, type NamedVersion, RETAIN } from "./schema";
import type { ObservedVersion, ObservedVersions } from "./versions";

/** One thing that an apply does, in the order of {@link LiveDecision.ways}. */
export type Way =
  /** Edits a version in place: the live one, or what a PATCH changes without work in one that is about to be live. */
  | { readonly kind: "patch"; readonly version: string }
  /** Fills a new version from the live one, or goes on with an unfinished one, then moves the alias. */
  | { readonly kind: "copy"; readonly from: string; readonly resumes: string | null }
  /** Brings a retained version up to date from the live one, then moves the alias back to it. */
  | { readonly kind: "back"; readonly from: string; readonly to: string }
  /** Carries over the last writes after the alias has moved. `from` may be gone: then only the mark is left to write. */
  | { readonly kind: "settle"; readonly from: string; readonly to: string }
  /**
   * Points the alias at the live version again: somebody has moved or deleted it. `from`: the version of ours that it leads to, whose
   * newer documents are carried over; null: none of ours.
   */
  | { readonly kind: "reattach"; readonly to: string; readonly from: string | null }
  /** The live version is gone: one that the alias leads to, or a retained one that fits, takes its place, or a new, empty one (null). */
  | { readonly kind: "succeed"; readonly to: string | null };

/** The work of an apply, from what is there and what is planned. */
export interface LiveDecision {
  readonly ways: readonly Way[];
  /** The versions that go at the end: unfinished ones that fit no longer, and those beyond `retain`. Never the live one. */
  readonly drops: readonly string[];
}

/** The facts that a decision depends on. */
export interface DecisionInput {
  readonly prior: LiveCollectionValues;
  readonly planned: LiveCollectionValues;
  readonly seen: ObservedVersions;
  /** `model_api_key_wo`; unknown: it proves nothing. */
  readonly key?: ModelKey | Unknown;
  /** The documents of retained versions when they stopped being live: a version with others was filled by somebody, and is not used. */
  readonly retired?: readonly NamedVersion[];
}

/**
 * Decides what an apply does. Plan and apply decide by the same function, each on its own look at the nodes
 * (docs/design/live-collections.md#deciding).
 */
export function decideUpdate(input: DecisionInput): LiveDecision {
  const { prior, planned, seen } = input;
  const { ways, version } = takePlace(input, liveVersionOf(seen, prior.collection_name) ?? null);
  if (version === null) return { ways, drops: dropsOf(input, null, null) };
  const name = version.record.name;
  const plan: SchemaPlan = {
    prior: name === prior.collection_name ? prior : priorOf(version.record, prior, planned),
    planned,
    key: input.key ?? null,
  };
  const edit = schemaEditOf(version.record, plan);
  const isCopied = edit.another.length > 0 || (edit.fields && planned.strategy === "copy");
  if (!isCopied) {
    if (edit.fields || edit.settings) ways.push({ kind: "patch", version: name });
    return { ways, drops: dropsOf(input, version, name) };
  }
  const to = nextOf(input, plan, version);
  const next = to?.record.name ?? null;
  if (to && lacksSettings(to.record, planned)) ways.push({ kind: "patch", version: to.record.name });
  ways.push(
    to && !isResumed(to, version)
      ? { kind: "back", from: name, to: to.record.name }
      : { kind: "copy", from: name, resumes: next },
  );
  return { ways, drops: dropsOf(input, version, next) };
}

/** True if an apply has work left without an edit: a step, or a version beyond `retain` that could not be deleted yet. */
export function isUpdateDue(
  { step, versions, collection_name: live }: LiveCollectionValues,
  { retain }: { readonly retain: number | null | Unknown },
): boolean {
  if (step !== null && step !== "ready") return true;
  if (isUnknown(retain)) return false;
  return (versions ?? []).filter(({ name }) => name !== live).length > (retain ?? RETAIN);
}

/** Returns the attributes whose edit needs another version, for the plan to name. Empty: none does, or the live version is gone. */
export function anotherVersionFor(input: DecisionInput): readonly string[] {
  const { prior, planned, seen, key = null } = input;
  const { version } = takePlace(input, liveVersionOf(seen, prior.collection_name) ?? null);
  if (version === null) return [];
  const isStated = version.record.name === prior.collection_name;
  const before = isStated ? prior : priorOf(version.record, prior, planned);
  return schemaEditOf(version.record, { prior: before, planned, key }).another;
}

/** Returns the retained versions that have the planned schema, but are not used because somebody has written to them. */
export function filledVersions(input: DecisionInput): readonly string[] {
  const { prior, planned, seen, key = null } = input;
  const live = liveVersionOf(seen, prior.collection_name);
  return seen.versions
    .filter((one) => one !== live && !isUntouched(one, input) && fits(one.record, { prior, planned, key }))
    .map(({ record }) => record.name);
}

/** Returns the versions that may go if the edit turns out to need a new version: the plan does not know all values yet. */
export function possibleDrops(input: DecisionInput): readonly string[] {
  const live = liveVersionOf(input.seen, input.prior.collection_name) ?? null;
  return dropsOf(input, live, null);
}

/** Finishes what was begun, mends the alias, and finds a successor of a live version that is gone. */
function takePlace(
  input: DecisionInput,
  version: ObservedVersion | null,
): { readonly ways: Way[]; readonly version: ObservedVersion | null } {
  const { seen } = input;
  const target = versionNamed(seen, seen.target) ?? null;
  if (version === null) {
    const successor = target ?? successorOf(input);
    const ways: Way[] = [{ kind: "succeed", to: successor?.record.name ?? null }];
    return { ways: [...ways, ...settlingOf(successor)], version: successor };
  }
  const ways: Way[] =
    target === version
      ? []
      : [{ kind: "reattach", to: version.record.name, from: target?.record.name ?? null }];
  return { ways: [...ways, ...settlingOf(version)], version };
}

function settlingOf(version: ObservedVersion | null): Way[] {
  const { step, from = null } = version?.mark ?? {};
  if (version === null || step !== "settle" || from === null) return [];
  return [{ kind: "settle", from, to: version.record.name }];
}

/** Returns the newest version that may take the place of a live one that is gone. */
function successorOf(input: DecisionInput): ObservedVersion | null {
  const { prior, planned, seen, key = null } = input;
  const ready = seen.versions.filter(
    (one) =>
      !isUnfinished(one, null, seen) && isUntouched(one, input) && fits(one.record, { prior, planned, key }),
  );
  // One that an update was filling is better than none.
  return ready.find(({ mark }) => mark === null || mark.step === "done") ?? ready[0] ?? null;
}

/** Returns the version to which an edit leads: the unfinished one of an interrupted apply, or a retained one; null: a new one. */
function nextOf(input: DecisionInput, plan: SchemaPlan, live: ObservedVersion): ObservedVersion | null {
  const { seen } = input;
  const used = usedTarget(input, live);
  const others = seen.versions.filter((one) => one !== live && one !== used && fits(one.record, plan));
  return (
    others.find((one) => isResumed(one, live)) ??
    others.find((one) => (!isUnfinished(one, live, seen) || wasLive(one, live)) && isUntouched(one, input)) ??
    null
  );
}

/**
 * True if what was written to a version while somebody had moved the alias to it can be carried over to the live one: the time since which
 * it may have got writes is known.
 */
export function isCarriedBack(
  { record, mark }: ObservedVersion,
  target: ObservedVersion | undefined,
  { updated_at_field: field }: Pick<LiveCollectionValues, "updated_at_field">,
): boolean {
  if (field === null || target === undefined || mark === null) return false;
  if (!indexesTime(record, field) || !indexesTime(target.record, field)) return false;
  const { name } = target.record;
  // A settle that was interrupted follows in any case.
  return mark.step === "settle" ? mark.from === name : mark.retired[name] !== undefined;
}

/** Returns the version that the alias leads to, if its documents are not carried over: they may be nowhere else, so this apply leaves them. */
function usedTarget(
  { seen, planned }: Pick<DecisionInput, "seen" | "planned">,
  live: ObservedVersion,
): ObservedVersion | null {
  const target = versionNamed(seen, seen.target);
  return target === undefined || target === live || isCarriedBack(live, target, planned) ? null : target;
}

/** True if a version was being filled from the live one, and the alias has never led to it. */
function isResumed(one: ObservedVersion, live: ObservedVersion): boolean {
  const { mark } = one;
  const isBegun = mark !== null && mark.step !== "done" && mark.from === live.record.name;
  return isBegun && one !== live && !wasLive(one, live);
}

/** False if somebody has filled a retained version. One that an interrupted apply was bringing up to date has other documents too. */
function isUntouched({ record, mark }: ObservedVersion, { prior, retired }: DecisionInput): boolean {
  if (mark !== null && mark.step !== "done") return true;
  const { name, num_documents: documents } = record;
  const before = [...(retired ?? []), ...(prior.versions ?? [])].find((one) => one.name === name);
  return before === undefined || before.documents === null || before.documents === documents;
}

/** True if the alias has led to a version before: one that is being brought up to date for the way back is unfinished, too. */
function wasLive({ record }: ObservedVersion, live: ObservedVersion | null): boolean {
  return live?.mark?.retired[record.name] !== undefined;
}

/** Returns the versions that are not the next live one: the live one first, which is the first to be retained. */
function othersOf({ versions }: ObservedVersions, live: ObservedVersion | null, next: string | null) {
  const others = versions.filter((one) => one !== live && one.record.name !== next);
  return live !== null && live.record.name !== next ? [live, ...others] : others;
}

/**
 * Returns the versions that go once everything else is done.
 *
 * @param live the version that leads now; null: there is none
 * @param next the version that leads then; null: a new one
 */
function dropsOf(
  { planned, seen }: DecisionInput,
  live: ObservedVersion | null,
  next: string | null,
): string[] {
  const used = live && usedTarget({ seen, planned }, live);
  const others = othersOf(seen, live, next).filter((one) => one !== used);
  const over = others.filter((one) => isUnfinished(one, live, seen));
  const retained = others.filter((one) => !isUnfinished(one, live, seen));
  // What somebody has used is kept as a retained one.
  const places = Math.max(0, (planned.retain ?? RETAIN) - (used ? 1 : 0));
  return [...over, ...retained.slice(places)].map(({ record }) => record.name);
}

/** Describes the steps of an apply, for the private state of a plan and for messages. */
export function describeWays(ways: readonly Way[]): readonly string[] {
  return ways.map(describeWay);
}

function describeWay(way: Way): string {
  switch (way.kind) {
    case "patch":
      return `edit "${way.version}" in place`;
    case "copy":
      return `fill another version with the documents of "${way.from}"`;
    case "back":
      return `go back to "${way.to}"`;
    case "settle":
      return `carry over the last writes to "${way.to}"`;
    case "reattach":
      return `lead the alias back to "${way.to}"`;
    case "succeed":
      return way.to === null ? "create an empty version" : `put "${way.to}" in the place of the live version`;
  }
}
