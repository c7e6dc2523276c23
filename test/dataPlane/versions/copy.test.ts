import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { FROM, numbered, TO, twoVersions } from "./kit";

test("copies all documents, and tells its progress", async () => {
  const on = twoVersions(numbered(9000));
  const { documents, since } = await on.ended(copyDocuments(on.ctx()));
  expect([documents, since]).toEqual([9000, on.clock.now()]);
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
  expect(on.progress.map(({ done, total }) => [done, total])).toEqual([
    [0, null],
    [4000, 9000],
    [8000, 9000],
    [9000, 9000],
  ]);
});
