import type { AliasRecord, CollectionRecord, Snapshots } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { markOf } from "../../shared/collection/versionMark";
import type { Course } from "./course";
import { OvertakenError, overtakenError, versionGoneError } from "./marking";
import { describeLive } from "./model";

/** A reason not to move the alias. */
type Obstacle =
  /** The alias leads to another collection than before (null: to none). */
  | { readonly kind: "alias"; readonly target: string | null }
  /** Another apply has taken over the version. */
  | { readonly kind: "run" }
  /** The version was deleted. */
  | { readonly kind: "gone" };

interface Expected {
  /** The target of the alias before the move; null: there is none. */
  readonly from: string | null;
  /** Targets that the alias has had during this apply: a node that lags behind may still show one. */
  readonly targets: ReadonlySet<string>;
  /** The ids of applies that the version may show: that of this one, and the one that it has replaced. Null: versions have no mark. */
  readonly runs: { readonly own: string; readonly former: string | null } | null;
}

interface Sights {
  readonly alias: Pick<Snapshots<AliasRecord>, "seen">;
  readonly version: Pick<Snapshots<CollectionRecord>, "seen">;
}

/** Returns what keeps the alias from being moved to a version, as all nodes that answer show both; null: nothing. */
export function obstacleIn({ alias, version }: Sights, { from, targets, runs }: Expected): Obstacle | null {
  const shown = alias.seen.map(({ value }) => value?.collection_name ?? null);
  const other = shown.find((target) => target !== from && !(target !== null && targets.has(target)));
  if (other !== undefined) return { kind: "alias", target: other };
  if (!shown.includes(from)) return { kind: "alias", target: shown[0] ?? null };
  const records = version.seen.flatMap(({ value }) => value ?? []);
  if (records.length === 0) return { kind: "gone" };
  if (runs === null) return null;
  const ids = records.map((record) => markOf(record)?.run ?? null);
  const isKnown = (id: string | null) => id === runs.own || id === runs.former;
  return ids.every(isKnown) && ids.includes(runs.own) ? null : { kind: "run" };
}

interface Move {
  /** The target of the alias so far; null: none. */
  readonly from: string | null;
  readonly to: string;
  /** {@link Expected.runs} */
  readonly runs: Expected["runs"];
}

/**
 * Looks at every node whether the alias may move: nobody has moved it, and no other apply has taken over the version.
 *
 * @throws TerraformError that says what has happened; nothing has moved.
 */
export async function refuseOvertaken(course: Course, { from, to, runs }: Move): Promise<void> {
  const { call, nodes, dataPlane, planned, targets } = course;
  const { signal } = call;
  const [alias, version] = await Promise.all([
    nodes.everywhere("getAlias", { path: { name: planned.name } }, { signal }),
    dataPlane.readCollectionEverywhere(nodes, to, { signal }),
  ]);
  const obstacle = obstacleIn({ alias, version }, { from, targets, runs });
  if (obstacle !== null) throw obstacleError(course, to, obstacle);
}

/** Milliseconds between two looks, and the most looks: nodes that lag behind have caught up by then. */
const LOOK_MS = 1_000;
const MOST_LOOKS = 30;

/** The nodes as they show the alias: whether some, or all, lead it to a version. */
interface AliasSights {
  readonly some: boolean;
  readonly all: boolean;
  /** Nodes that did not answer. */
  readonly unseen: number;
}

/** Looks at the alias at every node until they show what is wanted, or for so long that a node that lags behind has caught up. */
async function lookAtAlias(
  { call, nodes, dataPlane, planned }: Course,
  to: string,
  isEnough: (sights: AliasSights) => boolean,
): Promise<AliasSights> {
  const { signal } = call;
  for (let looks = 1; ; looks += 1) {
    const { seen, unseen } = await dataPlane.readAliasEverywhere(nodes, planned.name, { signal });
    const isThere = seen.map(({ value }) => value?.collection_name === to);
    const sights = {
      some: isThere.includes(true),
      all: !isThere.includes(false),
      unseen: unseen.length,
    };
    if (isEnough(sights) || looks === MOST_LOOKS) return sights;
    await nodes.clock.sleep(LOOK_MS, signal);
  }
}

/** Waits until every node that answers leads the alias to a version: until then, writes may still go to the former one. */
export function awaitAlias(course: Course, to: string): Promise<AliasSights> {
  return lookAtAlias(course, to, ({ all }) => all);
}

/**
 * Moves the alias with one PUT. From here on, the version is live, and the state has its schema.
 *
 * @throws TerraformError if no node shows the new target although one has accepted the PUT
 */
export async function moveAlias(course: Course, { from, to }: Omit<Move, "runs">): Promise<void> {
  const { call, nodes, dataPlane, planned, moved, save } = course;
  const { signal, log } = call;
  if (from !== to) {
    log.info(`Moving alias ${planned.name}`, { from, to });
    await dataPlane.putAlias(nodes, { name: planned.name, collection: to }, { signal, isNew: from === null });
    const { some } = await lookAtAlias(course, to, (sights) => sights.some).catch((error: unknown) => {
      // The PUT was accepted.
      moved(to);
      save();
      throw error;
    });
    if (!some) throw aliasStaysError(course, to);
  }
  moved(to);
  save();
}

function aliasStaysError({ planned }: Course, to: string): TerraformError {
  return new TerraformError(
    `The alias of ${describeLive(planned)} did not move`,
    `A node has accepted the request (PUT /aliases/${planned.name} with {"collection_name": "${to}"}), but no node shows the new target. Check that all ` +
      "nodes are healthy.",
    ["name"],
  );
}

/** The error for nodes that still lead the alias elsewhere, after what was written there has been carried over. */
export function aliasLagsError(
  { planned }: Course,
  { from, to }: { readonly from: string; readonly to: string },
) {
  return new TerraformError(
    `A node does not show the new target of the alias of ${describeLive(planned)}`,
    `The alias leads to "${to}", but a node still leads it to another version, so that writes may reach "${from}". What was written there until now has been ` +
      `carried over, and "${from}" stays. Check that all nodes are healthy and do not lag behind. Then apply again: the update resumes.`,
    ["name"],
  );
}

function obstacleError({ planned }: Course, to: string, obstacle: Obstacle): OvertakenError {
  if (obstacle.kind === "gone") return versionGoneError(to);
  if (obstacle.kind === "run") return overtakenError(planned, to);
  const leads = obstacle.target === null ? "was deleted" : `leads to "${obstacle.target}" now`;
  return new OvertakenError(
    `Somebody has changed the alias of ${describeLive(planned)} during the update`,
    `The alias ${leads}. This apply has stopped, and has not moved it. Plan again: the plan shows what is there now.`,
    ["name"],
  );
}
