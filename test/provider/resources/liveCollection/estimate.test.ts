import {
  copyTime,
  memoryNeed,
  memoryOf,
  memorySize,
  neededSize,
} from "../../../../src/provider/resources/liveCollection/estimate";

test.each([
  [0, "a few seconds"],
  [19_999, "a few seconds"],
  [20_000, "2 to 10 seconds"],
  [240_000, "24 to 120 seconds"],
  [1_000_000, "2 to 8 minutes"],
  [14_400_000, "24 to 120 minutes"],
  [100_000_000, "3 to 14 hours"],
])("a copy of %d documents takes %s", (documents, time) => {
  expect(copyTime(documents)).toBe(time);
});

const series = (values: (number | null)[]) => ({ hostname: null, timestamps: values.map(() => 0), values });
const metricsOf = (
  nodes: Record<string, [used: (number | null)[], total: number, active: number | null]>,
) => {
  const by = (of: (node: [(number | null)[], number, number | null]) => (number | null)[]) =>
    Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, series(of(node))]));
  const none = { cluster_id: "c-1", window: "1h", aggregation: null, resolution: null, timestamp_unit: null };
  return [
    {
      ...none,
      metrics: {
        system_memory_used_bytes: by(([used]) => used),
        system_memory_total_bytes: by(([, total]) => [total]),
        typesense_memory_active_bytes: by(([, , active]) => [active]),
      },
    },
  ];
};

test("the node with the least memory counts, with its last values", () => {
  const metrics = metricsOf({ "0": [[1, 50, null], 100, 40], "1": [[70], 100, 30], "2": [[60], 100, null] });
  expect(memoryOf(metrics)).toEqual({ used: 70, total: 100, active: 30 });
});

test.each<[string, ReturnType<typeof metricsOf>]>([
  ["no metrics", []],
  ["no node", metricsOf({})],
  ["nothing measured", metricsOf({ "0": [[null], 100, 40] })],
])("memory is not known with %s", (_, metrics) => {
  expect(memoryOf(metrics)).toBeNull();
});

describe("a second version", () => {
  const memory = { used: 6e6, total: 10e6, active: 4e6 };

  test.each([
    [
      "takes its share by documents",
      { documents: 500, all: 1_000 },
      { needed: 2e6, isTight: false, isMost: false },
    ],
    [
      "is tight if it takes most of what is left",
      { documents: 810, all: 1_000 },
      { needed: 3.24e6, isTight: true, isMost: false },
    ],
    [
      "takes at most everything if nobody knows its share",
      { documents: 500, all: null },
      { needed: 4e6, isTight: true, isMost: true },
    ],
    [
      "takes at most everything if its documents are not counted",
      { documents: null, all: 100 },
      { needed: 4e6, isTight: true, isMost: true },
    ],
    [
      "of few documents does not take what an empty server does",
      { documents: 5, all: 5 },
      { needed: 5 * 64 * 1_024, isTight: false, isMost: true },
    ],
    [
      "takes nothing without documents",
      { documents: 0, all: 0 },
      { needed: 0, isTight: false, isMost: true },
    ],
  ])("%s", (_, share, need) => {
    expect(memoryNeed(memory, share)).toEqual({ ...need, free: 4e6 });
  });

  test("is estimated by all memory in use where the server's is not known", () => {
    expect(memoryNeed({ ...memory, active: null }, { documents: 1_000, all: 1_000 }).needed).toBe(6e6);
  });
});

test.each([
  [0, "less than 1 MB"],
  [3 * 2 ** 20, "3 MB"],
  [1.45 * 2 ** 30, "1.4 GB"],
])("%d bytes are %s", (bytes, size) => {
  expect(memorySize(bytes)).toBe(size);
});

test.each([
  [0, true, "less than 1 MB"],
  [2 ** 20 - 1, false, "less than 1 MB"],
  [3 * 2 ** 20, true, "at most 3 MB"],
  [1.5 * 2 ** 30, false, "about 1.5 GB"],
])("%d bytes, at most: %p, are %s", (needed, isMost, text) => {
  expect(neededSize({ needed, isMost })).toBe(text);
});
