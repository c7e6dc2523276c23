import { Diagnostics, TerraformError } from "../../src/framework/diagnostics";
import { collectLog } from "../support/log";

const attempted = "creating a cluster";
const { log, lines } = collectLog();

/** What an error is shown as. */
function words(error: unknown) {
  const diagnostics = new Diagnostics();
  diagnostics.addThrown(error, attempted, log);
  const [{ severity: _, ...shown } = { severity: "", summary: "", detail: "" }] = diagnostics.items;
  return shown;
}

describe("an error becomes words", () => {
  test("its own, with the argument it is about", () => {
    const error = new TerraformError("Name taken", "Choose another.", ["name"]);
    expect(words(error)).toEqual({ summary: "Name taken", detail: "Choose another.", path: ["name"] });
    expect(error.message).toBe("Name taken: Choose another.");
  });

  test("those of any other class that brings a summary and a detail; its path may be another one", () => {
    const error = Object.assign(new Error("?"), { summary: "S", detail: "D", path: "/clusters" });
    expect(words(error)).toEqual({ summary: "S", detail: "D", path: undefined });
  });

  test.each<[string, unknown, string]>([
    ["an error", Object.assign(new Error("half"), { summary: "Half" }), "half"],
    ["a text", "just a text", "just a text"],
  ])("%s without words is a fault of the provider, and says so", (_, error, message) => {
    const { summary, detail } = words(error);
    expect(summary).toBe("Unexpected failure while creating a cluster");
    expect(detail).toContain(message);
    expect(detail).toContain("This is a fault in the provider, not in your configuration.");
    expect(detail).toContain("TF_LOG_PROVIDER=DEBUG");
    expect(lines.at(-1)).toMatchObject({ level: "error", message: `unexpected failure while ${attempted}` });
  });
});

describe("the collection", () => {
  test("has them in order, and each once", () => {
    const diagnostics = new Diagnostics();
    diagnostics.warn("A", "a", ["x"]);
    diagnostics.error("B", "b");
    diagnostics.warn("A", "a", ["x"]);
    diagnostics.addThrown(new TerraformError("B", "b"), attempted, log);
    expect(diagnostics.items).toEqual([
      { severity: "warning", summary: "A", detail: "a", path: ["x"] },
      { severity: "error", summary: "B", detail: "b", path: undefined },
    ]);
  });

  test("has failed once there is an error; the same words of another severity, or about another argument, count", () => {
    const diagnostics = new Diagnostics();
    diagnostics.warn("A", "a", ["x"]);
    diagnostics.warn("A", "a", ["y"]);
    expect(diagnostics.failed).toBe(false);
    diagnostics.error("A", "a", ["x"]);
    expect([diagnostics.failed, diagnostics.items.length]).toEqual([true, 3]);
  });
});
