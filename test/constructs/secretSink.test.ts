import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cluster } from "../../constructs";
import { VaultSink } from "../../examples/sinks/vaultSink";
import { cleanEnvironment } from "../support/run";
import { expression, SMALL, stackWith, synthesized } from "./fixtures/stack";

const ROOT = join(__dirname, "..", "..");
const KEYS = "searchcloud_api_keys";

test("the example of a sink writes one secret with the keys and where they are valid", () => {
  const stack = stackWith((scope) => {
    const keys = new Cluster(scope, "products", SMALL).issueApiKeys("keys");
    keys.storeIn(new VaultSink("secret", "search/products"));
    keys.storeIn(new VaultSink("secret", "search/copy"), "copy");
  });
  const { resource } = synthesized(stack);
  const [name] = Object.keys(resource?.[KEYS] ?? {});
  const hosts = "searchcloud_cluster.products.hostnames";
  const endpoint = `try(coalesce(${hosts}.load_balanced, ${hosts}.search_delivery_network), element(${hosts}.nodes, 0), null)`;
  const data_json = expression(
    `jsonencode({"host" = ${endpoint}, "admin" = ${KEYS}.${name}.admin_key, "search" = ${KEYS}.${name}.search_only_key})`,
  );
  expect(Object.values(resource?.vault_kv_secret_v2 ?? {})).toEqual([
    { mount: "secret", name: "search/copy", data_json },
    { mount: "secret", name: "search/products", data_json },
  ]);
});

test("its program synthesizes without a warning, with both providers in the lock file", () => {
  const outdir = mkdtempSync(join(tmpdir(), "sinks-"));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", join("examples", "sinks", "main.ts")],
    { cwd: ROOT, env: cleanEnvironment({ CDKTF_OUTDIR: outdir }), encoding: "utf8" },
  );
  expect([status, stdout + stderr]).toEqual([0, expect.not.stringMatching(/warn/i)]);
  const lock = readFileSync(join(outdir, "stacks/search/.terraform.lock.hcl"), "utf8");
  expect(lock.match(/^provider "[^"]*"/gm)).toEqual([
    'provider "registry.terraform.io/hashicorp/vault"',
    'provider "terraform.searchcloud.internal/searchcloud/searchcloud"',
  ]);
  rmSync(outdir, { recursive: true });
});
