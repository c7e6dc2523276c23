import { createClient } from "../../../../src/client";
import { createNodesClient } from "../../../../src/dataPlane";
import { type EmulatorServer, type FaultEffectBody, startEmulatorServer } from "../../../../src/emulator";
import type { Clock } from "../../../../src/http/clock";
import { type Transport, undiciTransport } from "../../../../src/http/transport";
import { key } from "../../../../src/provider/resources/key/resource";
import type { KeyValues } from "../../../../src/provider/resources/key/schema";
import type { NodePrivateState } from "../../../../src/provider/shared/dataPlane";
import { serviceOf } from "../../../../src/provider/shared/service";
import { hastyClock } from "../../../support/hastyClock";
import { collectLog } from "../../../support/log";
import { callOf, NOW } from "../../kit";
import { SECRET, secretKey } from "./kit";

/**
 * Every request of a bootstrap × every way in which it can fail: in the end there is one key of the caller, and no issued key that is valid
 * and unnamed (docs/design/laws.md#l1).
 */
const resource = key(() => NOW);
let emulator: EmulatorServer;
beforeEach(async () => {
  emulator = await startEmulatorServer({ seed: { clusters: [{ id: "c-1" }] } });
});
afterEach(() => emulator.close());

/**
 * One run of the provider. `kill` ends it at once: nothing is sent any more, and nothing happens with answers.
 *
 * @param host of the service; runs with different ones share no locks, as different processes do not
 */
function run(host = "127.0.0.1") {
  const dead = new AbortController();
  const never = new Promise<never>(() => {});
  const unlessDead = <T>(result: Promise<T>): Promise<T> =>
    result.then(
      (value) => (dead.signal.aborted ? never : value),
      (error: unknown) => {
        if (dead.signal.aborted) return never;
        throw error;
      },
    );
  const real = undiciTransport({ proxy: null, authorities: [] });
  const transport: Transport = {
    ...real,
    send: (request) => (dead.signal.aborted ? never : unlessDead(real.send(request))),
  };
  const hasty = hastyClock();
  const clock: Clock = {
    now: hasty.now,
    sleep: (ms, signal) => unlessDead(hasty.sleep(ms, AbortSignal.any([signal, dead.signal]))),
  };
  const { log, lines } = collectLog();
  const options = { dialect: "search-cloud", env: {}, log, dependencies: { clock, transport } } as const;
  const { key: apiKey, baseUrl, nodeUrl } = emulator;
  const client = createClient({
    ...options,
    apiKey,
    baseUrl: baseUrl.replace("127.0.0.1", host),
    pollInterval: 1,
    requestsPerMinute: 0,
  });
  const nodes = createNodesClient({ ...options, issuedAt: client.issuedAt });
  const service = serviceOf({ client, nodes: async () => nodes, nodeUrl });
  const stop = new AbortController();
  const planned = secretKey();
  const call = {
    ...callOf<KeyValues, NodePrivateState>(service, undefined, { ...planned, value_wo: SECRET }),
    signal: stop.signal,
  };
  const said: string[] = [];
  call.warn = (summary, detail) => void said.push(`${summary}: ${detail}`);
  const finished = resource.create(call as never, planned as never).catch((error: unknown) => {
    const { summary = "", detail = "" } = error as { readonly summary?: string; readonly detail?: string };
    said.push(`${summary}: ${detail}`);
    if (summary === "") throw error;
  });
  return {
    finished,
    said,
    lines,
    /** The id in the state, also if the run fails. */
    id: () => call.known.id,
    interrupt: () => stop.abort(),
    /** A request that was sent arrives, whoever waits for its answer. */
    kill() {
      dead.abort();
      emulator.releaseHolds();
    },
    async end() {
      await finished;
      await real.close();
    },
  };
}

type Run = ReturnType<typeof run>;

/** The caller's value opens nothing: the nodes are asked twice. */
const STEPS = [
  ...[
    ["getCluster", 1],
    ["listKeys", 1],
    ["listKeys", 2],
    ["getCluster", 2],
    ["issueClusterApiKeys", 1],
  ],
  ...[
    ["listKeys", 3],
    ["createKey", 1],
    ["listKeys", 4],
  ],
  ...[
    ["getKey", 1],
    ["deleteKey", 1],
    ["getKey", 2],
    ["deleteKey", 2],
  ],
] as [operation: string, nth: number][];

test("these are all of its requests", async () => {
  emulator.clearJournal();
  await run().end();
  const counts = new Map<string | null, number>();
  const sent = emulator.journal().map(({ operation }) => {
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    return [operation, counts.get(operation)];
  });
  expect(sent).toEqual(STEPS);
});

const hold = (when: "before" | "after") => ({ kind: "hold", when }) as const;
type End = (one: Run) => Promise<void>;
const finish: End = (one) => one.end();
const interrupted: End = async (one) => {
  await Promise.race([emulator.held(), one.finished]);
  one.interrupt();
  emulator.releaseHolds();
  await one.end();
};
const killed: End = async (one) => {
  await Promise.race([emulator.held(), one.finished]);
  one.kill();
};

const TROUBLES: readonly (readonly [name: string, effect: FaultEffectBody, end: End])[] = [
  ["is lost before the work", { kind: "reset" }, finish],
  ["is lost after the work", { kind: "reset", when: "after" }, finish],
  ["is answered with 500", { kind: "status", status: 500, message: "Oops" }, finish],
  ["is interrupted before the work", hold("before"), interrupted],
  ["is interrupted after the work", hold("after"), interrupted],
  ["is killed before the work", hold("before"), killed],
  ["is killed after the work", hold("after"), killed],
];

const CASES = STEPS.flatMap(([operation, nth]) =>
  TROUBLES.map(([name, effect, end]) => [operation, nth, name, effect, end] as const),
);

test.each(CASES)("%s (%i) %s", async (operation, nth, name, effect, end) => {
  emulator.addFault({ match: { operation, nth } as never, effect });
  const first = run("localhost");
  await end(first);
  expect(emulator.state().faults.map(({ met }) => met)).toEqual([1]);
  emulator.clearFaults();
  const runs = [first];
  const id = () => (name.includes("killed") ? runs[1]?.id() : (first.id() ?? runs[1]?.id()));
  if (id() === undefined) {
    const again = run();
    runs.push(again);
    await again.end();
  }
  const said = runs.flatMap((one) => one.said).join("\n");
  const keys = emulator.state().node_keys;
  const own = keys.filter(({ value_prefix: prefix }) => prefix === SECRET.slice(0, 4));
  expect([own.map((one) => `c-1/${one.id}`), said]).toEqual([[id()], said]);
  const unnamed = keys.filter((one) => !own.includes(one) && !said.includes(`${one.value_prefix}…`));
  expect([unnamed, said]).toEqual([[], said]);
  expect(said).not.toContain(SECRET);
  expect(JSON.stringify(runs.map(({ lines }) => lines))).not.toContain(SECRET);
});
