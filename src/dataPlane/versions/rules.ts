import { isDeepStrictEqual } from "node:util";
import type { OpenNodeRecord } from "../../api/dataPlane/records";
import { compareVersions } from "../../api/versions";
import { pause } from "../../http/clock";
import { isApiError } from "../../http/error";
import { backoff } from "../../http/retry";
import { nullIfMissing } from "../snapshots";
import type { SyncContext } from "./sync";

/** The kinds of rules that servers before 30 keep in a collection. */
const KINDS = ["Synonym", "Override"] as const;
type RuleKind = (typeof KINDS)[number];

/** The first version that has sets of rules beside the collections instead. */
const FIRST_WITH_SETS = "30.0";

/** Rounds of writing and reading until both versions have the same rules. */
const MOST_ROUNDS = 5;

type RuleContext = Pick<SyncContext, "nodes" | "pair" | "signal">;

/**
 * Gives the new version the synonyms and overrides of the live one, and deletes others, on servers that keep them in collections;
 * from 30 on, sends no more than a question for the version. Only an update writes to the new version, so sending a write again is safe: lists
 * that are the same are the proof.
 *
 * @returns the number of rules that the new version has
 * @throws ApiError, InterruptedError, RulesDifferError
 */
export async function copyRules(ctx: RuleContext): Promise<number> {
  if (!(await mayHaveRules(ctx))) return 0;
  let copied = 0;
  for (const kind of KINDS) copied += await copyKind(ctx, kind);
  return copied;
}

/** The new version still has other rules than the live one, although every write was sent. */
export class RulesDifferError extends Error {
  override readonly name = "RulesDifferError";
  readonly summary: string;
  readonly detail: string;

  constructor({ pair, nodes }: RuleContext, kind: RuleKind, ids: readonly string[]) {
    const noun = `${kind.toLowerCase()}s`;
    const summary = `The ${noun} of collection "${pair.from}" could not be copied to "${pair.to}"`;
    super(summary);
    this.summary = summary;
    this.detail =
      `After ${MOST_ROUNDS} rounds of writing and reading at ${nodes.target.named}, these still differ: ${ids.join(", ")}. ` +
      `The alias was not moved. Check that nobody edits the ${noun} at this time and that the nodes are healthy, then apply again.`;
  }
}

/** False if every node says that its version has none. */
async function mayHaveRules({ nodes, signal }: RuleContext): Promise<boolean> {
  const known = await nodes.each({ signal });
  const isNew = (version: string | null) =>
    version !== null && compareVersions(version, FIRST_WITH_SETS) >= 0;
  return !known.every(({ version }) => isNew(version));
}

async function copyKind(ctx: RuleContext, kind: RuleKind): Promise<number> {
  const { nodes, pair, signal } = ctx;
  for (let round = 0; ; round += 1) {
    const [wanted, there] = await Promise.all([listOf(ctx, kind, pair.from), listOf(ctx, kind, pair.to)]);
    const writes = differenceOf(wanted, there);
    if (writes.length === 0) return wanted.size;
    if (round === MOST_ROUNDS)
      throw new RulesDifferError(
        ctx,
        kind,
        writes.map(({ id }) => id),
      );
    if (round > 0)
      await pause(nodes.clock, backoff(round - 1, nodes.random), signal, "copying the rules of a collection");
    for (const { id, rule } of writes) await writeRule(ctx, kind, id, rule);
  }
}

/** A rule to write, or to delete (null). */
interface RuleWrite {
  readonly id: string;
  readonly rule: OpenNodeRecord | null;
}

/** Returns the writes that make the rules of one collection equal to those of another. */
export function differenceOf(
  wanted: ReadonlyMap<string, OpenNodeRecord>,
  there: ReadonlyMap<string, OpenNodeRecord>,
): readonly RuleWrite[] {
  const written = [...wanted].filter(([id, rule]) => !isDeepStrictEqual(rule, there.get(id)));
  const surplus = [...there.keys()].filter((id) => !wanted.has(id));
  return [...written.map(([id, rule]) => ({ id, rule })), ...surplus.map((id) => ({ id, rule: null }))];
}

/** Lists the rules of a collection by their ids, which are not among their properties; none if the server has no such list. */
async function listOf(
  { nodes, signal }: RuleContext,
  kind: RuleKind,
  name: string,
): Promise<ReadonlyMap<string, OpenNodeRecord>> {
  const listed = await nullIfMissing(nodes.call(`list${kind}s`, { path: { name } }, { signal }));
  return new Map((listed ?? []).map(({ id, ...rule }) => [String(id), rule]));
}

async function writeRule(
  { nodes, pair, signal }: RuleContext,
  kind: RuleKind,
  id: string,
  rule: OpenNodeRecord | null,
) {
  const path = { name: pair.to, id };
  try {
    if (rule !== null) await nodes.call(`upsert${kind}`, { path, body: bodyOf(rule) }, { signal });
    else await nullIfMissing(nodes.call(`delete${kind}`, { path }, { signal }));
  } catch (error) {
    // The next round reads what became of it.
    if (!isApiError(error, "lost_write")) throw error;
  }
}

/** Lists show a synonym without a root with an empty one. */
function bodyOf(rule: OpenNodeRecord): OpenNodeRecord {
  return Object.fromEntries(Object.entries(rule).filter(([name, value]) => name !== "root" || value !== ""));
}
