import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { START, scene } from "../acceptance/support";

/** A resource of every type, after the first cluster was resized. */
const RESIZED = readFileSync(join(__dirname, "main.tf"), "utf8");
const CREATED = RESIZED.replace('memory                 = "16_gb"', 'memory                 = "8_gb"');

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
    await on.apply(CREATED);
    const grown = on.emulator.state().clusters.find(({ memory }) => memory === "4_gb");
    if (!grown) throw new Error("the cluster that grows is not there");
    on.emulator.autoUpgrade(grown.id, { memory: "8_gb", vcpu: "2_vcpus" });
    await on.apply(RESIZED);
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
