import type { Nodes } from "../../../../src/dataPlane";
import { requireServer } from "../../../../src/provider/shared/dataPlane";

const { signal } = new AbortController();

/** Returns nodes that report these versions, or fail. */
function nodesOf(versions: (string | null)[] | Error) {
  const each = jest.fn(async () => {
    if (versions instanceof Error) throw versions;
    return versions.map((version) => ({ version }));
  });
  return { nodes: { target: { named: "cluster c-1" }, each } as unknown as Nodes, each };
}

const need = (what: string) => ({ what, from: "30" });

test.each([["30.2"], ["v31.0"], ["30"], ["30.0-main-4a092b04"], [null], ["nightly"]])(
  "a server that reports %p is accepted",
  async (version) => {
    await expect(requireServer(nodesOf([version]).nodes, need("Presets"), signal)).resolves.toBeUndefined();
  },
);

test.each([["29.9"], ["0.25.2"]])(
  "server %s is refused, with its version; concurrent callers share one request",
  async (version) => {
    const { nodes, each } = nodesOf(["30.1", null, version]);
    const refused = ["Presets", "Synonym sets"].map((what) =>
      expect(requireServer(nodes, need(what), signal)).rejects.toMatchObject({
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

test("the version of a server that was too old is read again, because it may have been upgraded; that of a new one is not", async () => {
  const versions = ["29.0"];
  const { nodes, each } = nodesOf(versions);
  await expect(requireServer(nodes, need("Presets"), signal)).rejects.toThrow();
  versions[0] = "30.2";
  for (const _ of [1, 2, 3]) await requireServer(nodes, need("Presets"), signal);
  expect(each).toHaveBeenCalledTimes(2);
});

test("an interrupted request is sent again", async () => {
  const { nodes, each } = nodesOf(new Error("interrupted"));
  for (const _ of [1, 2])
    await expect(requireServer(nodes, need("Presets"), signal)).rejects.toThrow("interrupted");
  expect(each).toHaveBeenCalledTimes(2);
});

test.each<[string, string, boolean]>([
  ["0.24.1", "0.24", true],
  ["0.23.1", "0.24", false],
  ["26.0", "0.24", true],
  ["0.25.2", "26", false],
  ["27.1", "26", true],
])("server %s has the features of %s: %s", async (version, from, has) => {
  const asked = requireServer(nodesOf([version]).nodes, { what: "Presets", from }, signal);
  if (has) await expect(asked).resolves.toBeUndefined();
  else await expect(asked).rejects.toMatchObject({ summary: `Presets need server version ${from} or later` });
});

test("a server that is too new is rejected with the alternative, even if only one node is", async () => {
  const old = { what: "Synonyms", before: "30", otherwise: "Use sets." };
  await expect(requireServer(nodesOf(["29.1", "28.0"]).nodes, old, signal)).resolves.toBeUndefined();
  await expect(requireServer(nodesOf(["29.1", "30.0"]).nodes, old, signal)).rejects.toMatchObject({
    summary: "Synonyms need a server before version 30",
    detail:
      "The nodes of cluster c-1 run version 30.0. Nothing was changed. Use sets. Then remove this resource from the configuration.",
  });
});
