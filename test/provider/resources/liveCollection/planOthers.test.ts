import { UNKNOWN } from "../../../../src/framework";
import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import type {
  LiveCollectionValues,
  LivePrivateState,
} from "../../../../src/provider/resources/liveCollection/schema";
import { planOf } from "../../kit";
import { field } from "../collection/kit";
import { versionMark } from "./kit";
import { CONFIG, EDITED, type LiveAccount, liveAccount, products } from "./updates";

let on: LiveAccount;
let live: string;
beforeEach(async () => {
  on = await liveAccount();
  live = on.target() ?? "";
});
afterEach(() => on.close());

type Config = { [K in keyof LiveCollectionValues]?: unknown };
type Given = { prior?: LiveCollectionValues | null; config?: Config | null; privateState?: LivePrivateState };

async function plan({ prior = on.state, config = CONFIG, privateState }: Given) {
  const input = { ...(prior && { prior }), ...(config && { config }), service: on.service, privateState };
  const result = await planOf<LiveCollectionValues>(liveCollection, input as never);
  const { collection_name, versions, step } = result.planned;
  const open = Object.entries({ collection_name, versions, step }).flatMap(([name, value]) =>
    value === UNKNOWN ? [name] : [],
  );
  return { ...result, open, stored: result.privateState as LivePrivateState | undefined };
}
const requests = () => on.emulator.journal().map(({ operation }) => operation);
/** Makes every read of an alias fail. */
function unread(): void {
  for (const operation of ["listAliases", "getAlias"] as const)
    on.emulator.addFault({ match: { operation, times: 0 }, effect: { kind: "status", status: 401 } });
}

/** Creates a version with a mark outside of Terraform. */
function addVersion(name: string, documents: number, mark: Parameters<typeof versionMark>[0] = {}): void {
  const fields = CONFIG.field.map((one) => ({ name: one.name, type: one.type }));
  const metadata = { searchcloud_live_collection: versionMark(mark) };
  on.emulator.createCollectionOutside("c-1", { name, fields, metadata });
  if (documents > 0) on.emulator.addDocumentsOutside("c-1", name, products(documents));
}

const WHAT = 'Live collection "catalog" of cluster c-1';

describe("an update", () => {
  test("with values that are not known yet says what may happen", async () => {
    const { open, warnings, stored } = await plan({ config: { ...CONFIG, field: UNKNOWN, retain: 0 } });
    expect(open).toEqual(["collection_name", "versions", "step"]);
    expect(warnings[0]).toEqual({
      summary: `${WHAT} may get a new version: 5 documents may be copied`,
      detail: expect.stringMatching(
        RegExp(
          `^field is known only at apply\\. The apply edits .* It may then delete "${live}" with 5 documents\\.$`,
        ),
      ),
    });
    expect(stored).toMatchObject({ named: [{ name: live, documents: 5 }] });
    expect(stored).not.toHaveProperty("ways");
  });

  test("of versions that cannot be read says so, and lets the apply delete none", async () => {
    unread();
    const { open, summaries, stored } = await plan({
      config: EDITED,
      privateState: { ways: ["before"], named: [{ name: live, documents: 5 }] },
    });
    expect(open).toEqual(["collection_name", "versions", "step"]);
    expect(summaries).toEqual([`The versions of live collection "catalog" of cluster c-1 could not be read`]);
    expect(stored).toEqual({ id: "c-1/catalog", named: [] });
  });

  test("that is not finished goes on, without an edit", async () => {
    const begun = { ...on.state, step: "copying" };
    addVersion("catalog_n0000000", 2, { step: "copy", from: live });
    const { open, summaries, stored } = await plan({ prior: begun });
    expect(open).toEqual(["versions", "step"]);
    expect(summaries).toEqual([
      'Version "catalog_n0000000" of live collection "catalog" of cluster c-1 is deleted with 2 documents',
    ]);
    expect(stored).toMatchObject({ named: [{ name: "catalog_n0000000", documents: 2 }], ways: [] });
  });

  test("mends an alias that somebody has moved", async () => {
    addVersion("theirs", 3, { alias: "another" });
    on.emulator.putAliasOutside("c-1", "catalog", "theirs");
    const prior = await on.refresh(on.state);
    expect(prior).toMatchObject({ collection_name: live, step: "detached" });
    const { open, warnings } = await plan({ prior });
    expect(open).toEqual(["versions", "step"]);
    expect(warnings[0]?.summary).toBe(
      `The alias of live collection "catalog" of cluster c-1 is moved back to version "${live}"`,
    );
    expect(warnings[0]?.detail).toMatch(
      /^The alias was pointed at collection "theirs" outside of Terraform, .* which has 3 documents\./,
    );
  });

  test.each([
    ["auto", "in an apply of its own; or"],
    ["copy", 'in an apply of its own with strategy = "auto"; or'],
  ])(
    "that copies is refused while the live version has no field for the time (strategy %s)",
    async (strategy, how) => {
      const edit = { field: [...CONFIG.field, field("written_at", "int64")], updated_at_field: "written_at" };
      const { diagnostics } = await plan({ config: { ...EDITED, ...edit, strategy } });
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      expect(errors.map(({ summary, detail }) => [summary, detail.includes(how)])).toEqual([
        [`${WHAT} has no indexed field written_at yet`, true],
      ]);
    },
  );

  test("in place of a type that no server has is refused", async () => {
    const fields = [...CONFIG.field, field("odd", "strange")];
    await expect(plan({ config: { ...CONFIG, field: fields } })).rejects.toMatchObject({
      summary: 'Field "odd" cannot have the type "strange"',
    });
  });

  test("keeps the number of documents of a retained version, and the prior protection", async () => {
    const retired = [{ name: "catalog_b", documents: 9 }];
    const prior = { ...on.state, deletion_protection: true };
    const { stored } = await plan({ prior, privateState: { retired, ways: ["before"], named: retired } });
    expect(stored).toEqual({ id: "c-1/catalog", retired, protected: true });
  });
});

