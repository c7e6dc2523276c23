import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { START, scene } from "../acceptance/support";

/** Records the state of `VERSION/main.tf`, a copy of the one before with what is new: every type, one cluster resized. */
async function record(version: string): Promise<void> {
  const folder = resolve(__dirname, version);
  const resized = readFileSync(join(folder, "main.tf"), "utf8");
  const created = resized.replace(/memory +(= "16_gb")/, (line) => line.replace("16_gb", "8_gb"));
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
    const apply = async (text: string) => {
      await on.workspace.write({ "main.tf": text });
      await on.workspace.apply();
    };
    await apply(created);
    const grown = on.emulator.state().clusters.find(({ memory }) => memory === "4_gb");
    if (!grown) throw new Error("the cluster that grows is not there");
    on.emulator.autoUpgrade(grown.id, { memory: "8_gb", vcpu: "2_vcpus" });
    await apply(resized);
    await on.workspace.apply();
    await on.workspace.emptyPlan();
    const { now, clusters, changes, clones, parameters } = on.emulator.state();
    const state = JSON.parse(await on.workspace.stateText());
    writeFileSync(join(folder, "state.json"), `${JSON.stringify(state, null, 2)}\n`);
    writeFileSync(
      join(folder, "service.json"),
      `${JSON.stringify({ now, clusters, changes, clones, parameters }, null, 1)}\n`,
    );
  } finally {
    await on.close();
  }
}

record(process.argv[2] ?? "").catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
