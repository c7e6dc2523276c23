import { rmSync, writeFileSync } from "node:fs";
import { differences } from "./compare";
import { play } from "./player";
import { SCENARIOS, stepsOf, VERSIONS } from "./recorded";
import { asText, fileOf, type Row, tableOf } from "./table";

/**
 * Writes the tables anew (`npx tsx test/emulator/recordings/refresh.ts [scenario …]`), keeps the reasons, and says how many
 * rows each has. A row that is new is `open`: find out why, before it is committed.
 */
async function refresh(scenario: string): Promise<void> {
  const steps = stepsOf(scenario);
  const before = tableOf(scenario);
  const rows: Record<string, Row> = {};
  for (const version of VERSIONS) {
    const answers = await play(steps, version);
    for (const step of steps) {
      const answer = answers.get(step.step);
      const kinds = answer ? differences(step, version, answer) : [];
      if (kinds.length === 0) continue;
      const { reason = "open" } = before[step.step] ?? {};
      rows[step.step] = { ...rows[step.step], [version]: asText(kinds), reason };
    }
  }
  const sorted = Object.fromEntries(Object.entries(rows).sort(([left], [right]) => (left < right ? -1 : 1)));
  if (Object.keys(sorted).length === 0) rmSync(fileOf(scenario), { force: true });
  else writeFileSync(fileOf(scenario), `${JSON.stringify(sorted, null, 2)}\n`);
  console.log(`${scenario}: ${Object.keys(sorted).length} of ${steps.length} steps differ`);
}

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  for (const scenario of given.length > 0 ? given : SCENARIOS) await refresh(scenario);
}

void main();
