import { asked, emulatorsWith, refused } from "../ask";

/** Behaviour of dictionaries that the recordings do not contain (test/emulator/recordings, scenario "stemming"). */
const start = emulatorsWith();
const IMPORT = "POST /stemming/dictionaries/import?id=d";
const line = (word: string, root: string) => JSON.stringify({ word, root });
const words = async (emulator: Awaited<ReturnType<typeof start>>) => {
  const { body } = await asked(emulator, "GET /stemming/dictionaries/d");
  const { words: all } = body as { readonly words: readonly { word: string; root: string }[] };
  return new Set(all.map(({ word, root }) => `${word}=${root}`));
};

test("an import adds words, and a known one keeps its root", async () => {
  const emulator = await start();
  for (const [word, root] of [
    ["a", "x"],
    ["b", "y"],
    ["a", "z"],
    ["c", "z"],
  ] as const)
    await asked(emulator, IMPORT, { text: `\n${line(word, root)}\n` });
  expect(await words(emulator)).toEqual(new Set(["a=x", "b=y", "c=z"]));
});

test("lines before a rejected one are stored", async () => {
  const emulator = await start();
  expect(await asked(emulator, IMPORT, { text: `${line("a", "x")}\n{` })).toEqual(
    refused(400, "Invalid dictionary format."),
  );
  expect(await words(emulator)).toEqual(new Set(["a=x"]));
});

test.each([
  ["27.1", 404, 404],
  ["28.0", 200, 404],
  ["29.0", 200, 200],
])(
  "a server of version %s answers %d to an import and %d to a delete",
  async (version, imported, deleted) => {
    const emulator = await start();
    emulator.patchCluster("abc", { search_server_version: version });
    expect((await asked(emulator, IMPORT, { text: line("a", "x") })).status).toBe(imported);
    expect((await asked(emulator, "DELETE /stemming/dictionaries/d")).status).toBe(deleted);
  },
);

test("one that the control path puts replaces the words, and the state shows it as the server does", async () => {
  const emulator = await start();
  await asked(emulator, IMPORT, { text: line("a", "x") });
  emulator.putNamedOutside("abc", "stemming_dictionaries", "d", { words: [{ word: "b", root: "y" }] });
  expect(emulator.state().named).toMatchObject([
    { kind: "stemming_dictionaries", name: "d", record: { id: "d", words: [{ word: "b", root: "y" }] } },
  ]);
  expect(await words(emulator)).toEqual(new Set(["b=y"]));
});
