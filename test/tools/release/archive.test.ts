import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { zipOf } from "../../../tools/release/zip";

const ENTRIES = [
  { name: "program", content: Buffer.from("program"), isExecutable: true },
  { name: "LICENSE", content: Buffer.from("terms") },
];
const DATE = new Date("2026-03-29T01:30:58Z");

/** Returns the name, the mode, and DOS's date and time of each entry, which are the same in both of its headers. */
function entriesOf(zip: Buffer) {
  const found = [];
  for (let at = zip.indexOf("PK\x01\x02"); at >= 0; at = zip.indexOf("PK\x01\x02", at + 1)) {
    const [time, day] = [zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)];
    const parts = [
      (day >> 9) + 1980,
      (day >> 5) & 15,
      day & 31,
      time >> 11,
      (time >> 5) & 63,
      (time & 31) * 2,
    ];
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local + 10)).toBe(zip.readUInt32LE(at + 12));
    const name = zip.toString("latin1", at + 46, at + 46 + zip.readUInt16LE(at + 28));
    found.push([name, (zip.readUInt32LE(at + 38) >>> 16).toString(8), parts.join(" ")]);
  }
  return found;
}

test("the program is executable, and all files have the given time in UTC, in the given order", () => {
  expect(entriesOf(zipOf(ENTRIES, DATE))).toEqual([
    ["program", "100755", "2026 3 29 1 30 58"],
    ["LICENSE", "100644", "2026 3 29 1 30 58"],
  ]);
});

test("a time before 1980 becomes the earliest that a zip can represent", () => {
  expect(entriesOf(zipOf(ENTRIES, new Date(0)))[0]).toEqual(["program", "100755", "1980 1 1 0 0 0"]);
});

// In London, daylight saving skips that time.
test("the bytes are the same in another timezone", () => {
  const program = `
    const { zipOf } = require("./tools/release/zip");
    const zip = zipOf([{ name: "program", content: Buffer.from("program"), isExecutable: true }, { name: "LICENSE", content: Buffer.from("terms") }],
      new Date(${DATE.getTime()}));
    process.stdout.write(require("crypto").createHash("sha256").update(zip).digest("hex"));`;
  const elsewhere = execFileSync(process.execPath, ["--import", "tsx", "-e", program], {
    cwd: resolve(__dirname, "../../.."),
    env: { ...process.env, TZ: "Europe/London" },
    encoding: "utf8",
  });
  expect(createHash("sha256").update(zipOf(ENTRIES, DATE)).digest("hex")).toBe(elsewhere);
});
