import { createFaults, matches } from "../../../src/emulator/faults/faults";
import type { FaultMatch } from "../../../src/emulator/faults/request";

const GET_ONE = { operation: "getCluster", method: "GET", path: "/clusters/abc" };

describe("which requests a fault meets", () => {
  const rows: [FaultMatch, boolean][] = [
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
  ];
  test.each(rows)("%j: %p", (match, met) => {
    expect(matches(match, GET_ONE)).toBe(met);
  });

  test("unknown routes have no operation but a path", () => {
    expect(matches({ operation: "getCluster" }, { ...GET_ONE, operation: null })).toBe(false);
    expect(matches({ path: "/clusters/*" }, { ...GET_ONE, operation: null })).toBe(true);
  });

  test.each([
    [{}, [true, false, false, false, false]],
    [{ nth: 3 }, [false, false, true, false, false]],
    [{ times: 2 }, [true, true, false, false, false]],
    [{ nth: 2, times: 2 }, [false, true, true, false, false]],
    [{ nth: 4, times: 0 }, [false, false, false, true, true]],
  ])("%j: of five requests", (match, hits) => {
    const faults = createFaults();
    faults.add({ match, effect: { kind: "reset" } });
    expect([1, 2, 3, 4, 5].map(() => faults.meet(GET_ONE).length === 1)).toEqual(hits);
  });

  test("requests that do not match are not counted", () => {
    const faults = createFaults();
    const id = faults.add({ match: { operation: "getCluster", nth: 2 }, effect: { kind: "reset" } });
    faults.meet({ operation: "listClusters", method: "GET", path: "/clusters" });
    expect(faults.meet(GET_ONE)).toEqual([]);
    expect(faults.meet(GET_ONE).map((fault) => fault.id)).toEqual([id]);
    expect(faults.list()).toMatchObject([{ id, met: 1 }]);
  });

  test("several meet one request in the order in which they were added; clear drops all", () => {
    const faults = createFaults();
    const first = faults.add({ effect: { kind: "hold" } });
    const second = faults.add({ effect: { kind: "reset" } });
    expect(faults.meet(GET_ONE).map(({ id }) => id)).toEqual([first, second]);
    faults.clear();
    expect(faults.list()).toEqual([]);
  });
});
