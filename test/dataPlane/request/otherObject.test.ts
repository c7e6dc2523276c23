import type { NodeOperationId } from "../../../src/api/dataPlane/operations";
import { otherObject } from "../../../src/dataPlane/request/call";

type Row = readonly [id: NodeOperationId, input: object, answer: unknown, other: string | undefined];
const shop = { path: { name: "shop" } };
const OTHER = '"other" instead of "shop"';

test.each<Row>([
  ["deleteAlias", shop, { name: "other", collection_name: "shop" }, OTHER],
  ["deleteAlias", shop, { name: "shop", collection_name: "other" }, undefined],
  ["deleteAlias", shop, {}, undefined],
  ["upsertPreset", shop, { name: "other" }, OTHER],
  ["getSynonymSet", shop, { name: "other" }, OTHER],
  ["deleteAnalyticsRule", shop, { name: "other" }, OTHER],
  ["deleteStopwordsSet", shop, { id: "other" }, OTHER],
  ["upsertStopwordsSet", shop, { id: "shop", name: "other" }, undefined],
  ["deleteCollection", shop, { name: "other" }, OTHER],
  ["getAlias", { path: { name: "caf\u00e9" } }, { name: "cafe\u0301" }, undefined],
  ["deleteKey", { path: { id: "7" } }, { id: 8 }, '"8" instead of "7"'],
  ["deleteKey", { path: { id: "7" } }, { id: 7 }, undefined],
  ["createCollection", { body: { name: "shop" } }, { name: "other" }, OTHER],
  // A collection behind an alias, the parts of a collection, and documents, which may have any name.
  ["getCollection", shop, { name: "other" }, undefined],
  ["updateCollection", shop, { name: "other" }, undefined],
  ["getDocument", { path: { name: "shop", id: "1" } }, { id: "2", name: "other" }, undefined],
  ["searchDocuments", shop, { name: "other" }, undefined],
  ["listKeys", {}, { name: "other" }, undefined],
])("%s of %j answered with %j", (id, input, answer, other) => {
  expect(otherObject(id, input, answer)).toBe(other);
});
