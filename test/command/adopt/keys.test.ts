import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readKeyFile } from "../../../src/command/adopt/keys";
import type { ClusterSeedBody, EmulatorServer } from "../../../src/emulator";
import { emulators, START } from "../../emulator/support";
import { folder } from "../support";
import { adoptInto } from "./support";

const start = emulators();
const path = folder();
let places = 0;

/** Each cluster has a key that no other cluster accepts. */
const KEYS: Readonly<Record<string, string>> = {
  "c-1": "first-key-0123456789",
  "c-2": "second-key-0123456789",
};
const seed = (id: string): ClusterSeedBody => ({
  id,
  name: `shop ${id}`,
  data: {
    keys: [{ value: KEYS[id], description: "test", actions: ["*"], collections: ["*"] }],
    collections: [{ name: `catalog-${id}`, fields: [{ name: "title", type: "string" }] }],
    aliases: { menu: `catalog-${id}` },
  },
});
const account = (): Promise<EmulatorServer> =>
  start({
    rate: "off",
    clock: { mode: "manual", start: START },
    seed: { clusters: [seed("c-1"), seed("c-2")] },
  });

function keyFile(text: string, mode = 0o600): string {
  places += 1;
  const file = path(`keys-${places}`);
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

async function adopt(words: readonly string[], options = {}) {
  places += 1;
  const out = path(`out-${places}`);
  const emulator = await account();
  const found = await adoptInto(emulator, out, words, options);
  const files =
    found.code === 0 ? readdirSync(out, { withFileTypes: true }).filter((one) => one.isFile()) : [];
  const text = files.map(({ name }) => readFileSync(join(out, name), "utf8")).join("\n");
  for (const key of Object.values(KEYS))
    for (const shown of [found.out, found.err, text]) expect(shown).not.toContain(key);
  return { ...found, text, sent: emulator.journal().length };
}

const LINES = Object.entries(KEYS)
  .map(([id, key]) => `${id}=${key}`)
  .join("\n");

test.each([
  ["lines", LINES],
  [
    "lines of Windows, with a byte order mark, comments and spaces",
    `\uFEFF# keys\r\n\r\n ${LINES.replace("\n", "\r\n  ").replaceAll("=", " = ")} \r\n`,
  ],
  ["JSON", JSON.stringify(KEYS)],
])("reads a file with a key per cluster: %s", async (_, text) => {
  const {
    code,
    err,
    text: written,
  } = await adopt(["--language", "hcl", "--collections", "--keys", keyFile(text)]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("left out")]);
  for (const name of ["shop_c_1", "shop_c_2"]) {
    expect(written).toContain(`variable "${name}_data_api_key" {`);
    expect(written).toContain(`data_api_key = var.${name}_data_api_key`);
    expect(written.match(new RegExp(`provider\\s+= searchcloud\\.${name}\n`, "g"))).toHaveLength(2);
  }
});

