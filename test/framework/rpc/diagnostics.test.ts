import { encodePath, guarded } from "../../../src/framework/rpc/diagnostics";
import { AttributePath, Severity } from "../../../src/wire";
import type { Path } from "../../../src/wire/cty/error";
import { stage } from "./thing";

test.each<[Path, string]>([
  [["name"], "0a060a046e616d65"],
  [["list", 0], "0a060a046c6973740a021800"],
  [["map", { key: "a" }, "x"], "0a050a036d61700a031201610a030a0178"],
])("the path %j on the wire", (path, hex) => {
  expect(Buffer.from(AttributePath.encode(encodePath(path)).finish()).toString("hex")).toBe(hex);
});

test("warnings and errors keep their order; a path to nothing is no path", async () => {
  const found = await guarded(stage().session, "testing", (diagnostics) => {
    diagnostics.warn("A", "a", []);
    diagnostics.error("B", "b", ["x", 0]);
    throw new Error("C");
  });
  expect(found).toEqual([
    { severity: Severity.WARNING, summary: "A", detail: "a", attribute: undefined },
    {
      severity: Severity.ERROR,
      summary: "B",
      detail: "b",
      attribute: { steps: [{ attributeName: "x" }, { elementKeyInt: 0 }] },
    },
    {
      severity: Severity.ERROR,
      summary: "Unexpected failure while testing",
      detail: expect.stringContaining("C"),
      attribute: undefined,
    },
  ]);
});
