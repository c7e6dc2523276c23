import type { FaultEffectBody } from "../../../../../src/emulator";
import {
  Account,
  CLUSTER,
  type Fate,
  type Kept,
  NOTHING,
  type Passing,
  type Ran,
  type Trouble,
} from "./account";
import { census, FOREIGN, type Operation, subjectOf } from "./subjects";

export const FAULTS = [
  "lost before",
  "lost after",
  "truncated",
  "about another",
  "stale node first",
  "another writer",
  "SIGKILL",
  "Ctrl-C",
] as const;
export type Fault = (typeof FAULTS)[number];

/** One story, as data. */
export interface Story {
  readonly type: string;
  readonly operation: Operation;
  readonly fault: Fault;
  readonly nodes: number;
  /** The position of the write request with the fault, counted from 1. */
  readonly nth: number;
  /** True if the process ends before the request has arrived. */
  readonly endsBefore: boolean;
  /** A node that lags from a point in time, for so many seconds or requests; null: until the faults end. Only with three nodes. */
  readonly lag: {
    readonly node: number;
    readonly from: "start" | "plan" | "apply" | "write";
    readonly seconds: number | null;
    readonly requests: number | null;
  } | null;
  /** A node that does not answer until the faults end. Only with three nodes. */
  readonly down: number | null;
  readonly writer: {
    readonly at: "plan" | "apply" | "write";
    readonly does: Act;
  } | null;
  /** Nodes that restart, and set new creation times. */
  readonly restart: {
    readonly at: "plan" | "apply" | "write";
    readonly nodes: readonly number[];
  } | null;
  /** The number of documents in the collection when its delete is planned. */
  readonly documents: number;
  /** The seconds by which the clock of the second node is ahead. */
  readonly skew: number;
}

/** An act of the other writer: deletes ours, or puts a different or an equal object under its name. */
export type Act = "take away" | "put other" | "put alike";

/** The answer of a confused proxy to any write: an object of others instead of the requested one. */
const FOREIGN_ANSWER = {
  ...{ name: "foreign", collection_name: "target", num_documents: 0, fields: [], created_at: 1 },
  ...{ id: 1, value: "foreign-key-of-somebody-else", value_prefix: "fore", description: "search" },
  ...{ actions: ["documents:search"], collections: ["foreign"], expires_at: 64_723_363_199 },
};

export const LOSSES: { readonly [Name in Fault]?: FaultEffectBody } = {
  "lost before": { kind: "reset" },
  "lost after": { kind: "reset", when: "after" },
  truncated: { kind: "damage", as: "truncated" },
  "about another": { kind: "answer", status: 200, json: FOREIGN_ANSWER },
};

/** Returns the effect that loses an answer. A false answer may come after the work, or instead of it. */
function lossOf({ fault, endsBefore }: Story): FaultEffectBody | undefined {
  const effect = LOSSES[fault];
  return effect?.kind === "answer" ? { ...effect, when: endsBefore ? "before" : "after" } : effect;
}

/** True if the answer to a write is lost. */
export const isLoss = (fault: Fault) => LOSSES[fault] !== undefined;

/** The result of a story. */
export interface Played {
  readonly account: Account;
  readonly kept: Kept;
  /** The walk that met the fault. */
  readonly ran: Ran;
  readonly killed: boolean;
  /** The objects that belonged to others from the start. */
  readonly foreign: ReadonlyMap<string, string>;
  /** The objects that the other writer has put. */
  readonly theirs: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Plays a story until the walk that meets the fault has ended. */
export async function play(story: Story): Promise<Played> {
  const { operation, fault, nth, endsBefore, lag, writer, restart } = story;
  const subject = subjectOf(story.type);
  const account = new Account(subject.type, story.nodes, FOREIGN);
  const { emulator } = account;
  const [, second] = account.nodes;
  if (second !== undefined && story.skew > 0) emulator.skewNode(second, story.skew);
  const foreign = census(account);
  const down = account.nodes[story.down ?? -1];
  if (down !== undefined) emulator.takeNodeDown(down);
  let theirs: ReadonlyMap<string, string> = new Map();
  let kept: Kept = NOTHING;
  let killed = false;

  const write = () => {
    const before = census(account);
    if (writer?.does === "take away") subject.takeAway(account, kept);
    else subject.putTheirs(account, writer?.does === "put alike");
    theirs = new Map([...census(account)].filter(([name, value]) => before.get(name) !== value));
  };
  const lagFrom = (moment: "start" | "plan" | "apply" | "write") => {
    const hostname = account.nodes[lag?.node ?? 0] ?? "";
    if (lag?.from !== moment) return;
    const { seconds, requests } = lag;
    emulator.lagNode(hostname, {
      ...(seconds !== null && { seconds }),
      ...(requests !== null && { requests }),
    });
  };
  const restartAt = (moment: "start" | "plan" | "apply" | "write") => {
    if (restart?.at !== moment) return;
    // Its clock may differ from that of the test.
    for (const node of restart.nodes) {
      const hostname = account.nodes[node];
      if (hostname !== undefined) emulator.skewNode(hostname, 3_600 + node);
    }
  };
  const reach = (moment: "start" | "plan" | "apply") => {
    lagFrom(moment);
    restartAt(moment);
    if (writer?.at === moment) write();
  };

  reach("start");
  if (operation !== "create") {
    const made = await account.apply(subject.values.create, NOTHING);
    if (made.failed) throw new Error(`It could not be created: ${JSON.stringify(made.said)}`);
    kept = made;
    if (story.documents > 0 && subject.type === "collection") {
      const documents = Array.from({ length: story.documents }, (_, at) => ({ id: `o${at}`, title: "Ash" }));
      emulator.addDocumentsOutside(CLUSTER, "it", documents);
    }
  }
  reach("plan");

  const meets = (passing: Passing, side: "before" | "after"): Fate => {
    const isIt = passing.nthWrite === nth;
    if (isIt && side === "before") lagFrom("write");
    if (isIt && side === "after") restartAt("write");
    if (isIt && side === "after" && writer?.at === "write") write();
    if (!isIt || endsBefore !== (side === "before")) return undefined;
    if (fault === "SIGKILL") {
      killed = true;
      return "kill";
    }
    return fault === "Ctrl-C" ? "stop" : undefined;
  };
  // Each point in time occurs once.
  let passed = 0;
  const once = (passing: Passing, side: "before" | "after") => {
    if (passing.nthWrite !== nth || passed === 2) return undefined;
    passed += 1;
    return meets(passing, side);
  };
  const trouble: Trouble = {
    before: (passing) => once(passing, "before"),
    after: (passing) => once(passing, "after"),
  };
  const beforeApply = () => {
    reach("apply");
    const effect = lossOf(story);
    const met = subject.writes[operation]?.[nth - 1];
    if (effect && met) emulator.addFault({ match: { operation: met }, effect });
  };
  const values = operation === "delete" ? null : (subject.values[operation] ?? {});
  const ran =
    values === null
      ? await account.destroy(kept, trouble, beforeApply)
      : await account.apply(values, kept, trouble, beforeApply);
  return { account, kept: ran, ran, killed, foreign, theirs, after: census(account) };
}
