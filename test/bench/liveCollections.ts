import { type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { EmulatorServer } from "../../src/emulator";
import { type ProcessOptions, runLive } from "../acceptance/liveCollection/process";
import { field } from "../provider/resources/collection/kit";
import { liveValues } from "../provider/resources/liveCollection/kit";
import { KEY, nodeOf, nodesSeed } from "./imports";

/** Starts a process that runs TypeScript, as a test does not. */
const TYPESCRIPT: ForkOptions = { stdio: "inherit", execArgv: ["--import", "tsx"] };

/** Documents of one request of the seed. */
const BATCH = 20_000;

/** The cost of an update of a live collection, beside an export that is piped into an import by hand. */
export interface UpdateCost {
  readonly seconds: number;
  readonly byHandSeconds: number;
  /** Megabytes of the process that updates above what it had at rest. */
  readonly megabytes: number;
  readonly requests: number;
}

/** Updates a live collection of so many documents of about 200 bytes, with an emulator in a process of its own. */
export async function updateCost(documents: number): Promise<UpdateCost> {
  const emulator = fork(join(__dirname, "ownEmulator.ts"), TYPESCRIPT);
  try {
    emulator.send({ seed: nodesSeed([]) });
    const [started] = (await once(emulator, "message")) as [Pick<EmulatorServer, "nodeUrl">];
    const url = nodeOf(started);
    const fields = [
      field("title"),
      field("rank", "int32"),
      field("price", "int32"),
      field("updated_at", "int64"),
    ];
    const config = liveValues({ cluster_id: null, field: fields, default_sorting_field: "rank", retain: 1 });
    const given = { urls: [url], apiKey: KEY };
    const { state, privateState } = await runLive({
      ...given,
      config,
      before: { state: null, privateState: undefined },
    });
    const live = state?.collection_name ?? "";
    await fill(url, live, documents);
    const byHandSeconds = await copiedByHand(url, live, fields);
    const edited = { ...config, default_sorting_field: "price" };
    const updater = fork(__filename, ["--update"], TYPESCRIPT);
    updater.send({ ...given, config: edited, before: { state, privateState } });
    const [cost] = (await once(updater, "message")) as [Omit<UpdateCost, "byHandSeconds">];
    updater.disconnect();
    return { ...cost, byHandSeconds };
  } finally {
    emulator.disconnect();
  }
}

/** Updates in a process of its own, so that its memory is not that of the preparation. */
async function update(options: ProcessOptions): Promise<Omit<UpdateCost, "byHandSeconds">> {
  // The code is loaded, and the first requests are sent.
  const empty = await runLive({ ...options, config: { ...options.config, default_sorting_field: "rank" } });
  if (empty.end !== "empty") throw new Error(`The first plan is not empty: ${empty.errors.join("\n")}`);
  const rest = process.memoryUsage().rss;
  let most = rest;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const begun = performance.now();
  const run = await runLive(options);
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  if (run.end !== "applied") throw new Error(`The update ended as ${run.end}: ${run.errors.join("\n")}`);
  const [live, former] = run.state?.versions ?? [];
  if (!live?.documents || live.documents !== former?.documents) throw new Error("The versions differ.");
  return { seconds, megabytes: (most - rest) / 2 ** 20, requests: run.requests.length };
}

async function send(
  url: string,
  method: string,
  path: string,
  body?: string | ReadableStream | null,
): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { "x-search-api-key": KEY },
    body: body ?? null,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function fill(url: string, collection: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const lines = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => documentOf(from + at));
    const answer = await send(
      url,
      "POST",
      `/collections/${collection}/documents/import?action=create`,
      lines.join("\n"),
    );
    await answer.arrayBuffer();
  }
}

/** Returns a line of about 200 bytes. */
function documentOf(at: number): string {
  const title = `Bookcase number ${at} of solid oak, with doors of glass and a back of birch`;
  const more = { maker: "Birch and sons of the valley", shelf: `shelf-${at % 100}` };
  return JSON.stringify({
    id: `p${at}`,
    title,
    rank: at % 1000,
    price: at % 977,
    updated_at: 1_700_000_000,
    ...more,
  });
}

/** Copies as people do: one export is the body of one import. Returns the seconds. */
async function copiedByHand(
  url: string,
  from: string,
  fields: readonly { name: string; type: string }[],
): Promise<number> {
  const schema = { name: "by_hand", fields: fields.map(({ name, type }) => ({ name, type })) };
  await send(url, "POST", "/collections", JSON.stringify(schema));
  const begun = performance.now();
  const exported = await send(url, "GET", `/collections/${from}/documents/export`);
  const answer = await send(
    url,
    "POST",
    "/collections/by_hand/documents/import?action=create",
    exported.body,
  );
  for await (const _ of answer.body ?? []);
  const seconds = (performance.now() - begun) / 1000;
  await (await send(url, "DELETE", "/collections/by_hand")).arrayBuffer();
  return seconds;
}

if (process.argv[2] === "--update") {
  process.once("message", (options: ProcessOptions) => {
    update(options).then(
      (cost) => process.send?.(cost),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
} else if (require.main === module) {
  const documents = Number(process.argv[2] ?? 1_000_000);
  updateCost(documents).then(
    ({ seconds, byHandSeconds, megabytes, requests }) =>
      console.log(
        `${documents} documents: ${seconds.toFixed(1)} s (export | import by hand: ${byHandSeconds.toFixed(1)} s), ` +
          `${megabytes.toFixed(0)} MB above rest, ${requests} requests`,
      ),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
