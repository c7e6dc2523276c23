import { pathText } from "../../../src/wire";

test.each([
  [["regions", 2, "name"], "regions[2].name"],
  [["name"], "name"],
  [["tags", { key: 'a "b"' }], 'tags["a \\"b\\""]'],
  [["window", "days"], "window.days"],
  [[], ""],
])("the path %j reads %p", (path, text) => {
  expect(pathText(path)).toBe(text);
});
