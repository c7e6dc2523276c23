import { createFaults } from "../../../../src/emulator/testing/faults/faults";
import type { FaultMatch } from "../../../../src/emulator/testing/requests/faults";

const GET_ONE = { operation: "getCluster", method: "GET", path: "/clusters/abc" };
const RESET = { kind: "reset" } as const;

describe("which requests a fault meets", () => {
  const rows: [match: FaultMatch, met: boolean, operation?: string | null][] = [
    [{}, true],
    [{ operation: "getCluster" }, true],
    [{ operation: "listClusters" }, false],
    [{ method: "get" }, true],
    [{ method: "POST" }, false],
    [{ path: "/clusters/abc" }, true],
    [{ path: "/clusters" }, false],
    [{ path: "/clusters/*" }, true],
    [{ path: "/*" }, false],
    [{ path: "/**" }, true],
    [{ path: "/clusters/a.c" }, false],
    [{ operation: "getCluster", path: "/clusters/other" }, false],
    [{ operation: "getCluster" }, false, null],
    [{ path: "/clusters/*" }, true, null],
  ];
  test.each(rows)("%j: %p, operation %p", (match, met, operation = "getCluster") => {
    const faults = createFaults();
    faults.add({ match, effect: RESET });
    expect(faults.meet({ ...GET_ONE, operation })).toHaveLength(met ? 1 : 0);
  });

  test.each([
    [{}, [true, false, false, false, false]],
    [{ nth: 2, times: 2 }, [false, true, true, false, false]],
    [{ nth: 4, times: 0 }, [false, false, false, true, true]],
  ])("%j: of five requests", (match, hits) => {
    const faults = createFaults();
    faults.add({ match, effect: RESET });
    expect([1, 2, 3, 4, 5].map(() => faults.meet(GET_ONE).length === 1)).toEqual(hits);
  });

  test("requests that do not match are not counted", () => {
    const faults = createFaults();
    const id = faults.add({ match: { operation: "getCluster", nth: 2 }, effect: RESET });
    faults.meet({ operation: "listClusters", method: "GET", path: "/clusters" });
    expect(faults.meet(GET_ONE)).toEqual([]);
    expect(faults.meet(GET_ONE).map((fault) => fault.id)).toEqual([id]);
    expect(faults.list()).toMatchObject([{ id, met: 1 }]);
  });
});
