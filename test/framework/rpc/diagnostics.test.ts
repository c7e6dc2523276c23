import { encodePath, respond } from "../../../src/framework/rpc/diagnostics";
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

test("no diagnostic and no error of a call shows a secret or controls the terminal", async () => {
  const session = sessionOf(providerOf());
  session.environment.secrets.add("s3cret-key-0123", "the key");
  const { diagnostics } = await respond(session, "testing", {}, (_, { warn }) => {
    warn("\u001b[2Js3cret-key-0123", `echo: ${Buffer.from("s3cret-key-0123").toString("base64url")}\u202e`);
    throw new Error("S3CRET-KEY-0123");
  });
  expect(diagnostics).toMatchObject([
    { summary: "\\u001b[2J(the key)", detail: "echo: (the key)\\u202e" },
    { detail: expect.stringMatching(/^\(the key\)\n/) },
  ]);
});

test("an answer keeps the values set before an exception; warnings and errors keep their order", async () => {
  const answer = await respond(
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