test("a program takes each key from its own variable", async () => {
  const { code, text } = await adopt(["--collections", "--keys", keyFile(LINES)]);
  expect(code).toBe(0);
  expect(text).toMatch(
    /new TerraformVariable\(stack, "shop_c_1_data_api_key", \{\s+type: "string",\s+sensitive: true,/,
  );
  expect(text).toContain('import { App, TerraformStack, TerraformVariable } from "cdktf";');
  expect(text.match(/provider: shopC1Data,/g)).toHaveLength(2);
});

test("reports a cluster that rejects its key, and adopts the others", async () => {
  const wrong = keyFile(LINES.replace("second-key", "another-key"));
  const { code, err, text } = await adopt(["--language", "hcl", "--collections", "--keys", wrong]);
  expect(code).toBe(0);
  expect(err).toMatch(/The collections and aliases of cluster "shop c-2" \(c-2\) are left out: .*401/);
  expect(err).not.toContain("another-key");
  expect(text).toContain('"catalog-c-1"');
  expect(text).not.toMatch(/"catalog-c-2"|shop_c_2_data_api_key/);
});

test("uses the key of the environment for clusters that the file lacks; warns about unknown ids", async () => {
  const file = keyFile(`c-1=${KEYS["c-1"]}\nc-9=no-such-key-0123456789`);
  const { code, err, text } = await adopt(["--language", "hcl", "--collections", "--keys", file], {
    env: { SEARCHCLOUD_DATA_API_KEY: KEYS["c-2"] },
  });
  expect(code).toBe(0);
  expect(err).toContain("--keys names cluster c-9, which is not in the account");
  expect(text).toContain('"catalog-c-2"');
  expect(text).not.toContain("shop_c_2_data_api_key");
  const without = await adopt(["--language", "hcl", "--collections", "--keys", file]);
  expect(without.err).toMatch(/shop c-2" \(c-2\) are left out: .*has no key for c-2/);
});

test.each([
  ["by its argument", (file: string) => `f() { sed -n "s/^$1=//p" ${file}; }; f`],
  [
    "by its environment, in a pipe",
    (file: string) => `grep "^$SEARCHCLOUD_CLUSTER_ID=" ${file} | cut -d= -f2`,
  ],
])("a command prints the key of a cluster: %s", async (_, command) => {
  const { code, err, text } = await adopt([
    ...["--language", "hcl", "--collections"],
    ...["--key-command", command(keyFile(LINES))],
  ]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("left out")]);
  expect(text).toMatch(/"catalog-c-1"[\s\S]*"catalog-c-2"/);
});

test("reports a command that fails, with its output", async () => {
  const command = `if [ $SEARCHCLOUD_CLUSTER_ID = c-1 ]; then echo ${KEYS["c-1"]}; echo no entry for ${KEYS["c-1"]} >&2; exit 3; else echo ${KEYS["c-2"]}; fi`;
  const { code, err, text } = await adopt(["--language", "hcl", "--collections", "--key-command", command]);
  expect(code).toBe(0);
  expect(err).toMatch(/--key-command \(cluster c-1\): no entry for/);
  expect(err).toMatch(/shop c-1" \(c-1\) are left out: --key-command failed with exit code 3\./);
  expect(text).toContain('"catalog-c-2"');
});

test("Ctrl-C ends a command that hangs, and its children", async () => {
  const stop = new AbortController();
  const marker = path("begun");
  const running = adopt(["--collections", "--key-command", `echo $$ > ${marker}; sleep 3600 | cat #`], {
    signal: stop.signal,
  });
  while (!existsSync(marker)) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  expect((await running).code).toBe(1);
});

test("rejects a missing key, two sources of keys, and keys without --collections before a request", async () => {
  const file = keyFile(LINES);
  for (const [words, text] of [
    [["--collections"], "SEARCHCLOUD_DATA_API_KEY"],
    [["--keys", file], "--keys requires --collections"],
    [["--collections", "--keys", file, "--key-command", "true"], "either --keys FILE or --key-command"],
    [["--collections", "--keys", keyFile(LINES, 0o640)], "chmod 600"],
    [["--collections", "--keys", path("none")], "cannot be read"],
  ] as const) {
    const { code, err, sent } = await adopt(words);
    expect([code, err, sent]).toEqual([1, expect.stringContaining(text), 0]);
  }
});

test.each([
  ["nothing", "", /contains no keys/],
  ["a line without =", "c-1=a\nc-2", /line 2: expected cluster_id=key/],
  ["an id without a key", "c-1=", /line 1: the key of cluster c-1 must not be empty/],
  ["a cluster twice", "c-1=a\nc-1=b", /line 2: cluster c-1 appears twice/],
  ["a cluster twice in JSON", '{"c-1": "a\\": \\"", "c-1": "b"}', /cluster c-1 appears twice/],
  ["truncated JSON", '{"c-1": "secret', /is not valid JSON\./],
  ["nested JSON", '{"c-1": {"key": "secret"}}', /is not a JSON object of strings/],
  ["a key with a space", "c-1=se cret", /line 1: the key of cluster c-1 holds a space/],
])("rejects a file of keys with %s, and does not quote it", (_, text, expected) => {
  let message = "";
  try {
    readKeyFile(keyFile(text));
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toMatch(expected);
  expect(message).not.toMatch(/secret|se cret/);
});
