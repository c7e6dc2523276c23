import { newestFirst } from "../../../src/client/workflows/kind";
import { clone } from "../kit/records";

test("newest first: what has no date comes first, and those of one second stay as they were listed", () => {
  const listed = [
    clone({ id: "old", created_at: 10 }),
    clone({ id: "b", created_at: 20 }),
    clone({ id: "undated", created_at: null }),
    clone({ id: "a", created_at: 20 }),
  ];
  expect(newestFirst(listed).map(({ id }) => id)).toEqual(["undated", "b", "a", "old"]);
});
