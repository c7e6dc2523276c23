import { splitImportId } from "../../../src/provider/child/importId";

test.each([
  ["c-1/max-per-page", "c-1", "max-per-page"],
  ["c-1/a/b", "c-1", "a/b"],
])("%s", (id, cluster, child) => {
  expect(splitImportId(id, "a/b")).toEqual({ cluster, child });
});

test.each(["", "/", "c-1", "c-1/", "/x"])("%j is none, and the forms are named", (id) => {
  expect(() => splitImportId(id, '"<cluster_id>/<id>"')).toThrow(`"${id}" must be "<cluster_id>/<id>".`);
});
