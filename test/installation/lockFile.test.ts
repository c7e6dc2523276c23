import fc from "fast-check";
import { type LockEntry, lockProviders, packageHash } from "../../src/installation/lockFile";

const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";
const NULL = "registry.terraform.io/hashicorp/null";
const HASH = "h1:0ZQBPE66o6bOoOC5PivJGsAJWHD1umoIbC9DRwrrLBw=";
const OURS: LockEntry = { address: ADDRESS, version: "0.1.0", hashes: [HASH] };

const block = (address: string, version: string, ...hashes: string[]) =>
  `provider "${address}" {\n  version     = "${version}"\n  constraints = "${version}"\n` +
  `${hashes.length > 0 ? `  hashes = [\n${hashes.map((hash) => `    "${hash}",\n`).join("")}  ]\n` : ""}}\n`;
const BLOCK = block(ADDRESS, "0.1.0", HASH);
const FILLED = block(ADDRESS, "0.1.0", HASH, "zh:00");
const OLD = block(ADDRESS, "0.1.0", HASH.replace("0ZQB", "AAAA"));
const NULL_BLOCK = block(NULL, "3.2.4", "h1:L5V05xwp/Gto1leRryuesxjMfgZwjb7oool4WS1UEFQ=", "zh:59f6");
const MIRRORED = BLOCK.replace("terraform.searchcloud.internal", "mirror.example");

/** Written by `terraform providers lock` 1.11.4 for a package that holds the file of the next test. */
const BY_TERRAFORM = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.

${BLOCK}`;

test("the hash is Terraform's, of the name and the content", () => {
  const file = Buffer.from("#!/usr/bin/env node\n");
  expect(packageHash("terraform-provider-searchcloud_v0.1.0", file)).toBe(HASH);
  expect(packageHash("terraform-provider-searchcloud_v0.1.1", file)).not.toBe(HASH);
});

test.each([
  ["goes into a file that is not there yet", "", BLOCK],
  ["leaves what Terraform wrote as it is", BY_TERRAFORM, BY_TERRAFORM],
  ["is added beside others", NULL_BLOCK, `${NULL_BLOCK}\n${BLOCK}`],
  ["replaces one of another version", BLOCK.replaceAll("0.1.0", "0.0.9"), BLOCK],
  ["replaces one of another plugin", OLD, BLOCK],
  ["replaces one that was written by hand", `provider "${ADDRESS}" { version = "0.0.1" }\n`, BLOCK],
  ["replaces several", `${OLD}\n${NULL_BLOCK}\n${BLOCK}`, `${BLOCK}\n${NULL_BLOCK}\n`],
  ["keeps the order and the comments", `# own\n${OLD}\n# null\n`, `# own\n${BLOCK}\n# null\n`],
  ["is not mixed up with one of a similar address", MIRRORED, `${MIRRORED}\n${BLOCK}`],
  ["replaces one with the line ends of Windows", OLD.replaceAll("\n", "\r\n"), BLOCK],
  ["stays where Terraform has added to it", FILLED, FILLED],
])("our entry %s", (_, before, after) => {
  expect(lockProviders(before, [OURS])).toBe(after);
});

const BARE = block(NULL, "3.2.4");
test.each([
  ["is written where there is none", "", BARE],
  ["yields to the same version, which has its hashes", NULL_BLOCK, NULL_BLOCK],
  ["replaces another version, whose hashes would not fit", NULL_BLOCK.replaceAll("3.2.4", "3.2.3"), BARE],
  ["removes a copy, which would make init fail", `${NULL_BLOCK}\n${BARE}`, `${NULL_BLOCK}\n`],
])("an entry without hashes %s", (_, before, after) => {
  expect(lockProviders(before, [{ address: NULL, version: "3.2.4" }])).toBe(after);
});

test("any lock file then has one block for each provider, and does not change again", () => {
  const entries = fc.uniqueArray(
    fc.record({
      address: fc.constantFrom(ADDRESS, NULL, "registry.terraform.io/hashicorp/aws", "example.com/a/aws"),
      version: fc.constantFrom("0.1.0", "3.2.4", "5.100.0-beta.1"),
      hashes: fc.option(fc.array(fc.constantFrom("h1:a=", "zh:b"), { minLength: 1 }), { nil: undefined }),
    }),
    { selector: (entry) => entry.address },
  );
  fc.assert(
    fc.property(entries, entries, (before, wanted) => {
      const once = lockProviders(lockProviders("", before), wanted);
      expect(lockProviders(once, wanted)).toBe(once);
      const addresses = [...once.matchAll(/^provider "(.*)" \{$/gm)].map(([, address]) => address);
      const all = [...before, ...wanted].map(({ address }) => address);
      expect(addresses.sort()).toEqual([...new Set(all)].sort());
    }),
  );
});