describe("a create", () => {
  const NEW = { ...CONFIG, id: null };

  test("of a free name has no warning", async () => {
    expect((await plan({ prior: null, config: { ...NEW, name: "other" } })).summaries).toEqual([]);
  });

  test("of an alias that exists is refused with its import block", async () => {
    await expect(plan({ prior: null, config: NEW })).rejects.toMatchObject({
      summary: 'Alias "catalog" of cluster c-1 already exists',
      detail: expect.stringMatching(/^It leads to collection "catalog_[\s\S]*id = "c-1\/catalog"/),
    });
  });

  test("of a collection that exists is refused", async () => {
    addVersion("other", 2);
    await expect(plan({ prior: null, config: { ...NEW, name: "other" } })).rejects.toMatchObject({
      summary: 'Live collection "other" of cluster c-1 cannot have the name of a collection',
      detail: expect.stringMatching(/^Collection "other" of cluster c-1 exists, with 2 documents\./),
    });
  });

  test.each(["cluster_id", "api_key", "name"])("sends nothing while %s is unknown", async (name) => {
    const { summaries } = await plan({ prior: null, config: { ...NEW, [name]: UNKNOWN } });
    expect([summaries, requests()]).toEqual([[], []]);
  });
});

describe("a delete", () => {
  test("names every version with its documents", async () => {
    addVersion("catalog_old00000", 2);
    const { warnings, stored } = await plan({
      config: null,
      privateState: { id: "c-1/catalog", ways: ["before"] },
    });
    expect(warnings).toEqual([
      {
        summary: `${WHAT} is deleted with 7 documents in 2 versions`,
        detail: expect.stringContaining(`version "${live}", the live one, with 5 documents`),
      },
    ]);
    expect(warnings[0]?.detail).toContain('version "catalog_old00000" with 2 documents');
    expect(stored).toEqual({
      id: "c-1/catalog",
      named: expect.arrayContaining([
        { name: live, documents: 5 },
        { name: "catalog_old00000", documents: 2 },
      ]),
    });
  });

  test("of versions that cannot be counted allows to drop none", async () => {
    unread();
    const { summaries, stored } = await plan({ config: null });
    expect(summaries).toEqual([
      `The documents of live collection "catalog" of cluster c-1 could not be counted`,
    ]);
    expect(stored?.named).toEqual([{ name: live, documents: null }]);
  });

  test("of a protected one fails without a request", async () => {
    const prior = { ...on.state, deletion_protection: true };
    await expect(plan({ prior, config: null })).rejects.toMatchObject({
      summary: `${WHAT} is protected against deletion`,
    });
    expect(requests()).toEqual([]);
  });

  test("warns while the alias leads to a collection of somebody else", async () => {
    addVersion("theirs", 3, { alias: "another" });
    on.emulator.putAliasOutside("c-1", "catalog", "theirs");
    const prior = await on.refresh(on.state);
    const { summaries } = await plan({ prior, config: null });
    expect(summaries[0]).toBe(
      `${WHAT} cannot be deleted while its alias leads to a collection that is none of its versions`,
    );
  });
});

describe("a replacement", () => {
  const RENAMED = { ...CONFIG, name: "goods" };

  test("is refused while a version holds documents", async () => {
    const { diagnostics } = await plan({ config: RENAMED });
    expect(diagnostics.map(({ severity, summary }) => [severity, summary])).toEqual([
      ["error", `${WHAT} holds 5 documents`],
    ]);
  });

  test("of empty versions is planned, and the plan of its successor takes over what was named", async () => {
    const empty = await liveAccount({ count: 0 });
    try {
      const name = empty.target() ?? "";
      const input = { service: empty.service, config: RENAMED };
      const first = await planOf<LiveCollectionValues>(liveCollection, {
        ...input,
        prior: empty.state,
      } as never);
      expect([first.replace, first.summaries]).toEqual([["name"], []]);
      const privateState = first.privateState as LivePrivateState;
      const second = await planOf<LiveCollectionValues>(liveCollection, { ...input, privateState } as never);
      expect(second.privateState).toMatchObject({ named: [{ name, documents: 0 }] });
    } finally {
      await empty.close();
    }
  });

  test("that Terraform plans by itself is refused as well", async () => {
    const privateState: LivePrivateState = { id: "c-1/catalog" };
    await expect(plan({ prior: null, privateState })).rejects.toMatchObject({
      summary: `${WHAT} holds 5 documents`,
    });
    await expect(
      plan({ prior: null, privateState: { ...privateState, protected: true } }),
    ).rejects.toMatchObject({
      summary: `${WHAT} is protected against deletion`,
    });
  });
});
