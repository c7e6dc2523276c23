import { answering, encodePath } from "../../../src/framework/rpc/diagnostics";
import { AttributePath, Severity } from "../../../src/wire";
import type { Path } from "../../../src/wire/cty/error";
import { providerOf, sessionOf } from "../../support/call";

test.each<[Path, string]>([
  [["name"], "0a060a046e616d65"],
  [["list", 0], "0a060a046c6973740a021800"],
  [["map", { key: "a" }, "x"], "0a050a036d61700a031201610a030a0178"],
])("the path %j on the wire", (path, hex) => {
  expect(Buffer.from(AttributePath.encode(encodePath(path)).finish()).toString("hex")).toBe(hex);
});

test("an answer has what was filled in before a throw; warnings and errors keep their order", async () => {
  const answer = await answering(
    sessionOf(providerOf()),
    "testing",
    { filled: false, rest: 0 },
    (answer, diagnostics) => {
      answer.filled = true;
      diagnostics.warn("A", "a", []);
      diagnostics.error("B", "b", ["x", 0]);
      throw new Error("C");
    },
  );
  const attribute = { steps: [{ attributeName: "x" }, { elementKeyInt: 0 }] };
  const summary = "Unexpected failure while testing";
  expect(answer).toEqual({
    filled: true,
    rest: 0,
    diagnostics: [
      { severity: Severity.WARNING, summary: "A", detail: "a", attribute: undefined },
      { severity: Severity.ERROR, summary: "B", detail: "b", attribute },
      { severity: Severity.ERROR, summary, detail: expect.stringContaining("C"), attribute: undefined },
    ],
  });
});
