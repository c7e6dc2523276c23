import type { EmulatorServer, FaultMatchBody } from "../../../src/emulator";
import { OTHER_SECRET, SECRET } from "../../provider/resources/key/kit";
import { testWith } from "../../support/features";
import { flat, OPTIONS, type Scene, SHOP, scene, seedShop } from "../support";
import { ended } from "./kit";
import { Shipped } from "./shipped";

/**
 * Bootstrap keys with the provider as it ships: Terraform starts a process for each provider configuration, and any of them may be
 * killed (docs/design/data-plane.md#bootstrap). test/provider/resources/key/bootstrapFaults.test.ts has every request and every fault.
 */
const testIt = testWith("write-only arguments");
let shipped: Shipped;
let on: Scene;
beforeAll(async () => {
  shipped = await Shipped.install();
});
afterAll(() => shipped.workspace.remove());
beforeEach(async () => {
  on = await scene(OPTIONS);
  seedShop(on.emulator);
});
afterEach(() => on.close());

/** The environment of a run: the service, and the value of the caller. */
const environment = (secret: string, { key, baseUrl, nodeUrl }: EmulatorServer = on.emulator) => ({
  SEARCHCLOUD_API_KEY: key,
  SEARCHCLOUD_BASE_URL: baseUrl,
  SEARCHCLOUD_NODE_URL: nodeUrl,
  SEARCHCLOUD_POLL_INTERVAL: "1ms",
  SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  PROVIDER_PID_FILE: "/dev/null",
  TF_VAR_admin_key: secret,
});
const run = async (
  secret: string,
  command: "apply" | "plan" | "destroy",
  expect = 0,
  args: readonly string[] = [],
) => {
  const { workspace } = shipped;
  return flat((await workspace[command](args, { env: environment(secret), expect })).output);
};
const keys = () =>
  on.emulator.state().node_keys.map(({ description, value_prefix }) => `${description} ${value_prefix}`);
const shown = (secret: string) => `admin ${secret.slice(0, 4)}`;

const key = (version: number) => `variable "admin_key" {
  type      = string
  ephemeral = true
  sensitive = true
}
resource "searchcloud_key" "admin" {
  cluster_id       = "${SHOP}"
  description      = "admin"
  actions          = ["*"]
  collections      = ["*"]
  bootstrap        = true
  value_wo         = var.admin_key
  value_wo_version = ${version}
  lifecycle {
    create_before_destroy = true
  }
}
`;
/** A key, and an alias of a collection that another configuration of the provider manages. */
const text = (version: number) => `${key(version)}
provider "searchcloud" {
  alias        = "data"
  data_api_key = var.admin_key
}
resource "searchcloud_collection_alias" "shop" {
  provider        = searchcloud.data
  cluster_id      = searchcloud_key.admin.cluster_id
  name            = "shop"
  collection_name = "products"
  depends_on      = [searchcloud_key.admin]
}
`;

testIt(
  "another configuration of the provider opens the nodes with the key of the same apply; with a new value, its refresh meets 401",
  async () => {
    await shipped.begin(on, text(1));
    const applied = await run(SECRET, "apply");
    expect(applied).not.toContain("Warning: The");
    expect(keys()).toEqual([shown(SECRET)]);
    // The process of the key has no data_api_key of its own.
    expect(await run(SECRET, "plan", 0, ["-detailed-exitcode"])).toMatch(
      /Warning: Key "admin" \(shop1\/\d+\) could not be read/,
    );

    await shipped.configure(on, text(2));
    expect(await run(OTHER_SECRET, "plan", 1)).toMatch(/Error: .*alias.*401/);
    expect(await run(OTHER_SECRET, "apply", 0, ["-refresh=false"])).toContain(
      "Resources: 1 added, 0 changed, 1 destroyed.",
    );
    expect(keys()).toEqual([shown(OTHER_SECRET)]);
    await run(OTHER_SECRET, "destroy");
    expect(keys()).toEqual([]);
    const state = await shipped.workspace.stateText();
    for (const secret of [SECRET, OTHER_SECRET]) expect([state, applied].join()).not.toContain(secret);
  },
);

const KILLS: readonly (readonly [what: string, match: FaultMatchBody, when: "before" | "after"])[] = [
  ["the pair was issued", { operation: "issueClusterApiKeys" }, "after"],
  ["the key was created", { operation: "createKey" }, "after"],
  ["the first issued key was revoked", { operation: "deleteKey" }, "after"],
  ["the second issued key was revoked", { operation: "deleteKey", nth: 2 }, "after"],
];
for (const [what, match, when] of KILLS)
  testIt(
    `the provider is killed after ${what}: one more apply has one key, and names every key that is left`,
    async () => {
      await shipped.begin(on, key(1));
      const running = await shipped.heldAt(on, match, when, {
        SEARCHCLOUD_NODE_URL: on.emulator.nodeUrl,
        TF_VAR_admin_key: SECRET,
      });
      await shipped.killProvider();
      expect((await ended(running)).code).toBe(1);
      on.emulator.releaseHolds();
      on.emulator.clearFaults();
      const said = await run(SECRET, "apply");
      const all = on.emulator.state().node_keys;
      const own = all.filter(({ value_prefix: prefix }) => prefix === SECRET.slice(0, 4));
      expect(own).toHaveLength(1);
      for (const { id, value_prefix: prefix } of all.filter((one) => !own.includes(one)))
        expect(said).toContain(`${id} (${prefix}…)`);
    },
  );
