import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { licenceFiles, sbomOf } from "../../../tools/licences/licenceFiles";
import { bundledPackages } from "../../../tools/licences/packages";

const ROOT = resolve(__dirname, "../../..");
const FOLDER = mkdtempSync(join(tmpdir(), "licences-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function write(files: { readonly [path: string]: string | object }): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
    writeFileSync(join(FOLDER, path), typeof content === "string" ? content : JSON.stringify(content));
  }
}

const manifest = (name: string, version = "1.0.0", license: unknown = "MIT") => ({ name, version, license });

describe("the packages of a bundle", () => {
  const one = (folder: string) => bundledPackages([`node_modules/${folder}/lib/index.js`], FOLDER);

  test("are each named once, nested ones beside other versions, without files of this repository", () => {
    write({
      "node_modules/b/package.json": manifest("b"),
      "node_modules/b/LICENSE": "terms of b\n",
      "node_modules/@a/a/package.json": manifest("@a/a", "2.0.0", "(Apache-2.0 AND BSD-3-Clause)"),
      "node_modules/@a/a/LICENCE.md": "terms of a",
      "node_modules/@a/a/NOTICE": "thanks",
      "node_modules/@a/a/node_modules/b/package.json": manifest("b", "0.9.0"),
      "node_modules/@a/a/node_modules/b/COPYING": "older terms of b",
    });
    const inputs = [
      "src/main.ts",
      "node_modules/b/index.js",
      "node_modules/b/lib/more.js",
      "node_modules/@a/a/index.js",
      "node_modules/@a/a/node_modules/b/index.js",
    ];
    expect(bundledPackages(inputs, FOLDER)).toEqual([
      {
        name: "@a/a",
        version: "2.0.0",
        licence: "Apache-2.0 AND BSD-3-Clause",
        text: "terms of a\n\nthanks",
      },
      { name: "b", version: "0.9.0", licence: "MIT", text: "older terms of b" },
      { name: "b", version: "1.0.0", licence: "MIT", text: "terms of b" },
    ]);
  });

  test("fail the build if one has no licence text, or names no licence", () => {
    write({
      "node_modules/bare/package.json": manifest("bare"),
      "node_modules/bare/NOTICE": "a notice grants nothing",
      "node_modules/unnamed/package.json": manifest("unnamed", "1.0.0", null),
      "node_modules/unnamed/LICENSE": "terms",
    });
    expect(() => one("bare")).toThrow(
      /^bare 1\.0\.0 is in the bundle, and comes without a licence text\..*licences\/texts\/bare\.txt\.$/,
    );
    expect(() => one("unnamed")).toThrow("names no licence");
  });

  test("may have a text in this repository", () => {
    const [found] = bundledPackages(["node_modules/@bufbuild/protobuf/dist/cjs/wire/varint.js"], ROOT);
    expect(found?.text).toContain("Copyright 2008 Google Inc.");
  });
});

describe("the files in dist", () => {
  const notices = readFileSync(join(ROOT, "dist/THIRD_PARTY_NOTICES"), "utf8");
  const sbom = JSON.parse(readFileSync(join(ROOT, "dist/sbom.cdx.json"), "utf8"));
  const bundled = [
    "@bufbuild/protobuf",
    "@hono/node-server",
    "ansi-regex",
    "cli-progress",
    "commander",
    "emoji-regex",
    "hono",
    "is-fullwidth-code-point",
    "minisearch",
    "string-width",
    "strip-ansi",
    "undici",
    "zod",
  ];

  test("are the licences of the bundled packages", () => {
    expect([...notices.matchAll(/^={80}\n(\S+) [\d.]+ \(.+\)\n={80}$/gm)].map(([, name]) => name)).toEqual(
      bundled,
    );
    expect(notices).toContain("Copyright (c) Matteo Collina and Undici contributors");
  });

  test("and their bill of materials, with the hashes of the lock file", () => {
    const { components, dependencies } = sbom;
    expect(components.map(({ purl }: { purl: string }) => purl)).toEqual(
      bundled.map((name) => expect.stringContaining(`pkg:npm/${name.replace("@", "%40")}@`)),
    );
    for (const { hashes } of components)
      expect(hashes).toEqual([expect.objectContaining({ alg: "SHA-512" })]);
    expect(dependencies).toContainEqual(
      expect.objectContaining({ dependsOn: components.map((one: { purl: string }) => one.purl) }),
    );
  });
});

test("an included Node is in both, and a date in the bill of materials", async () => {
  const node = { name: "node", version: "22.1.0", licence: "MIT", text: "terms of Node" };
  const { notices, sbom } = await licenceFiles([], ROOT, { node, date: new Date(0) });
  expect(notices).toContain(`node 22.1.0 (MIT)\n${"=".repeat(80)}\n\nterms of Node\n`);
  const { components, metadata } = JSON.parse(sbom);
  expect(components).toEqual([
    expect.objectContaining({ type: "platform", purl: "pkg:generic/node@22.1.0" }),
  ]);
  expect(metadata.timestamp).toBe("1970-01-01T00:00:00.000Z");
});

test("a bill of materials that the schema does not allow is an error", async () => {
  const wrong = { name: "a", version: "1", licence: "MIT", text: "", type: "library" };
  const made = sbomOf(
    { ...wrong, name: "" },
    { packages: [{ ...wrong, licence: "" }], lock: { packages: {} } },
  );
  await expect(made).rejects.toThrow(/not valid CycloneDX|empty/i);
});
