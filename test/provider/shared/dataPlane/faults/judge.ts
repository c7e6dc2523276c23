import type { Diagnostic } from "../../../../../src/framework/diagnostics";
import { CLUSTER, type Kept } from "./account";
import { isLoss, type Played, type Story } from "./play";
import { census, subjectOf } from "./subjects";

const textOf = (said: readonly Diagnostic[]) =>
  said.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n");

/** True if the object of the writer must still exist: it did not appear in a plan, and the provider could have known of it. */
function mustStand({ type, operation, writer, documents }: Story, { account }: Played): boolean {
  if (writer === null || writer.does === "take away") return false;
  if (type === "key") return true;
  if (writer.at !== "write") {
    if (operation === "create") return true;
    // An object under our name is taken for ours, except documents that did not appear in a plan.
    if (type !== "collection" || operation !== "delete") return false;
    return writer.at === "plan" ? !/[23] documents/.test(textOf(account.said)) : documents === 0;
  }
  // An object equal to ours before the write is taken for ours, except the documents.
  const isAsBefore = writer.does === "put alike" && type !== "collection" && operation !== "create";
  return !isAsBefore && !(type === "collection" && operation === "update" && writer.does === "put alike");
}

/** True if a create must be refused, because the object of its name certainly belongs to another client. */
function mustRefuse({ type, operation, writer, fault, nth }: Story): boolean {
  if (type === "key" || writer === null || writer.does === "take away") return false;
  if (writer.at !== "write") return operation === "create";
  const creates = operation === "create" || (operation === "replace" && nth === 2);
  if (!creates || !isLoss(fault)) return false;
  // For a PUT, an equal object counts as ours; a collection with documents does not.
  return writer.does === "put other" || type === "collection";
}

/** The number of requests to a lagging node while it has time to catch up. */
const SOON = 3;

/** True if a collection may be another one by now: a restarted node answers like one whose collection was recreated. */
function isUnproved({ type, operation, fault, restart }: Story): boolean {
  const deletes = operation === "delete" || operation === "replace";
  return type === "collection" && deletes && isLoss(fault) && restart?.at === "write";
}

/** True if the provider can resolve all events by itself. */
function isPassing(story: Story): boolean {
  const { fault, lag, writer } = story;
  if (isUnproved(story)) return false;
  const catchesUp = lag === null || lag.seconds !== null || (lag.requests !== null && lag.requests <= SOON);
  return fault !== "SIGKILL" && fault !== "Ctrl-C" && writer === null && catchesUp;
}

/** Returns the names on the cluster that belong neither to others nor to the writer. */
function oursOf({ foreign, theirs, after }: Pick<Played, "foreign" | "theirs" | "after">): string[] {
  return [...after.keys()].filter((name) => !foreign.has(name) && theirs.get(name) !== after.get(name));
}

const partOf = (all: ReadonlyMap<string, string>, names: ReadonlyMap<string, string>) =>
  new Map([...names.keys()].map((name) => [name, all.get(name)]));

/** Expects that nothing of others has changed, nothing exists twice, and the state is true. */
export async function expectTrue(story: Story, played: Played): Promise<void> {
  const { account, foreign, theirs, after, ran, killed } = played;
  const subject = subjectOf(story.type);
  const said = textOf(ran.said);
  expect({ said, foreign: partOf(after, foreign) }).toEqual({ said, foreign });
  if (mustStand(story, played)) expect({ said, theirs: partOf(after, theirs) }).toEqual({ said, theirs });
  if (mustRefuse(story))
    expect({ said, failed: ran.failed, state: ran.state }).toEqual({ said, failed: true, state: null });
  const ours = oursOf(played);
  expect({ said, ours: ours.length <= 1 ? [] : ours }).toEqual({ said, ours: [] });
  if (isPassing(story)) expect({ said, failed: ran.failed }).toEqual({ said, failed: false });
  if (!killed && !ran.failed) {
    const isGone = story.writer !== null;
    if (story.operation === "delete") {
      expect({ said, ours, state: ran.state }).toEqual({ said, ours: [], state: null });
    } else {
      expect({ said, state: ran.state }).toEqual({ said, state: expect.anything() });
      if (!isGone) expect({ said, ours }).toEqual({ said, ours: [subject.entry(ran)] });
    }
  }
  if (typeof ran.state?.value === "string" && story.type === "key" && after.has(subject.entry(ran))) {
    expect({ said, theirs: [...theirs.keys()] }).not.toMatchObject({ theirs: [subject.entry(ran)] });
    const id = subject.entry(ran).slice("key/".length);
    const [found] = account.emulator.state().node_keys.filter((one) => String(one.id) === id);
    expect({ said, prefix: ran.state.value.slice(0, 4) }).toEqual({ said, prefix: found?.value_prefix });
  }
  const secrets = typeof ran.state?.value === "string" && story.type === "key" ? [ran.state.value] : [];
  expect(account.secretsSaid(secrets)).toEqual([]);
}

const ROUNDS = 5;

/** Revokes the keys that a message names, except those of others. */
function revokeNamed(played: Played, kept: Kept, said: string): void {
  const { account } = played;
  const ours = oursOf({ ...played, after: census(account) }).filter((name) => name.startsWith("key/"));
  for (const name of ours) {
    const id = name.slice("key/".length);
    if (kept.state === null && new RegExp(`\\b${id}\\b`).test(said))
      account.emulator.revokeKeyOutside(CLUSTER, id);
  }
}

/** Expects that after the faults, following the messages and applying again leads to the configuration. */
export async function expectHealed(story: Story, played: Played): Promise<void> {
  const { account, foreign, theirs, killed, ran: first } = played;
  const subject = subjectOf(story.type);
  const { emulator } = account;
  emulator.clearFaults();
  for (const node of account.nodes) {
    emulator.catchUpNode(node);
    emulator.bringNodeUp(node);
  }
  const orphans = first.state === null ? oursOf(played) : [];
  const values = story.operation === "delete" ? null : (subject.values[story.operation] ?? {});
  const heard = [...first.said];
  let kept: Kept = played.kept;
  let done = false;
  for (let round = 0; round < ROUNDS && !done; round += 1) {
    const ran = values === null ? await account.destroy(kept) : await account.apply(values, kept);
    heard.push(...ran.said);
    kept = ran;
    done = !ran.failed;
    if (done) break;
    const id = /import \{[^}]*id = "([^"]+)"/.exec(textOf(ran.said))?.[1];
    const entry = subject.entry(kept);
    if (id !== undefined && theirs.get(entry) === census(account).get(entry)) subject.dropTheirs(account);
    else if (id !== undefined) kept = await account.import(id);
    else revokeNamed(played, kept, textOf(ran.said));
  }
  const said = textOf(heard);
  expect({ said, done }).toEqual({ said, done: true });
  for (const orphan of orphans) {
    const name = story.type === "key" ? new RegExp(`\\b${orphan.slice("key/".length)}\\b`) : /already exists/;
    expect(said).toMatch(name);
  }
  if (values !== null) {
    const again = await account.apply(values, kept);
    expect({ said, again: textOf(again.said), empty: again.empty }).toMatchObject({ said, empty: true });
  }
  const after = census(account);
  expect({ said, foreign: partOf(after, foreign) }).toEqual({ said, foreign });
  const ours = oursOf({ foreign, theirs, after }).filter((name) => !killed || !orphans.includes(name));
  const wanted = values === null ? [] : [subject.entry(kept)];
  const rest = ours.filter((name) => !wanted.includes(name));
  expect({ said, rest, there: wanted.every((name) => after.has(name)) }).toEqual({
    said,
    rest: [],
    there: true,
  });
}
