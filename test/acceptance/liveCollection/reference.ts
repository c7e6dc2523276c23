import { isDeepStrictEqual } from "node:util";
import type { SearchClient } from "../../support/traffic/client";
import type { Item } from "../../support/traffic/truth";

/** The mistakes that people make when they move an alias to another version by hand. */
export type Mistake =
  | "moves first, fills later"
  | "copies once"
  | "does not look after the move"
  | "forgets deletions"
  | "forgets deletions of the last moment"
  | "looks from the end of the copy"
  | "trusts the clocks"
  | "takes seconds for milliseconds"
  | "overwrites what is newer"
  | "writes without a condition"
  | "replaces what exists meanwhile"
  | "creates what was deleted"
  | "deletes what is new"
  | "deletes what was written again"
  | "merges without nulls"
  | "merges without nested nulls"
  | "names ids without backticks"
  | "drops by the alias"
  | "drops before the move"
  | "deletes the alias before it creates it"
  | "does not wait for a killed import";

export interface Course {
  readonly client: SearchClient;
  readonly alias: string;
  readonly from: string;
  readonly to: string;
  /** The schema of the new version. */
  readonly schema: object;
  /** The time of the nodes, in seconds. */
  readonly now: () => number;
  /** Lets others write for a while. */
  readonly meanwhile: () => Promise<void>;
}

/** Tolerance for clocks, in seconds. */
const OVERLAP = 60;

/**
 * Updates a live collection over plain HTTP as its page says, or with one mistake. It keeps all documents in memory; the provider must not.
 */
