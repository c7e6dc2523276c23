import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OTHER_SECRET, SECRET } from "../provider/resources/key/kit";
import { testWith } from "../support/features";
import { APPLY, cluster, eachScene, flat, importBlock, later, OPTIONS, SHOP, seedShop } from "./support";

/** Keys whose value is in no state, with the real terraform (docs/design/data-plane.md#bootstrap). */
const testIt = testWith("write-only arguments");
const on = eachScene(OPTIONS, seedShop);
beforeEach(async () => {
  on.environment.SEARCHCLOUD_DATA_API_KEY = undefined;
  await value(SECRET);
});

/** Sets the value of the ephemeral variable. */
const value = (text: string, name = "admin_key") =>
  on.workspace.write({ [`${name}.auto.tfvars`]: `${name} = "${text}"\n` });
const variable = (name = "admin_key") =>
  `variable "${name}" {\n  type = string\n  ephemeral = true\n  sensitive = true\n}\n`;
const ADMIN = "searchcloud_key.admin";
const LAST = "lifecycle {\n  create_before_destroy = true\n}";
const adminKey = (
  version: number,
  more = LAST,
  owner = `"${SHOP}"`,
  text = "var.admin_key",
) => `resource "searchcloud_key" "admin" {
  cluster_id       = ${owner}
  description      = "admin"
  actions          = ["*"]
  collections      = ["*"]
  bootstrap        = true
  value_wo         = ${text}
  value_wo_version = ${version}
  ${more}
}
`;
const ALIAS = `resource "searchcloud_collection_alias" "shop" {
  cluster_id      = searchcloud_key.admin.cluster_id
  name            = "shop"
  collection_name = "products"
}
`;
/** The provider opens the nodes with the same variable, or with another one. */
const write = (text: string, name = "admin_key") => on.write(text, `data_api_key = var.${name}`);
const keys = () =>
  on.emulator.state().node_keys.map(({ description, value_prefix }) => `${description} ${value_prefix}`);
const shown = (secret: string) => `admin ${secret.slice(0, 4)}`;

/** Expects no secret in what a run leaves and says. */
async function noSecret(...said: readonly string[]): Promise<void> {
  const state = await on.workspace.stateText();
  for (const secret of [SECRET, OTHER_SECRET])
    for (const text of [state, ...said, JSON.stringify(on.served.lines)]) expect(text).not.toContain(secret);
}

testIt(
  "from nothing: a cluster, its first key, and what is on its nodes, in one apply; the plan is empty; a destroy leaves nothing",
  async () => {
    await write(`${variable()}${cluster()}\n${adminKey(1, "", "searchcloud_cluster.products.id")}${ALIAS}`);
    const applied = await on.apply();
    expect(applied).not.toContain("Warning");
    expect(on.wrote()).toEqual([
      "createCluster",
      "issueClusterApiKeys",
      "createKey",
      "deleteKey",
      "deleteKey",
      "upsertAlias",
    ]);
    expect(keys()).toEqual([shown(SECRET)]);
    expect(await on.values(ADMIN)).toMatchObject({
      value: null,
      value_wo: null,
      value_wo_version: 1,
      value_prefix: SECRET.slice(0, 4),
    });
    const planned = await on.empty();
    expect(planned).not.toContain("Warning");
    await noSecret(applied, planned);
    await on.destroy();
    expect(keys()).toEqual([]);
  },
);

testIt("the example on the page of the type works as it is", async () => {
  const text = readFileSync(
    join(__dirname, "../../examples/resources/searchcloud_key/no-secrets/main.tf"),
    "utf8",
  );
  await value(SHOP, "cluster_id");
  await on.write(text.replace(/provider "searchcloud" \{[^}]*\}/, ""), "data_api_key = var.admin_key");
  await on.apply();
  expect(keys()).toEqual([shown(SECRET)]);
  await on.empty();
});

