import {
  Account,
  CLUSTER,
  NODE_KEY,
  NOTHING,
  type Passing,
  type Ran,
} from "../../shared/dataPlane/faults/account";

/** People who change by hand what an update works on, between its requests. */
const FIELDS = [
  { name: "title", type: "string" },
  { name: "updated_at", type: "int64" },
  { name: "rank", type: "int32" },
  { name: "price", type: "int32" },
];
const CONFIG = {
  cluster_id: CLUSTER,
  name: "catalog",
  field: FIELDS,
  default_sorting_field: "rank",
  updated_at_field: "updated_at",
};
const EDITED = { ...CONFIG, default_sorting_field: "price" };
const DATA = {
  collections: [{ name: "goods", fields: FIELDS.slice(0, 1), documents: [{ id: "g", title: "Yew" }] }],
  keys: [{ value: NODE_KEY, description: "test", actions: ["*"], collections: ["*"] }],
};
const document = (id: string) => ({ id, title: "Oak", updated_at: 1_600_000_000, rank: 1, price: 1 });
const DOCUMENTS = ["1", "2", "3", "4", "5"].map(document);

const saidBy = ({ said }: Ran) => said.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n");
const targetOf = ({ emulator }: Account) =>
  emulator.state().aliases.find(({ name }) => name === "catalog")?.collection_name ?? "";
const countsOf = ({ emulator }: Account): { readonly [name: string]: number } =>
  Object.fromEntries(emulator.state().collections.map((one) => [one.name, one.num_documents]));

interface Sight {
  readonly account: Account;
  readonly old: string;
  readonly next: string;
}

/** Plays an update in which somebody acts after a request; then applies until nothing is left to do. */
async function playing(after: (passing: Passing) => boolean, act: (sight: Sight) => void) {
  const account = new Account("live_collection", 1, DATA);
  const made = await account.apply(CONFIG, NOTHING);
  const old = targetOf(account);
  account.emulator.addDocumentsOutside(CLUSTER, old, DOCUMENTS);
  const ready = await account.apply(CONFIG, made);
  let sight: Sight | undefined;
  const first = await account.apply(EDITED, ready, {
    after(passing) {
      if (sight !== undefined || !after(passing)) return undefined;
      const next = Object.keys(countsOf(account)).find((name) => name !== old && name !== "goods") ?? "";
      sight = { account, old, next };
      act(sight);
      return undefined;
    },
  });
  if (sight === undefined) throw new Error("Nobody has acted");
  const second = await account.apply(EDITED, first);
  let last = second;
  for (let times = 0; times < 3 && !last.empty; times += 1) last = await account.apply(EDITED, last);
  expect(last.empty).toBe(true);
  expect(countsOf(account)).toMatchObject({ goods: 1 });
  return { ...sight, first, second };
}

const copied = ({ method, path }: Passing) => method === "POST" && path.endsWith("/import");
const moved = ({ method, path }: Passing) => method === "PUT" && path.includes("/aliases/");

test("the live version is deleted during the copy: the documents that were copied stay, and are live", async () => {
  const { account, next, first, second } = await playing(copied, ({ account: { emulator }, old }) =>
    emulator.dropCollectionOutside(CLUSTER, old),
  );
  expect(saidBy(first)).toMatch(/The live version .* was deleted during the update/);
  expect(saidBy(first)).not.toContain("searches and writes are as before");
  expect(saidBy(second)).toMatch(/An interrupted update was copying its documents .* with 5 documents/);
  expect(countsOf(account)).toEqual({ goods: 1, [next]: 5 });
  expect(targetOf(account)).toBe(next);
});

test("the new version is deleted during the copy: the error says so, and the next apply begins again", async () => {
  const { account, old, first } = await playing(copied, ({ account: { emulator }, next }) =>
    emulator.dropCollectionOutside(CLUSTER, next),
  );
  expect(saidBy(first)).toMatch(/was deleted during the update/);
  expect(saidBy(first)).not.toContain("keeps the documents");
  expect(countsOf(account)).toEqual({ goods: 1, [old]: 5, [targetOf(account)]: 5 });
});

test("the alias is moved to the new version during the copy: what is written there then is not deleted", async () => {
  const { account, next, second } = await playing(copied, ({ account: { emulator }, next: to }) => {
    emulator.putAliasOutside(CLUSTER, "catalog", to);
    emulator.addDocumentsOutside(CLUSTER, to, [document("theirs")]);
  });
  expect(saidBy(second)).toMatch(/Documents written to "catalog_\w{8}" meanwhile stay there/);
  expect(countsOf(account)).toMatchObject({ [next]: 6, [targetOf(account)]: 5 });
  expect(targetOf(account)).not.toBe(next);
});

test("the mark of the live version is replaced while the last writes are carried over: a warning says what is lost", async () => {
  const account = new Account("live_collection", 1, DATA);
  const made = await account.apply(CONFIG, NOTHING);
  account.emulator.addDocumentsOutside(CLUSTER, targetOf(account), DOCUMENTS);
  const ready = await account.apply(CONFIG, made);
  const stopped = await account.apply(EDITED, ready, {
    after: (passing) => (moved(passing) ? "stop" : undefined),
  });
  expect(stopped.state).toMatchObject({ step: "settling" });
  account.emulator.patchCollectionOutside(CLUSTER, targetOf(account), { metadata: { by: "hand" } });
  const again = await account.apply(EDITED, stopped);
  expect(saidBy(again)).toMatch(/cannot be carried over any more/);
  expect((await account.apply(EDITED, again)).empty).toBe(true);
});

describe("another pipeline applies the same edit at the same time", () => {
  const begun = ({ method, path }: Passing) => method === "POST" && path.endsWith("/collections");
  test.each([
    ["after the new version was created", begun],
    ["after the copy", copied],
    [
      "right before the alias moves",
      ({ method, path }: Passing) => method === "PATCH" && !path.endsWith("documents"),
    ],
    ["right after the alias has moved", moved],
  ])("%s: one alias, one complete version, and the loser says what has happened", async (_, at) => {
    const account = new Account("live_collection", 1, DATA);
    const made = await account.apply(CONFIG, NOTHING);
    account.emulator.addDocumentsOutside(CLUSTER, targetOf(account), DOCUMENTS);
    const ready = await account.apply(CONFIG, made);
    let other: Promise<Ran> | undefined;
    const one = await account.apply(EDITED, ready, {
      after(passing) {
        if (other === undefined && at(passing)) other = account.apply(EDITED, ready);
        return undefined;
      },
    });
    const two = await other;
    if (two === undefined) throw new Error("There was no other apply");
    for (const ran of [one, two])
      if (ran.failed)
        expect(saidBy(ran)).toMatch(/Another apply|Somebody has|have changed since|was deleted/);
    let last = await account.apply(EDITED, two.failed ? one : two);
    for (let times = 0; times < 3 && !last.empty; times += 1) last = await account.apply(EDITED, last);
    expect([saidBy(last), last.empty]).toEqual([saidBy(last), true]);
    expect(countsOf(account)[targetOf(account)]).toBe(5);
    expect(last.state).toMatchObject({ collection_name: targetOf(account), step: "ready" });
  });
});
