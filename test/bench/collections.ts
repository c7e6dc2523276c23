import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulatorServer } from "../../src/emulator";
import { REQUIRED } from "../support/fleet";
import { KEY, nodesSeed } from "./imports";
import { median, timed } from "./measure";
import { APPLY, INIT, install, PLAN, RECORDING, recorded, TERRAFORM, unlimited, write } from "./projects";

const RUNS = 5;

/** `terraform plan` of many unchanged collections on one cluster. */
export async function collectionRow(plugin: string, count: number): Promise<(string | number)[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const emulator = await startEmulatorServer({ seed: nodesSeed([]) });
  try {
    const env = {
      ...unlimited(emulator),
      SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
      SEARCHCLOUD_DATA_API_KEY: KEY,
    };
    const [project, usage] = [join(folder, "project"), join(folder, "usage")];
    write(project, configuration(count));
    install(plugin, project);
    await timed(TERRAFORM, INIT, project, env);
    await timed(TERRAFORM, APPLY, project, env);
    mkdirSync(usage);
    emulator.clearJournal();
    const plans: number[] = [];
    for (let run = 0; run < RUNS; run += 1)
      plans.push(
        await timed(TERRAFORM, [...PLAN, "-detailed-exitcode"], project, {
          ...env,
          ...RECORDING,
          BENCH_USAGE: usage,
        }),
      );
    const sent = emulator.journal();
    const toNodes = sent.filter(({ path }) => path.startsWith("/nodes/")).length;
    const { cpu, memory } = recorded(usage);
    return [
      count,
      toNodes / RUNS,
      (sent.length - toNodes) / RUNS,
      median(plans).toFixed(2),
      (cpu / RUNS).toFixed(2),
      memory.toFixed(0),
    ];
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true });
  }
}

function configuration(count: number): string {
  return `${REQUIRED}
resource "searchcloud_collection" "it" {
  count      = ${count}
  cluster_id = "shop1"
  name       = "c\${count.index}"
  field {
    name = "title"
    type = "string"
  }
  field {
    name  = "tags"
    type  = "string[]"
    facet = true
  }
}
`;
}
