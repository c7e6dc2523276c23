import { UNKNOWN } from "../../../../src/framework";
import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import type {
  LiveCollectionValues,
  LivePrivateState,
} from "../../../../src/provider/resources/liveCollection/schema";
import { planOf } from "../../kit";
import { field } from "../collection/kit";
import { CONFIG, EDITED, type LiveAccount, liveAccount } from "./updates";

let on: LiveAccount;
let live: string;
beforeEach(async () => {
  on = await liveAccount();
  live = on.target() ?? "";
});
afterEach(() => on.close());

type Config = { [K in keyof LiveCollectionValues]?: unknown };

async function plan(given: {
  prior?: LiveCollectionValues | null;
  config?: Config | null;
  privateState?: LivePrivateState;
}) {
  const { prior = on.state, config = CONFIG, privateState } = given;
  const input = { ...(prior && { prior }), ...(config && { config }), service: on.service, privateState };
  const {
    planned,
    privateState: stored,
    ...rest
  } = await planOf<LiveCollectionValues>(liveCollection, input as never);
  const { collection_name, versions, step } = planned;
  const open = Object.entries({ collection_name, versions, step }).flatMap(([name, value]) =>
    value === UNKNOWN ? [name] : [],
  );
  return { ...rest, open, stored: stored as LivePrivateState | undefined };
}
const requests = () => on.emulator.journal().map(({ operation }) => operation);

const WHAT = 'Live collection "catalog" of cluster c-1';

describe("an update", () => {
  test("without an edit sends nothing, and has nothing to say", async () => {
    const { open, summaries } = await plan({});
    expect([open, summaries, requests()]).toEqual([[], [], []]);
  });

  test.each<[string, Config]>([
    ["strategy", { strategy: "copy" }],
    ["keep_on_failure", { keep_on_failure: true }],
    ["deletion_protection", { deletion_protection: true }],
  ])("of %s alone sends nothing", async (_, edit) => {
    const { open, summaries } = await plan({ config: { ...CONFIG, ...edit } });
    expect([open, summaries, requests()]).toEqual([[], [], []]);
  });

  test("that needs another version says so, with its documents, and stores its steps", async () => {
    const { open, summaries, stored } = await plan({ config: EDITED });
    expect(open).toEqual(["collection_name", "versions"]);
    expect(summaries).toEqual([`${WHAT} gets a new version: 5 documents will be copied`]);
    expect(stored).toMatchObject({
      id: "c-1/catalog",
      named: [],
      ways: [`fill another version with the documents of "${live}"`],
    });
  });

  test("that a server makes in place is described as that of a collection", async () => {
    const fields = [...CONFIG.field, field("brand")];
    const { open, warnings } = await plan({ config: { ...CONFIG, field: fields } });
    expect(open).toEqual(["versions"]);
    expect(warnings).toEqual([
      {
        summary: `Collection "${live}" of cluster c-1 will reindex 5 documents`,
        detail: expect.stringMatching(
          /^One PATCH: field brand is added\..* Until the edit is done, the server may hold back writes .* strategy = "copy"/,
        ),
      },
    ]);
  });

  test("with retain = 0 names the live version, which goes at the end", async () => {
    const { summaries, stored } = await plan({ config: { ...EDITED, retain: 0 } });
    expect(summaries).toContainEqual(
      `Version "${live}" of live collection "catalog" of cluster c-1 is deleted with 5 documents`,
    );
    expect(stored?.named).toEqual([{ name: live, documents: 5 }]);
  });

  test("of the whole way: apply, plan empty, way back", async () => {
    const { stored } = await plan({ config: EDITED });
    const first = await on.apply(on.state, EDITED, { privateState: stored ?? {} });
    expect(first.error).toBeUndefined();
    const state = await on.refresh(first.state);
    expect((await plan({ prior: state, config: EDITED })).summaries).toEqual([]);
    const back = await plan({
      prior: state,
      config: CONFIG,
      ...(first.privateState && { privateState: first.privateState }),
    });
    expect(back.summaries).toEqual([`${WHAT} goes back to version "${live}"`]);
    const second = await on.apply(state, CONFIG, { privateState: back.stored ?? {} });
    expect([second.error, second.warned, on.target()]).toEqual([undefined, [], live]);
    const after = await on.refresh(second.state);
    expect((await plan({ prior: after, config: CONFIG })).summaries).toEqual([]);
  });
});