describe("a new value with a new version", () => {
  async function prepare(more = LAST) {
    await write(`${variable()}${adminKey(1, more)}${ALIAS}`);
    await on.apply();
    on.wrote();
  }

  for (const [what, more] of [
    ["created before the old one is revoked", LAST],
    ["created after the old one was revoked", ""],
  ] as const)
    testIt(
      `in one deploy, ${what}: the refresh meets 401, and says so once for the key and once for what it opens`,
      async () => {
        await prepare(more);
        await value(OTHER_SECRET);
        await write(`${variable()}${adminKey(2, more)}${ALIAS}`);
        const applied = await on.apply();
        expect(applied.match(/Warning: Key "admin" \(shop1\/\d+\) could not be read/g)).toHaveLength(1);
        expect(applied.match(/Warning: Objects of cluster shop1 could not be read/g)).toHaveLength(1);
        expect(applied).toContain("Resources: 1 added, 0 changed, 1 destroyed.");
        const pair = ["issueClusterApiKeys", "createKey", "deleteKey", "deleteKey"];
        const revoked =
          more === ""
            ? ["issueClusterApiKeys", "deleteKey", "deleteKey", "deleteKey", ...pair]
            : [...pair, "deleteKey"];
        expect(on.wrote()).toEqual(revoked);
        expect(keys()).toEqual([shown(OTHER_SECRET)]);
        expect(await on.empty()).not.toContain("Warning");
        await noSecret(applied);
      },
    );

  testIt("in two deploys: first the key, then the provider; no refresh meets 401", async () => {
    await prepare();
    const both = `${variable()}${variable("new_key")}`;
    const replacement = adminKey(2, LAST, `"${SHOP}"`, "var.new_key");
    await value(OTHER_SECRET, "new_key");
    await write(`${both}${replacement}${ALIAS}`);
    const first = await on.apply();
    expect(first).not.toContain("could not be read");
    expect(keys()).toEqual([shown(OTHER_SECRET)]);
    await write(`${both}${replacement}${ALIAS}`, "new_key");
    expect(await on.empty()).not.toContain("Warning");
  });

  testIt("that is the old value is refused at plan", async () => {
    await prepare();
    await write(`${variable()}${adminKey(2)}${ALIAS}`);
    expect(await on.plan(undefined, 1)).toMatch(
      /Error: value_wo is still the value of key "admin" \(shop1\/\d+\)/,
    );
    expect(keys()).toEqual([shown(SECRET)]);
  });

  testIt(
    "that turns out to be the old value in the apply keeps the key: it is taken over, and not revoked",
    async () => {
      const text = (version: number) =>
        `${later(`"${SECRET}-${version}"`)}\n${adminKey(version, LAST, `"${SHOP}"`, `substr(terraform_data.later.output, 0, ${SECRET.length})`)}`;
      await on.write(`${variable()}${text(1)}`, "data_api_key = var.admin_key");
      await on.apply();
      await on.write(`${variable()}${text(2)}`, "data_api_key = var.admin_key");
      const applied = await on.apply();
      expect(applied).toMatch(/Warning: Key "admin" \(shop1\/\d+\) existed already/);
      expect(applied).toMatch(/Warning: Key "admin" \(shop1\/\d+\) was not revoked/);
      expect(keys()).toEqual([shown(SECRET)]);
      await on.empty();
    },
  );
});

testIt(
  "an import stores version and bootstrap, and sends nothing; the generated configuration is valid",
  async () => {
    await write(`${variable()}${adminKey(1)}`);
    await on.apply();
    const { id } = await on.values(ADMIN);
    await on.workspace.terraform(["state", "rm", ADMIN]);
    const block = importBlock(String(id), ADMIN);
    await write(`${variable()}${block}`);
    const generated = await on.generated();
    expect(generated).toMatch(/value_wo +=/);
    await on.workspace.terraform(["validate"]);
    await on.workspace.write({ "generated.tf": "" });
    on.wrote();
    await write(`${variable()}${adminKey(1)}${block}`);
    expect(await on.apply()).toContain("Resources: 1 imported, 0 added, 1 changed, 0 destroyed.");
    expect(on.wrote()).toEqual([]);
    expect(await on.values(ADMIN)).toMatchObject({ value: null, value_wo_version: 1, bootstrap: true });
    await write(`${variable()}${adminKey(1)}`);
    await on.empty();
  },
);

describe("an apply that ends too early", () => {
  testIt("is killed after the key was created: the next one takes it over, and names the pair", async () => {
    await write(`${variable()}${adminKey(1)}`);
    const running = await on.heldAt({ operation: "createKey" }, "after");
    running.kill();
    await running.finished;
    on.emulator.clearFaults();
    const next = on.emulator.state().node_keys.map(({ value_prefix }) => value_prefix);
    expect(next).toHaveLength(3);
    await write(`${variable()}${adminKey(1)}`);
    const said = await on.apply();
    for (const prefix of next)
      expect(said).toContain(prefix === SECRET.slice(0, 4) ? "existed already" : `(${prefix}…)`);
    on.emulator.releaseHolds();
    await on.empty();
  });

  testIt(
    "is interrupted while the pair is revoked: it is revoked nevertheless, and the key is in the state",
    async () => {
      await write(`${variable()}${adminKey(1)}`);
      const running = await on.heldAt({ operation: "deleteKey" }, "after", APPLY);
      await on.interruptedButAnswered(running);
      expect(keys()).toEqual([shown(SECRET)]);
      expect((await on.resource(ADMIN)).tainted).toBeUndefined();
      await on.empty();
    },
  );
});

testIt("invalid combinations are errors before anything is sent", async () => {
  // A variable is unknown while a configuration is validated.
  const LITERAL = adminKey(1, "", `"${SHOP}"`, `"${SECRET}"`);
  const invalid: readonly [text: string, says: string][] = [
    [LITERAL.replace("value_wo_version = 1", ""), "value_wo without value_wo_version"],
    [LITERAL.replace("bootstrap        = true", 'value = "chosen-0123456789"'), "Both value and value_wo"],
    [LITERAL.replace(/value_wo +=.*\n/, ""), "value_wo_version without value_wo"],
    [LITERAL.replace(/value_wo\w* +=.*\n/g, ""), "bootstrap without value_wo"],
    [LITERAL.replace(/cluster_id.*/, 'node_urls = ["node://shop1"]'), "bootstrap without cluster_id"],
    [adminKey(1, "", `"${SHOP}"`, '"too short"'), "must consist of letters, digits"],
    [adminKey(1, "", `"${SHOP}"`, '"too-short"'), "must have at least 32 characters"],
  ];
  for (const [text, says] of invalid) {
    await on.write(`${variable()}${text}`);
    const { output } = await on.workspace.terraform(["validate", "-no-color"], { expect: 1 });
    expect(flat(output)).toContain(says);
  }
});
