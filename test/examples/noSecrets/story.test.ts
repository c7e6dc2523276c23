import { testWith } from "../../support/features";
import { APPLY, DESTROY, EMPTY, example, VALUES } from "./secrets";
import { Watched } from "./watched";

/**
 * The proof of examples/no-secrets: from nothing to the first search and back, with no secret in a file, a plan or an output. Secrets are
 * the management key, the values of the variables, and every key that was on the wire: the pair that the bootstrap issues, and temporary
 * keys.
 */
const MAIN = example("no-secrets/main.tf");
const SECRET_VARIABLES = [...MAIN.matchAll(/^variable "(\w+)" \{[^}]*ephemeral *= true/gm)].map(
  ([, name = ""]) => name,
);

jest.setTimeout(300_000);
let watched: Watched;

beforeEach(async () => {
  watched = await Watched.begin();
  SECRET_VARIABLES.forEach((name, place) => {
    watched.variables[name] = VALUES[place] ?? "";
  });
  const documents = example("no-secrets/catalog.jsonl");
  await watched.workspace.write({ "main.tf": MAIN, "catalog.jsonl": documents });
  await watched.run(["init", "-input=false"]);
});
afterEach(() => watched.close());

const descriptions = () => watched.emulator.state().node_keys.map(({ description }) => description);

/** Expects no leak, of many different secrets. @param kinds what must have been on the wire */
function expectNoLeak(kinds: readonly string[]): void {
  const names = Object.keys(watched.secrets).map((name) => name.replace(/ \d+$/, ""));
  expect(names).toEqual(expect.arrayContaining([...kinds, ...SECRET_VARIABLES, "management key"]));
  expect(watched.leaks()).toEqual([]);
}

testWith("write-only arguments")("everything from nothing to the first search and back", async () => {
  expect(SECRET_VARIABLES.length).toBeGreaterThan(0);
  const { output } = await watched.deploy();
  expect(output).toContain("Apply complete!");
  expect(output).toContain("[TRACE]");
  expect(output).not.toContain("Check block assertion failed");
  await watched.run(EMPTY);
  await watched.run([...APPLY, "-refresh-only"]);
  await watched.run(["output", "-json"]);
  expect(descriptions()).not.toContain("Admin key");
  expect(descriptions().length).toBeGreaterThan(0);
  await watched.run(DESTROY);
  expectNoLeak(["admin_key", "search_only_key"]);
});

const percent = (key: string) => key.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
const encoded = (encoding: BufferEncoding) => (key: string) => Buffer.from(key).toString(encoding);

testWith("write-only arguments")(
  "applies that fail, at servers that echo everything in their errors",
  async () => {
    for (const echo of [
      { method: "POST", path: "/clusters", status: 403 },
      { method: "POST", path: "/api-keys", status: 403, encode: percent },
      { method: "POST", path: "/keys", status: 400 },
      { method: "POST", path: "/keys", status: 401, encode: (key: string) => key.toLowerCase() },
      { method: "POST", path: "/collections", status: 401, encode: encoded("base64") },
      { method: "POST", path: "/collections", status: 500, encode: encoded("hex") },
      {
        method: "PUT",
        path: "/aliases/shop",
        status: 403,
        encode: (key: string) => key.replace(/.{9}/g, "$&\n"),
      },
    ]) {
      watched.tap.echo = echo;
      const { output } = await watched.run(APPLY, 1);
      expect([echo, output]).toEqual([echo, expect.stringContaining("Forbidden: ")]);
    }
    watched.tap.echo = undefined;
    await watched.run(["show", "-json"]);
    await watched.run(APPLY);
    await watched.run(EMPTY);
    expectNoLeak(["admin_key", "search_only_key"]);
  },
);

testWith("write-only arguments")("applies that are killed, and the next ones that go on", async () => {
  // A request that is held is carried out after the kill.
  for (const operation of ["createKey", "createCollection"] as const) {
    await watched.kill(await watched.heldAt(operation, "before", APPLY));
    await watched.run(["plan", "-input=false"], "any");
  }
  const [cluster] = watched.emulator.state().clusters;
  await watched.run(["import", "searchcloud_collection.catalog", `${cluster?.id}/catalog`]);
  await watched.run(APPLY);
  await watched.run(EMPTY);
  expect(descriptions().filter((one) => one === "admin")).toHaveLength(1);
  expectNoLeak(["admin_key", "search_only_key"]);
});
