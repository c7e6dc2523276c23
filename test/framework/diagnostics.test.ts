import { Diagnostics, TerraformError } from "../../src/framework/diagnostics";
import { collectLog } from "../support/log";

const attempted = "creating a cluster";
const { log, lines } = collectLog();

/** Returns the diagnostic of an error. */
function words(error: unknown) {
  const diagnostics = new Diagnostics();
  diagnostics.addThrown(error, attempted, log);
  const [{ severity: _, ...shown } = { severity: "", summary: "", detail: "" }] = diagnostics.items;
  return shown;
}

describe("an error becomes a diagnostic", () => {
  test("its own summary and detail, with the argument", () => {
    const error = new TerraformError("Name taken", "Choose another.", ["name"]);
    expect(words(error)).toEqual({ summary: "Name taken", detail: "Choose another.", path: ["name"] });
    expect(error.message).toBe("Name taken: Choose another.");
  });

  test("those of any other class with a summary and a detail, without its path", () => {
    const error = Object.assign(new Error("?"), { summary: "S", detail: "D", path: "/clusters" });
    expect(words(error)).toEqual({ summary: "S", detail: "D", path: undefined });
  });

  test.each<[string, unknown, string]>([
    ["an error", Object.assign(new Error("half"), { summary: "Half" }), "half"],
    ["a text", "just a text", "just a text"],
  ])("%s without a summary is reported as a fault in the provider", (_, error, message) => {
    const { summary, detail } = words(error);
    expect(summary).toBe("Unexpected failure while creating a cluster");
    expect(detail).toContain(message);
    expect(detail).toContain("This is a fault in the provider, not in your configuration.");
    expect(detail).toContain("TF_LOG_PROVIDER=DEBUG");
    expect(lines.at(-1)).toMatchObject({ level: "error", message: `unexpected failure while ${attempted}` });
  });
});

describe("the collection", () => {
  test("keeps them in order and without duplicates", () => {
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

  test("has failed once there is an error; another severity or argument makes a different diagnostic", () => {
    const diagnostics = new Diagnostics();
    diagnostics.warn("A", "a", ["x"]);
    diagnostics.warn("A", "a", ["y"]);
    expect(diagnostics.failed).toBe(false);
    diagnostics.error("A", "a", ["x"]);
    expect([diagnostics.failed, diagnostics.items.length]).toEqual([true, 3]);
  });
});
