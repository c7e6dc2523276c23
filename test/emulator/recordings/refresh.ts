import { writeFileSync } from "node:fs";
import { differences } from "./compare";
import { play } from "./player";
import { SCENARIOS, stepsOf, VERSIONS } from "./recorded";
import { asText, type Row, readTable, TABLE_FILE, type Table } from "./table";

const BEFORE = readTable();

/** Returns the rows of a scenario as it is played now, with the reasons of existing rows. */
async function rowsOf(scenario: string): Promise<Table[string]> {
  const rows: Record<string, Row> = {};
  for (const version of VERSIONS) {
    const steps = stepsOf(scenario);
    const answers = await play(steps, version);
    for (const step of steps) {
      const answer = answers.get(step.step);
      const kinds = answer ? differences(step, version, answer) : [];
      if (kinds.length === 0) continue;
      const { reason = "open" } = BEFORE[scenario]?.[step.step] ?? {};
      rows[step.step] = { ...rows[step.step], [version]: asText(kinds), reason };
    }
  }
  return rows;
}

/**
 * Writes the table anew (`npx tsx test/emulator/recordings/refresh.ts [scenario …]`), and says how many steps of each scenario
 * differ. A row that is new is `open`: find out why, before it is committed.
 */
async function main(): Promise<void> {
  const given = process.argv.slice(2);
  const table: Record<string, Table[string]> = { ...BEFORE };
  for (const scenario of given.length > 0 ? given : SCENARIOS) {
    const rows = await rowsOf(scenario);
    delete table[scenario];
    if (Object.keys(rows).length > 0) table[scenario] = rows;
    console.log(`${scenario}: ${Object.keys(rows).length} of ${stepsOf(scenario).length} steps differ`);
  }
  writeFileSync(TABLE_FILE, `${JSON.stringify(table, null, 2)}\n`);
}

void main();
