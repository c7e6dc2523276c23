import { embedded } from "../../../../src/emulator/dataPlane/documents/embed";
import { incoming, writeDocument } from "../../../../src/emulator/dataPlane/documents/write";
import { emptyData, type StoredCollection } from "../../../../src/emulator/domain/store/data";
import { collection } from "./support";

const FIELDS = [
  { name: "title", type: "string" },
  {
    name: "v",
    type: "float[]",
    num_dim: 4,
    embed: { from: ["title"], model_config: { model_name: "ts/e5-small" } },
  },
];

const write = (into: StoredCollection, document: object, action: "create" | "upsert" | "update" = "create") =>
  writeDocument({ data: emptyData(), collection: into }, incoming(JSON.stringify(document)), {
    action,
    dirty: "reject",
  });

test("a vector is computed from the texts, again when they change, and a given one stays", () => {
  const into = collection(FIELDS);
  const first = write(into, { id: "a", title: "blue whale" });
  expect(first.v).toEqual(embedded("blue whale", 4));
  expect(write(into, { id: "a", other: 1 }, "update").v).toEqual(first.v);
  expect(write(into, { id: "a", title: "blue whale" }, "upsert").v).toEqual(first.v);
  expect(write(into, { id: "a", title: "wolf" }, "update").v).toEqual(embedded("wolf", 4));
  expect(write(into, { title: "x", v: [1, 2, 3, 4] }).v).toEqual([1, 2, 3, 4]);
  expect(() => write(into, { title: "x", v: [1] })).toThrow("Field `v` contains an invalid embedding.");
  expect(() => write(into, { v: undefined })).toThrow("Field `title` has been declared in the schema");
});

test("texts that share words have vectors that are near each other", () => {
  const nearness = (left: string, right: string) => {
    const [one, other] = [embedded(left, 64), embedded(right, 64)];
    return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  };
  expect(nearness("blue whale", "Blue whale")).toBeCloseTo(1);
  expect(nearness("blue whale", "a blue whale")).toBeGreaterThan(nearness("blue whale", "old wolf"));
});
