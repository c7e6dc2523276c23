import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { START, scene } from "../acceptance/support";

/** A moment that no test run reaches: what is scheduled for it stays pending. */
const FAR = "2099-01-01T00:00:00Z";

const types = (memory: string) => `
resource "searchcloud_cluster" "products" {
  name                   = "products"
  memory                 = "${memory}"
  vcpu                   = "4_vcpus"
  regions                = ["oregon"]
  high_availability      = true
  search_server_version  = "29"
  termination_protection = true
  notification_email_addresses = ["search-oncall@example.com"]
  server_parameters = {
    "max-per-page" = "500"
  }
  change_schedule {
    perform_change_at = "${FAR}"
  }
  timeouts {
    create = "45m"
  }
}

resource "searchcloud_cluster" "grown" {
  memory                = "4_gb"
  vcpu                  = "2_vcpus"
  regions               = ["frankfurt"]
  auto_upgrade_capacity = true
}

resource "searchcloud_cluster" "network" {
  name                    = "network"
  memory                  = "8_gb"
  vcpu                    = "2_vcpus"
  regions                 = ["oregon", "paris", "tokyo"]
  high_availability       = true
  search_delivery_network = "3_regions"
  change_schedule {
    window {
      days     = ["sunday"]
      start    = "02:00"
      timezone = "Europe/Zurich"
    }
  }
}

resource "searchcloud_configuration_change" "scheduled" {
  cluster_id        = "shop1"
  new_memory        = "16_gb"
  perform_change_at = "${FAR}"
  triggers = {
    release = "1"
  }
}

resource "searchcloud_configuration_change" "restart" {
  cluster_id = "shop2"
}

resource "searchcloud_server_parameter" "page" {
  cluster_id = "shop1"
  name       = "max-per-page"
  value      = "250"
}

resource "searchcloud_cloning_operation" "rehearsal" {
  cluster_id            = "shop3"
  search_server_version = "30.1"
  triggers = {
    release = "1"
  }
}

resource "searchcloud_api_keys" "keys" {
  cluster_id = searchcloud_cluster.network.id
  keepers = {
    year = "2026"
  }
}
`;

async function record(version: string): Promise<void> {
  const folder = resolve(__dirname, version);
  const on = await scene({
    clock: { mode: "step", start: START, stepPerRequest: 1000 },
    assumptions: {
      provisioning_seconds: 3,
      change_seconds: 4,
      clone_pending_seconds: 1,
      clone_seconds: 2,
      clone_target_service_seconds: 1,
    },
  });
  try {
    const shop = { memory: "8_gb", vcpu: "2_vcpus", search_server_version: "29.0" };
    on.emulator.seed({ clusters: ["shop1", "shop2", "shop3"].map((id) => ({ id, ...shop, name: id })) });
    await on.apply(types("8_gb"));
    const grown = on.emulator.state().clusters.find(({ memory }) => memory === "4_gb");
    if (!grown) throw new Error("the cluster that grows is not there");
    on.emulator.autoUpgrade(grown.id, { memory: "8_gb", vcpu: "2_vcpus" });
    await on.apply(types("16_gb"));
    await on.workspace.apply();
    await on.workspace.emptyPlan();
    const { now, clusters, changes, clones, parameters } = on.emulator.state();
    mkdirSync(folder, { recursive: true });
    const state = JSON.parse(await on.workspace.stateText());
    writeFileSync(join(folder, "state.json"), `${JSON.stringify(state, null, 2)}\n`);
    writeFileSync(
      join(folder, "service.json"),
      `${JSON.stringify({ now, clusters, changes, clones, parameters }, null, 1)}\n`,
    );
    writeFileSync(join(folder, "main.tf"), readFileSync(join(on.workspace.directory, "main.tf")));
  } finally {
    await on.close();
  }
}

record(process.argv[2] ?? "").catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