export async function playUpdate(course: Course, mistake: Mistake | null): Promise<void> {
  const { alias, from, to, schema, now, meanwhile } = course;
  const makes = (one: Mistake) => mistake === one;
  const api = apiOf(course);
  const overlap = makes("trusts the clocks") ? 0 : OVERLAP;
  const unit = makes("takes seconds for milliseconds") ? 1000 : 1;
  const threshold = (since: number) => `updated_at:>=${(since - overlap) * unit}`;
  const move = async () => {
    if (makes("deletes the alias before it creates it")) {
      await api.send("DELETE", `/aliases/${alias}`);
      await meanwhile();
    }
    await api.send("PUT", `/aliases/${alias}`, JSON.stringify({ collection_name: to }));
  };

  await api.send("POST", "/collections", JSON.stringify({ ...schema, name: to }));
  if (makes("moves first, fills later")) await move();
  let since = now();
  const copied = await api.documents(from);
  await meanwhile();
  await api.upsert(to, copied);
  if (makes("copies once")) return move();
  if (makes("looks from the end of the copy")) since = now();

  let compared = since;
  for (let pass = 0; pass < 2; pass += 1) {
    await meanwhile();
    compared = now();
    await api.upsert(to, await api.documents(from, threshold(since)));
    const [there, here] = [await api.ids(from), await api.ids(to)];
    const all = await api.documents(from);
    await api.upsert(
      to,
      all.filter(({ id }) => !here.has(id)),
    );
    if (makes("forgets deletions")) continue;
    for (const id of here) if (!there.has(id)) await api.remove(to, api.named(id));
    since = compared;
  }
  const sent = new Map((await api.documents(to)).map((one) => [one.id, one]));
  if (makes("drops before the move")) await api.send("DELETE", `/collections/${from}`);
  await meanwhile();
  if (makes("does not wait for a killed import")) await api.upsert(to, copied);
  await move();
  if (makes("drops before the move") || makes("does not look after the move")) return;

  const enough = mistake === null ? 10 : 2;
  for (let pass = 0; pass < enough; pass += 1) {
    await meanwhile();
    const changed = makes("creates what was deleted") ? undefined : threshold(compared);
    const [ids, old] = [await api.ids(from), await api.documents(from, changed)];
    const current = new Map((await api.documents(to)).map((one) => [one.id, one]));
    await meanwhile();
    if (makes("overwrites what is newer")) {
      await api.upsert(to, old);
      break;
    }
    let found = 0;
    for (const one of old) {
      const other = current.get(one.id);
      const isOurs = other !== undefined && isDeepStrictEqual(other, sent.get(one.id));
      const action = makes("replaces what exists meanwhile") ? "upsert" : "create";
      if (other === undefined) {
        if (sent.has(one.id) && !makes("creates what was deleted")) continue;
        found += await api.import(to, [one], action);
      } else if (one.updated_at > other.updated_at || (one.updated_at === other.updated_at && isOurs)) {
        if (isDeepStrictEqual(one, other)) continue;
        const sign = one.updated_at > other.updated_at ? "<" : "<=";
        const condition = makes("writes without a condition")
          ? ""
          : ` && updated_at:${sign}${one.updated_at}`;
        const body = makes("merges without nulls")
          ? one
          : patch(other, one, !makes("merges without nested nulls"));
        found += await api.patch(to, `${api.named(one.id)}${condition}`, body);
      }
    }
    if (makes("forgets deletions") || makes("forgets deletions of the last moment")) break;
    for (const one of current.values()) {
      if (ids.has(one.id)) continue;
      const isOurs = isDeepStrictEqual(one, sent.get(one.id)) || makes("deletes what was written again");
      if (!(sent.has(one.id) && isOurs) && !makes("deletes what is new")) continue;
      const condition = makes("deletes what was written again") ? "" : ` && updated_at:=${one.updated_at}`;
      found += await api.remove(to, `${api.named(one.id)}${condition}`);
    }
    if (found === 0) break;
  }
  await api.send("DELETE", `/collections/${makes("drops by the alias") ? alias : from}`);

  function apiOf({ client }: Course) {
    const sent = async (...request: Parameters<SearchClient["send"]>): Promise<string> => {
      const { status, text } = await client.send(...request);
      if (status >= 400 && !(mistake !== null && status < 500))
        throw new Error(`${request[1]}: ${status} ${text}`);
      return status < 400 ? text : "";
    };
    const path = (collection: string, filter?: string) =>
      `/collections/${collection}/documents${filter === undefined ? "" : `?filter_by=${encodeURIComponent(filter)}`}`;
    const lines = (text: string) =>
      text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    const documents = async (collection: string, filter?: string): Promise<Item[]> =>
      lines(await sent("GET", path(collection, filter).replace("/documents", "/documents/export")));
    const imported = async (collection: string, items: readonly Item[], action: string): Promise<number> => {
      const body = items.map((one) => JSON.stringify(one)).join("\n");
      if (body === "") return 0;
      const answers = lines(await sent("POST", `${path(collection)}/import?action=${action}`, body));
      return answers.filter(({ success }) => success).length;
    };
    return {
      send: sent,
      documents,
      ids: async (collection: string) => new Set((await documents(collection)).map(({ id }) => id)),
      import: imported,
      upsert: (collection: string, items: readonly Item[]) => imported(collection, items, "upsert"),
      patch: async (collection: string, filter: string, body: object): Promise<number> =>
        lines(await sent("PATCH", path(collection, filter), JSON.stringify(body)))[0]?.num_updated ?? 0,
      remove: async (collection: string, filter: string): Promise<number> =>
        lines(await sent("DELETE", path(collection, filter)))[0]?.num_deleted ?? 0,
      named: (id: string) => (makes("names ids without backticks") ? `id:=${id}` : `id:=\`${id}\``),
    };
  }
}

/** Returns the body that turns one document into another one: a PATCH merges, and null removes. */
function patch(before: object, after: object, nested: boolean): object {
  const left = Object.entries(before).filter(([name]) => !(name in after));
  const changed = Object.entries(after).map(([name, value]) => {
    const old = (before as Record<string, unknown>)[name];
    const both = nested && isPlain(old) && isPlain(value);
    return [name, both ? patch(old, value, nested) : value];
  });
  return Object.fromEntries([...left.map(([name]) => [name, null]), ...changed]);
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
