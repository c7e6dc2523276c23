import type { CollectionRecord, Nodes } from "../../../dataPlane";
import { markOf } from "../../shared/collection/versionMark";
import type { DataPlane } from "../../shared/service";
import { observedLive, versionNamed } from "./model";
import type { LiveCall, LiveCollectionValues } from "./schema";
import type { ObservedVersion, ObservedVersions } from "./versions";

/** The input of an update. */
interface CourseGiven {
  readonly call: LiveCall;
  readonly nodes: Nodes;
  readonly dataPlane: DataPlane;
  readonly prior: LiveCollectionValues;
  readonly planned: LiveCollectionValues;
  /** The alias and its versions as the apply has found them. */
  readonly seen: ObservedVersions;
}

/** An update on its way: what is there now, and what the state says of it. */
export interface Course extends CourseGiven {
  /** The id of this apply in the marks that it writes. */
  readonly run: string;
  /** The alias and its versions as they are now. */
  readonly now: () => ObservedVersions;
  /** The name of the live version. */
  readonly live: () => string | null;
  /** Every target of the alias that this apply has seen or set: a node that lags behind may still show one. */
  readonly targets: ReadonlySet<string>;
  /** Records a version as the server has it now. */
  readonly note: (record: CollectionRecord) => ObservedVersion;
  /** Records that a version is gone. */
  readonly forget: (name: string) => void;
  /** Records that the alias leads to a version, which is live from now on, with the schema of the plan. */
  readonly moved: (name: string) => void;
  /** Records that the live version has been edited in place, or that a part of the edit was carried out. */
  readonly edited: () => void;
  /** Writes to the state what is there now. */
  readonly save: () => void;
  /** Returns the values of the resource as they are now. */
  readonly values: () => Partial<LiveCollectionValues>;
}

/** Begins an update. @param live the name of the live version */
export function beginCourse(given: CourseGiven, live: string | null): Course {
  const { call, nodes, prior, planned, seen } = given;
  let now = seen;
  let current = live;
  /** The configuration with which the schema of the live version is compared. */
  let base = prior;
  let isMoved = false;
  const targets = new Set([...(seen.targets ?? []), ...(seen.target === null ? [] : [seen.target])]);

  function values(): Partial<LiveCollectionValues> {
    const observed = observedLive(now, { ...base, versions: prior.versions, collection_name: current });
    if (!isMoved) return observed;
    const { retain, model_api_key_wo_version } = planned;
    return { ...observed, retain, model_api_key_wo_version };
  }

  return {
    ...given,
    run: Buffer.from(nodes.randomBytes(8)).toString("hex"),
    now: () => now,
    live: () => current,
    targets,
    note(record) {
      const version = { record, mark: markOf(record) };
      const others = now.versions.filter(({ record: { name } }) => name !== record.name);
      const isKnown = versionNamed(now, record.name) !== undefined;
      now = {
        ...now,
        versions: isKnown
          ? now.versions.map((one) => (one.record.name === record.name ? version : one))
          : [version, ...others],
      };
      return version;
    },
    forget(name) {
      now = { ...now, versions: now.versions.filter(({ record }) => record.name !== name) };
    },
    moved(name) {
      now = { ...now, target: name, foreign: null };
      current = name;
      base = planned;
      isMoved = true;
      targets.add(name);
    },
    edited() {
      base = planned;
    },
    save: () => call.saveState(values()),
    values,
  };
}
