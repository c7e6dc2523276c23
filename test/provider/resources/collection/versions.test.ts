import { collection } from "../../../../src/provider/resources/collection/resource";
import type {
  CollectionPrivateState,
  CollectionValues,
} from "../../../../src/provider/resources/collection/schema";
import { MARK } from "../../../../src/provider/shared/collection/versionMark";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { collectionValues, SORTED_BODY } from "./kit";

/** A version of a live collection is none that this type may create, import or delete. */
const NAME = "catalog_1a2b3c4d";
const VALUES = collectionValues({ id: `c-1/${NAME}`, name: NAME });

let on: NodesAccount;
beforeAll(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
  const metadata = { [MARK]: { alias: "catalog", step: "done", run: "r1" } };
  on.emulator.createCollectionOutside("c-1", { ...SORTED_BODY, name: NAME, metadata });
});
afterAll(() => on.close());

const callWith = (stored?: CollectionPrivateState) =>
  Object.assign(callOf<CollectionValues, CollectionPrivateState>(on.service, stored), {
    deadline: Date.now() + 3_600_000,
  });
const VERSION = `Collection "${NAME}" of cluster c-1 is a version of live collection "catalog"`;

test("a create and an import are refused, with the import block of the live collection", async () => {
  const refused = {
    summary: VERSION,
    detail: expect.stringMatching(/searchcloud_live_collection\.[\s\S]*c-1\/catalog"/),
  };
  await expect(collection.create(callWith() as never, VALUES)).rejects.toMatchObject(refused);
  const importing = callWith();
  const imported = await collection.import?.(importing as never, `c-1/${NAME}`);
  await expect(
    collection.read(importing as never, { ...VALUES, ...imported } as CollectionValues),
  ).rejects.toMatchObject(refused);
});

test("one in the state is warned of, and not deleted", async () => {
  const call = callWith({});
  await collection.read(call as never, VALUES);
  expect(call.warned).toEqual([expect.stringMatching(/is also a version of live collection "catalog"/)]);
  const named = { documents: 0, more: false };
  await expect(collection.delete(callWith({ named }) as never, VALUES)).rejects.toMatchObject({
    summary: `Collection "${NAME}" of cluster c-1 belongs to live collection "catalog"`,
    detail: expect.stringContaining("destroy = false"),
  });
  expect(on.wrote()).toEqual([]);
});
