import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync, gzipSync } from "node:zlib";
import { leaksBelow, leaksIn } from "./secretScan";

/** The proof that no secret leaks is worth as much as its search: each form is planted, and must be found. */
const KEY = "Zk3vQ9x2Mn7c1dWb8RaTq4LpYs6";
const AWKWARD = `p<a>&"s\\s'/w+o=r%d?0123456789`;
const secrets = { key: KEY, awkward: AWKWARD };

const every = (text: string, change: (code: number) => string) =>
  [...text].map((one) => change(one.charCodeAt(0))).join("");
const hex = (code: number) => code.toString(16).padStart(2, "0");
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** A zip with one member, as Terraform writes it: the sizes are in the directory at the end only. */
function zipOf(name: string, content: Buffer, method: 0 | 8): Buffer {
  const stored = method === 8 ? deflateRawSync(content) : content;
  const local = Buffer.alloc(30);
  local.write("PK\x03\x04", "latin1");
  local.writeUInt16LE(8, 6);
  local.writeUInt16LE(method, 8);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.write("PK\x01\x02", "latin1");
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(stored.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + name.length + stored.length, 16);
  return Buffer.concat([local, Buffer.from(name), stored, entry, Buffer.from(name), end]);
}

test.each([
  ["plain", KEY],
  ["in upper case", KEY.toUpperCase()],
  ["in lower case", KEY.toLowerCase()],
  ["in percent codes", every(KEY, (code) => `%${hex(code)}`)],
  ["in upper-case percent codes, twice", every(KEY, (code) => `%25${hex(code).toUpperCase()}`)],
  ["with one percent code", KEY.replace("M", "%4D")],
  ["in escapes of JSON", every(KEY, (code) => `\\u00${hex(code)}`)],
  ["in escapes of JSON in JSON", JSON.stringify(every(KEY, (code) => `\\u00${hex(code)}`))],
  ["in decimal entities", every(KEY, (code) => `&#${code};`)],
  ["in hexadecimal entities", every(KEY, (code) => `&#x${hex(code)};`)],
  ["in hexadecimal digits", Buffer.from(KEY).toString("hex")],
  ["in upper-case digits", Buffer.from(KEY).toString("hex").toUpperCase()],
  ["in base64 of JSON", base64(JSON.stringify({ id: 1, key: KEY, ok: true }))],
  ["in base64 in JSON", JSON.stringify({ private: base64(`${KEY}?>?>`) }).replaceAll("/", "\\/")],
  ["broken over lines", KEY.replace(/.{5}/g, "$&\n")],
  ["broken by the frame of a message", KEY.replace(/.{9}/g, "$&\n│ ")],
  ["broken in a string of JSON", JSON.stringify(KEY.replace(/.{9}/g, "$&\n\t"))],
  ["in base64 that is broken over lines", base64(KEY).replace(/.{10}/g, "$&\r\n")],
  ["with characters that are not seen", [...KEY].join("\u200b")],
  ["in UTF-16", Buffer.from(KEY, "utf16le")],
  ["in msgpack", Buffer.from(`\x81\xa3key\xbb${KEY}`, "latin1")],
  ["cut in half", `${KEY.slice(0, 14)}…`],
  ["without its beginning", KEY.slice(14)],
  ["in a gzip", gzipSync(KEY)],
  ["in base64 of a gzip", gzipSync(KEY).toString("base64")],
  ["in base64url of a gzip", gzipSync(`${KEY}${"?>".repeat(40)}`).toString("base64url")],
])("a secret is found %s", (_, planted) => {
  const text = Buffer.concat([Buffer.from("before "), Buffer.from(planted), Buffer.from(" after")]);
  const bare = leaksIn("it", planted, secrets);
  expect(bare.map(({ secret }) => secret)).toContain("key");
  if (typeof planted === "string") expect(leaksIn("it", text, secrets)).toEqual(bare);
});

test.each([
  ["in a URL", encodeURIComponent(AWKWARD)],
  ["in a query", new URLSearchParams({ key: AWKWARD }).toString()],
  ["in JSON", JSON.stringify({ key: AWKWARD })],
  ["in JSON in JSON", JSON.stringify(JSON.stringify({ key: AWKWARD }))],
  ["in Go's JSON", JSON.stringify(AWKWARD).replace(/[<>&]/g, (one) => `\\u00${hex(one.charCodeAt(0))}`)],
  ["in HTML", AWKWARD.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")],
])("a secret whose characters are escaped is found %s", (_, planted) => {
  expect(leaksIn("it", planted, secrets)).toEqual([{ where: "it", secret: "awkward", form: "plain" }]);
});

test.each([0, 1, 2, 3, 4])("a secret is found in both alphabets of base64 behind %i bytes", (behind) => {
  // Characters whose digits differ between the alphabets, wherever they stand.
  const secret = "??>>~~??>>~~??>>~~??>>~~";
  for (const alphabet of ["base64", "base64url"] as const) {
    const text = Buffer.from(`${"#".repeat(behind)}${secret}!`).toString(alphabet);
    const leaks = leaksIn("it", `Basic ${text}, or not`, { secret });
    expect(leaks).toEqual([{ where: "it", secret: "secret", form: "base64" }]);
  }
});

test.each([
  ["stored", 0],
  ["compressed", 8],
] as const)("a secret is found in a member of a zip, %s, also in a zip within it", (_, method) => {
  const inner = zipOf("tfplan", Buffer.from(`state: ${KEY}`), method);
  const where = "plan.out/inner.zip/tfplan";
  const [last, ...others] = leaksIn("plan.out", zipOf("inner.zip", inner, 8), secrets).reverse();
  expect(last).toEqual({ where, secret: "key", form: "plain" });
  // Stored in the inner one, it stands in the bytes of that one, too.
  expect(others).toHaveLength(method === 0 ? 1 : 0);
});

test("files in all folders are searched, hidden ones, their names, and the targets of links", () => {
  const folder = mkdtempSync(join(tmpdir(), "scan-"));
  try {
    mkdirSync(join(folder, ".terraform/deep"), { recursive: true });
    writeFileSync(join(folder, ".terraform/deep/.hidden"), `a\0${KEY}\0b`);
    writeFileSync(join(folder, `lock-${KEY}`), "");
    symlinkSync(`/nowhere/${KEY}`, join(folder, "link"));
    writeFileSync(join(folder, "other"), "nothing");
    expect(leaksBelow(folder, secrets).map(({ where }) => where)).toEqual(
      expect.arrayContaining([join(".terraform/deep/.hidden"), `name of lock-${KEY}`, "link"]),
    );
    expect(leaksBelow(folder, secrets)).toHaveLength(3);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a secret that cannot be searched for is an error, and other text shows none", () => {
  expect(() => leaksIn("it", "text", { short: "0123456789" })).toThrow("10 characters");
  expect(() => leaksIn("it", "text", { empty: "" })).toThrow("0 characters");
  expect(() => leaksIn("it", "text", { other: "größe".repeat(9) })).toThrow("45 characters");
  const reversed = [...KEY].reverse().join("");
  expect(leaksIn("it", `${reversed} ${KEY.slice(0, 4)}…`, secrets)).toEqual([]);
  expect(leaksIn("the package", readFileSync(join(__dirname, "../../package-lock.json")), secrets)).toEqual(
    [],
  );
});
