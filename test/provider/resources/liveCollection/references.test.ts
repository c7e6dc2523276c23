import { referrersTo } from "../../../../src/provider/resources/liveCollection/references";
import { collectionRecord, fieldRecord } from "../collection/kit";

const withReference = (name: string, reference: string | null) =>
  collectionRecord({ name, fields: [fieldRecord("id_of", "string", { reference })] });

test("fields of other collections refer to a live collection by its alias or a version, not by a name that begins alike", () => {
  const records = [
    withReference("orders", "catalog.id"),
    withReference("carts", "catalog_1a2b3c4d.id"),
    withReference("archive", "catalog_old.id"),
    withReference("plain", null),
    withReference("catalog_1a2b3c4d", "catalog.id"),
  ];
  expect(referrersTo(records, "catalog", ["catalog_1a2b3c4d"])).toEqual([
    { collection: "orders", field: "id_of", reference: "catalog.id" },
    { collection: "carts", field: "id_of", reference: "catalog_1a2b3c4d.id" },
  ]);
});
