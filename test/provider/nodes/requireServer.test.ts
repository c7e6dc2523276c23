import type { Nodes } from "../../../src/nodes";
import { requireServer } from "../../../src/provider/nodes";

const { signal } = new AbortController();

/** Nodes that say these versions, or fail. */
function nodesOf(versions: (string | null)[] | Error) {
  const each = jest.fn(async () => {
    if (versions instanceof Error) throw versions;
    return versions.map((version) => ({ version }));
  });
  return { nodes: { target: { named: "cluster c-1" }, each } as unknown as Nodes, each };
}

test.each([["30.2"], ["v31.0"], ["30"], [null], ["nightly"]])(
  "a server that says %p is not refused",
  async (version) => {
    await expect(requireServer(nodesOf([version]).nodes, 30, "Presets", signal)).resolves.toBeUndefined();
  },
);

test.each([["29.9"], ["0.25.2"]])(
  "server %s is refused, with its version; it is asked once for all that ask at a time",
  async (version) => {
    const { nodes, each } = nodesOf(["30.1", null, version]);
    const refused = ["Presets", "Synonym sets"].map((what) =>
      expect(requireServer(nodes, 30, what, signal)).rejects.toMatchObject({
        summary: `${what} need server version 30 or later`,
        detail: expect.stringContaining(
          `The nodes of cluster c-1 run version ${version}. Nothing was changed`,
        ),
      }),
    );
    await Promise.all(refused);
    expect(each).toHaveBeenCalledTimes(1);
  },
);

test("a server that was too old is asked again, for it may have been upgraded; one that is new enough is not", async () => {
  const versions = ["29.0"];
  const { nodes, each } = nodesOf(versions);
  await expect(requireServer(nodes, 30, "Presets", signal)).rejects.toThrow();
  versions[0] = "30.2";
  for (const _ of [1, 2, 3]) await requireServer(nodes, 30, "Presets", signal);
  expect(each).toHaveBeenCalledTimes(2);
});

test("a question that was interrupted is asked again", async () => {
  const { nodes, each } = nodesOf(new Error("interrupted"));
  for (const _ of [1, 2])
    await expect(requireServer(nodes, 30, "Presets", signal)).rejects.toThrow("interrupted");
  expect(each).toHaveBeenCalledTimes(2);
});
