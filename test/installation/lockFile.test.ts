import fc from "fast-check";
import { type LockEntry, lockProviders, packageHash } from "../../src/installation/lockFile";

const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";
const NULL = "registry.terraform.io/hashicorp/null";

/** Written by `terraform providers lock` 1.11.4 for a package that holds PLUGIN. */
const PLUGIN = Buffer.from("#!/usr/bin/env node\n");
const BY_TERRAFORM = `# This file is maintained automatically by "terraform init".
# Manual edits may be lost in future updates.

provider "${ADDRESS}" {
  version     = "0.1.0"
  constraints = "0.1.0"
  hashes = [
    "h1:0ZQBPE66o6bOoOC5PivJGsAJWHD1umoIbC9DRwrrLBw=",
  ]
}
`;
const OURS: LockEntry = {
  address: ADDRESS,
  version: "0.1.0",
  hashes: ["h1:0ZQBPE66o6bOoOC5PivJGsAJWHD1umoIbC9DRwrrLBw="],
};
const BLOCK = BY_TERRAFORM.slice(BY_TERRAFORM.indexOf("provider"));
const NULL_BLOCK = `provider "${NULL}" {
  version     = "3.2.4"
  constraints = "3.2.4"
  hashes = [
    "h1:L5V05xwp/Gto1leRryuesxjMfgZwjb7oool4WS1UEFQ=",
    "zh:59f6b52ab4ff35739647f9509ee6d93d7c032985d9f8c6237d1f8a59471bbbe2",
  ]
}
`;

test("the hash is the one that Terraform computes", () => {
  expect(packageHash("terraform-provider-searchcloud_v0.1.0", PLUGIN)).toBe(OURS.hashes?.[0]);
});

test.each([
  ["another name", packageHash("terraform-provider-searchcloud_v0.1.1", PLUGIN)],
  [
    "another content",
    packageHash("terraform-provider-searchcloud_v0.1.0", Buffer.from("#!/usr/bin/env node")),
  ],
])("%s gives another hash", (_, hash) => {
  expect(hash).toMatch(/^h1:[A-Za-z0-9+/]{43}=$/);
  expect(hash).not.toBe(OURS.hashes?.[0]);
});

describe("our entry", () => {
  test.each([
    ["goes into a file that is not there yet", "", BLOCK],
    ["leaves what Terraform wrote as it is", BY_TERRAFORM, BY_TERRAFORM],
    ["stands beside others", NULL_BLOCK, `${NULL_BLOCK}\n${BLOCK}`],
    ["replaces one of another version", BLOCK.replaceAll("0.1.0", "0.0.9"), BLOCK],
    ["replaces one of another plugin", BLOCK.replace("0ZQB", "AAAA"), BLOCK],
    ["replaces one that was written by hand", `provider "${ADDRESS}" { version = "0.0.1" }\n`, BLOCK],
    [
      "replaces several",
      `${BLOCK.replace("0ZQB", "AAAA")}\n${NULL_BLOCK}\n${BLOCK}`,
      `${BLOCK}\n${NULL_BLOCK}\n`,
    ],
    [
      "keeps the order and the comments",
      `# own\n${BLOCK}\n# null\n${NULL_BLOCK}`,
      `# own\n${BLOCK}\n# null\n${NULL_BLOCK}`,
    ],
    [
      "is not mixed up with one of a similar address",
      BLOCK.replace(ADDRESS, `mirror.example/${ADDRESS.slice(ADDRESS.indexOf("/") + 1)}`),
      `${BLOCK.replace(ADDRESS, `mirror.example/${ADDRESS.slice(ADDRESS.indexOf("/") + 1)}`)}\n${BLOCK}`,
    ],
    [
      "replaces one with the line ends of Windows",
      BLOCK.replace("0ZQB", "AAAA").replaceAll("\n", "\r\n"),
      BLOCK,
    ],
    [
      "stays where Terraform has added to it",
      BLOCK.replace('",\n  ]', '",\n    "zh:00",\n  ]'),
      BLOCK.replace('",\n  ]', '",\n    "zh:00",\n  ]'),
    ],
  ])("%s", (_, before, after) => {
    expect(lockProviders(before, [OURS])).toBe(after);
  });
});

describe("an entry without hashes", () => {
  const entry: LockEntry = { address: NULL, version: "3.2.4" };
  const bare = `provider "${NULL}" {\n  version     = "3.2.4"\n  constraints = "3.2.4"\n}\n`;

  test.each([
    ["is written where there is none", "", bare],
    ["yields to the same version, which has its hashes", NULL_BLOCK, NULL_BLOCK],
    ["replaces another version, whose hashes would not fit", NULL_BLOCK.replaceAll("3.2.4", "3.2.3"), bare],
    ["leaves itself as it is", bare, bare],
    ["removes a copy, which would make init fail", `${NULL_BLOCK}\n${bare}`, `${NULL_BLOCK}\n`],
  ])("%s", (_, before, after) => {
    expect(lockProviders(before, [entry])).toBe(after);
  });
});

describe("any lock file", () => {
  const entries = fc.uniqueArray(
    fc.record({
      address: fc.constantFrom(ADDRESS, NULL, "registry.terraform.io/hashicorp/aws", "example.com/a/aws"),
      version: fc.constantFrom("0.1.0", "3.2.4", "5.100.0-beta.1"),
      hashes: fc.option(fc.array(fc.constantFrom("h1:a=", "zh:b"), { minLength: 1 }), { nil: undefined }),
    }),
    { selector: (entry) => entry.address },
  );

  test("has one block for each provider afterwards, and changes no more", () => {
    fc.assert(
      fc.property(entries, entries, (before, wanted) => {
        const once = lockProviders(lockProviders("", before), wanted);
        expect(lockProviders(once, wanted)).toBe(once);
        const addresses = [...once.matchAll(/^provider "(.*)" \{$/gm)].map(([, address]) => address);
        expect(addresses.sort()).toEqual(
          [...new Set([...before, ...wanted].map(({ address }) => address))].sort(),
        );
      }),
    );
  });
});
