import { fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { EmulatorServer, EmulatorServerOptions } from "../../src/emulator";
import { DOMAIN } from "../../src/emulator/domain/clusters/answer";
import { REQUIRED } from "../support/fleet";
import { median, timed } from "./measure";
import { APPLY, INIT, install, RECORDING, recorded, TERRAFORM, write } from "./projects";

const RUNS = 5;
const KEY = "bench-data-key-0123456789";
const FIELDS = [
  { name: "title", type: "string" },
  { name: "tags", type: "string[]", facet: true },
  { name: "rank", type: "int32" },
];
const COLLECTION = "catalog";
const DIALECT = "typesense-cloud";

/** The seed of a cluster with these collections, which {@link KEY} opens. */
export function nodesSeed(collections: readonly string[]): NonNullable<EmulatorServerOptions["seed"]> {
  const data = {
    collections: collections.map((name) => ({ name, fields: FIELDS })),
    keys: [{ value: KEY, description: "bench", actions: ["*"], collections: ["*"] }],
  };
  return { clusters: [{ id: "shop1", search_server_version: "30.2", data }] };
}
export const nodeOf = ({ nodeUrl }: Pick<EmulatorServer, "nodeUrl">) =>
  nodeUrl.replace("{hostname}", `shop1-1.${DOMAIN}`);
export { KEY };

/**
 * Imports a file by `terraform apply` and by the official client, alternately, into an emulator in its own process.
 * Seconds are those of the whole command.
 */
export async function importRows(plugin: string, count: number): Promise<readonly (readonly string[])[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const emulator = fork(join(__dirname, "ownEmulator.ts"), { stdio: "inherit" });
  try {
    // The official client speaks one dialect only.
    emulator.send({ seed: nodesSeed([]), dialect: DIALECT });
    const [started] = (await once(emulator, "message")) as [Pick<EmulatorServer, "nodeUrl">];
    const url = nodeOf(started);
    const file = join(folder, "catalog.jsonl");
    const bytes = await writeDocuments(file, count);
    const project = join(folder, "project");
    write(project, "");
    install(plugin, project);
    const ours = { seconds: [] as number[], usage: join(folder, "ours") };
    const theirs = { seconds: [] as number[], usage: join(folder, "theirs") };
    const official = join(__dirname, "officialImport.cjs");
    for (let run = 0; run <= RUNS; run += 1) {
      // The first run fills the code cache.
      const [mine, other] = run === 0 ? ([WARM, WARM] as const) : ([ours, theirs] as const);
      write(project, configuration(url, file, run));
      if (run === 0) await timed(TERRAFORM, INIT, project, {});
      await emptied(url);
      await measured(mine, TERRAFORM, APPLY, project);
      await expectCount(url, count);
      await emptied(url);
      await measured(other, process.execPath, [official, url, KEY, COLLECTION, file], folder);
      await expectCount(url, count);
    }
    const row = (who: string, { seconds, usage }: typeof ours) => [
      String(count),
      (bytes / 1e6).toFixed(0),
      who,
      median(seconds).toFixed(1),
      recorded(usage).memory.toFixed(0),
    ];
    return [row("terraform apply", ours), row("the official client", theirs)];
  } finally {
    emulator.disconnect();
    rmSync(folder, { recursive: true });
  }
}

interface Measured {
  readonly seconds: number[];
  /** Folder in which each process leaves what it has used. */
  readonly usage: string | null;
}
const WARM = { seconds: [], usage: null };

async function measured(
  { seconds, usage }: Measured,
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  if (usage !== null) mkdirSync(usage, { recursive: true });
  const recording = usage === null ? {} : { BENCH_USAGE: usage };
  const env = { ...RECORDING, ...recording, SEARCHCLOUD_DIALECT: DIALECT };
  seconds.push(await timed(command, args, cwd, env));
}

function configuration(url: string, file: string, run: number): string {
  return `${REQUIRED}
resource "searchcloud_documents" "it" {
  node_urls  = [${JSON.stringify(url)}]
  api_key    = ${JSON.stringify(KEY)}
  collection = ${JSON.stringify(COLLECTION)}
  file       = ${JSON.stringify(file)}
  triggers   = { run = "${run}" }
}
`;
}

/** Documents of some 200 bytes. @returns the bytes of the file */
async function writeDocuments(file: string, count: number): Promise<number> {
  const stream = createWriteStream(file);
  for (let id = 0; id < count; id += 1) {
    const title = `Bookcase number ${id} of solid oak, with doors of glass and a back of birch`;
    const document = {
      id: String(id),
      title,
      tags: ["oak", `shelf-${id % 100}`],
      rank: id % 1000,
      filler: "x".repeat(60),
    };
    if (!stream.write(`${JSON.stringify(document)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
  return stream.bytesWritten;
}

async function emptied(url: string): Promise<void> {
  await node(url, "DELETE", `/collections/${COLLECTION}`);
  await node(url, "POST", "/collections", { name: COLLECTION, fields: FIELDS });
}

async function expectCount(url: string, count: number): Promise<void> {
  const { num_documents: found } = (await node(url, "GET", `/collections/${COLLECTION}`)) as {
    num_documents: number;
  };
  if (found !== count) throw new Error(`${found} of ${count} documents are in`);
}

async function node(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { "x-typesense-api-key": KEY };
  const answer = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
}
