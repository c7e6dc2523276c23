import type { FaultEffectBody } from "../../../../src/emulator";
import { collection } from "../../../../src/provider/resources/collection/resource";
import type { CollectionValues } from "../../../../src/provider/resources/collection/schema";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { collectionValues, field } from "./kit";

/** What a server lets happen, or refuses in words that mean something else. */
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2" }] });
});
afterEach(() => on.close());

const PLANNED = collectionValues({ field: [field("title")] });
const BODY = { name: "products", fields: [{ name: "title", type: "string" }] };
const callWith = () =>
  Object.assign(callOf<CollectionValues>(on.service), { deadline: Date.now() + 3_600_000 });
const create = () => collection.create(callWith() as never, PLANNED);
const alter = (prior: CollectionValues, planned: CollectionValues) =>
  collection.updates.alter?.apply(callWith() as never, { prior, planned, changed: [] } as never);
const there = (body: object = BODY) => on.emulator.createCollectionOutside("c-1", body as never);
const sent = (operation: string) => on.emulator.journal().filter((entry) => entry.operation === operation);
const fault = (operation: string, effect: FaultEffectBody) =>
  on.emulator.addFault({ match: { operation } as never, effect });

test("a create under the name of an alias without a collection fails too; a key that may not read aliases can create", async () => {
  there({ ...BODY, name: "products_2" });
  on.emulator.putAliasOutside("c-1", "products", "products_2");
  on.emulator.dropCollectionOutside("c-1", "products_2");
  await expect(create()).rejects.toThrow(/name of an alias: .* points to collection "products_2"/);
  expect(sent("createCollection")).toEqual([]);
  on.emulator.deleteAliasOutside("c-1", "products");
  fault("getAlias", { kind: "status", status: 401 });
  expect(await create()).toMatchObject({ id: "c-1/products" });
});

test.each(["Synonym", "Curation"])(
  "a write with a missing %s set reports the set, not a missing collection",
  async (kind) => {
    const message = `${kind} set \`nope\` not found.`;
    const effect = { kind: "status", status: 404, message } as const;
    for (const [operation, write] of [
      ["createCollection", () => create()],
      [
        "updateCollection",
        () => alter(PLANNED, { ...PLANNED, field: [...PLANNED.field, field("tags", "string[]")] }),
      ],
    ] as const) {
      if (operation === "updateCollection") there();
      fault(operation, effect);
      await expect(write()).rejects.toMatchObject({
        kind: "refused",
        summary: expect.stringContaining(message),
        detail: expect.stringMatching(/only use sets that exist.*create the set first/),
      });
      expect(sent(operation)).toHaveLength(1);
    }
  },
);
