import { Diagnostics, TerminalFailure, TerraformError } from "../../src/framework/diagnostics";
import { collectLog } from "../support/log";

const attempted = "creating a cluster";
const { log, lines } = collectLog();

/** What an error is shown as. */
function words(error: unknown) {
  const diagnostics = new Diagnostics();
  diagnostics.thrown(error, attempted, log);
  const [{ severity: _, ...shown } = { severity: "", summary: "", detail: "" }] = diagnostics.items;
  return shown;
}

describe("an error becomes words", () => {
  test("its own, with the argument it is about", () => {
    const error = new TerraformError("Name taken", "Choose another.", ["name"]);
    expect(words(error)).toEqual({
      summary: "Name taken",
      detail: "Choose another.",
      path: ["name"],
    });
    expect(error.message).toBe("Name taken: Choose another.");
  });

  test("those of any other error class that brings a summary and a detail", () => {
    const error = Object.assign(new Error("refused"), { summary: "Refused", detail: "Not with this key." });
    expect(words(error)).toEqual({
      summary: "Refused",
      detail: "Not with this key.",
      path: undefined,
    });
  });

  test.each<[string, unknown, string]>([
    ["an error", new Error("x is not a function"), "x is not a function"],
    ["an error with half the words", Object.assign(new Error("half"), { summary: "Half" }), "half"],
    ["a text", "just a text", "just a text"],
    ["nothing", undefined, "undefined"],
  ])("%s without words is a fault of the provider, and says so", (_, error, message) => {
    const { summary, detail } = words(error);
    expect(summary).toBe("Unexpected failure while creating a cluster");
    expect(detail).toContain(message);
    expect(detail).toContain("This is a fault in the provider, not in your configuration.");
    expect(detail).toContain("TF_LOG_PROVIDER=DEBUG");
    expect(lines.at(-1)).toMatchObject({ level: "error", message: `unexpected failure while ${attempted}` });
  });

  test("the path of an error of another make is no attribute's", () => {
    const error = Object.assign(new Error("?"), { summary: "S", detail: "D", path: "/clusters" });
    expect(words(error)).toEqual({ summary: "S", detail: "D", path: undefined });
  });

  test("a terminal failure is worded like any other", () => {
    const error = new TerminalFailure("It failed", "For good.");
    expect(error).toBeInstanceOf(TerraformError);
    expect(words(error).summary).toBe("It failed");
  });
});

describe("the collection", () => {
  test("keeps the order, and one of each", () => {
    const diagnostics = new Diagnostics();
    diagnostics.warn("A", "a", ["x"]);
    diagnostics.error("B", "b");
    diagnostics.warn("A", "a", ["x"]);
    diagnostics.thrown(new TerraformError("B", "b"), attempted, log);
    expect(diagnostics.items).toEqual([
      { severity: "warning", summary: "A", detail: "a", path: ["x"] },
      { severity: "error", summary: "B", detail: "b", path: undefined },
    ]);
  });

  test("the same words about another argument, or of another weight, are told too", () => {
    const diagnostics = new Diagnostics();
    diagnostics.warn("A", "a", ["x"]);
    diagnostics.warn("A", "a", ["y"]);
    diagnostics.error("A", "a", ["x"]);
    expect(diagnostics.items).toHaveLength(3);
  });

  test("has failed once there is an error", () => {
    const diagnostics = new Diagnostics();
    diagnostics.warn("A", "a");
    expect(diagnostics.failed).toBe(false);
    diagnostics.error("B", "b");
    expect(diagnostics.failed).toBe(true);
  });
});
