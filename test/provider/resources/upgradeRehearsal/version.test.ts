import type { NodeStatus } from "../../../../src/dataPlane";
import {
  compareNodeVersions,
  hasOvertaken,
  nodesTimedOut,
  runsAlreadyError,
} from "../../../../src/provider/resources/upgradeRehearsal/version";

test.each([
  ["30.2", "30.2", true],
  ["30.2", "30", true],
  ["30.2", "30.20", false],
  [null, "30", false],
])("a cluster with %s runs %s already: %s", (runs, wanted, already) => {
  expect(runsAlreadyError("c-1", runs, wanted) !== undefined).toBe(already);
});

test.each([
  ["30.2", "30.2", "31.0", false],
  ["30.2", "30.3", "31.0", false],
  ["30.2", "31.0", "31", true],
  ["30.2", "32.0", "31.0", true],
  ["31.0", "31.0", "30.2", false],
  [undefined, "31.0", "31.0", false],
  ["30.2", null, "31.0", false],
])("a cluster that ran %s and runs %s has overtaken %s: %s", (from, runs, wanted, overtaken) => {
  expect(hasOvertaken(wanted, { from, runs })).toBe(overtaken);
});

function node(values: Partial<NodeStatus> = {}): NodeStatus {
  return {
    url: "https://n1",
    healthy: true,
    state: 4,
    version: "31.0",
    resource_error: null,
    error: null,
    ...values,
  };
}

describe("the nodes of a clone", () => {
  const at = { runs: "30.2", wanted: "31.0" };

  test.each<[string, NodeStatus[]]>([
    ["is not healthy", [node(), node({ healthy: false })]],
    ["is not healthy, and says another version", [node({ healthy: false, version: "30.2" })]],
    ["does not say its version", [node({ version: null })]],
  ])("are waited for while one of them %s", (_, nodes) => {
    expect(compareNodeVersions(nodes, at)).toBeUndefined();
  });

  test("pass when all are healthy at the version, in the server's own words", () => {
    const nodes = [node({ version: "v31.0" }), node({ version: "31.0.2" })];
    expect(compareNodeVersions(nodes, at)).toEqual({
      name: "nodes",
      reference: "30.2",
      candidate: "2 of 2 healthy, v31.0, 31.0.2",
      passed: true,
      detail: null,
    });
  });

  test("fail at once if a healthy one has another version, even while others start", () => {
    const nodes = [
      node({ url: "https://n1", version: "30.2" }),
      node({ url: "https://n2", healthy: false, version: null }),
    ];
    expect(compareNodeVersions(nodes, at)).toMatchObject({
      candidate: "1 of 2 healthy, 30.2",
      passed: false,
      detail: "https://n1 runs 30.2 instead of 31.0",
    });
  });

  test("that do not start in time are named with their reasons", () => {
    const nodes = [
      node(),
      node({ url: "https://n2", healthy: false, error: "/health: status 503" }),
      node({
        url: "https://n3",
        healthy: false,
        resource_error: "OUT_OF_DISK",
        error: "/health: status 503",
      }),
      node({ url: "https://n4", version: null }),
    ];
    expect(nodesTimedOut(nodes, "30.2", "4h")).toMatchObject({
      candidate: "2 of 4 healthy, 31.0",
      passed: false,
      detail:
        "after 4h: https://n2: /health: status 503; https://n3: OUT_OF_DISK; https://n4: does not report its version",
    });
  });
});
