import { type Emulator, type SeedRequest, startEmulator } from "../../../src/emulator";
import { cluster, flat, PRODUCTS } from "../support";
import { APPLY, ended, QUICK, type Watched, watched } from "./kit";

/** The service goes away in the middle of a wait or between two runs, and comes back with what it had (docs/design/laws.md#l2, #l8). */
let on: Watched;
let back: Emulator | undefined;
beforeEach(async () => {
  on = await watched({
    ...QUICK,
    assumptions: { ...QUICK.assumptions, provisioning_seconds: 30, change_seconds: 30, clone_seconds: 30 },
  });
  back = undefined;
});
afterEach(async () => {
  await on.close();
  await back?.close();
});

const refusals = () =>
  on.served.lines.filter(({ fields }) => JSON.stringify(fields).includes("ECONNREFUSED"));

/** Ends the service, and starts another one at the same address, with what the first one had. */
async function restart(seed: SeedRequest, meanwhile: () => Promise<unknown>): Promise<Emulator> {
  const port = Number(new URL(on.emulator.baseUrl).port);
  await on.emulator.close();
  await meanwhile();
  back = await startEmulator({ ...QUICK, port, seed });
  return back;
}

test("a wait goes on when the service is back", async () => {
  await on.write(cluster('name = "products"'));
  on.emulator.addFault({ match: { operation: "getCluster", nth: 2 }, effect: { kind: "hold" } });
  const running = await on.start(APPLY);
  await Promise.race([on.emulator.held(), running.finished]);
  const id = on.emulator.state().clusters[0]?.id ?? "";
  const again = await restart({ clusters: [{ id, name: "products", status: "provisioning" }] }, () =>
    on.until(() => refusals().length > 0),
  );
  const { code, output } = await ended(running);
  expect([code, code === 0 ? "" : output]).toEqual([0, ""]);
  await on.workspace.emptyPlan();
  expect(again.journal().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("a wait that is over, and a service that is away at the next apply: the one after waits on", async () => {
  on.emulator.setAssumptions({ provisioning_seconds: 10_000_000 });
  await on.write(cluster('name = "products"\ntimeouts { create = "30ms" }'));
  expect(flat((await on.run(APPLY)).output)).toContain("Timed out after");
  const { id } = (await on.resource()).values;
  await on.write(cluster('name = "products"'));
  const again = await restart(
    { clusters: [{ id: String(id), name: "products", status: "provisioning" }] },
    async () => {
      const { code, output } = await on.run(APPLY);
      expect(code).toBe(1);
      expect(flat(output)).toContain("ECONNREFUSED");
      expect((await on.resource()).values).toMatchObject({ id, hostnames: null });
    },
  );
  expect((await on.run(APPLY)).code).toBe(0);
  expect((await on.resource(PRODUCTS)).values).toMatchObject({ id, status: "in_service" });
  await on.workspace.emptyPlan();
  expect(again.journal().filter(({ method }) => method !== "GET")).toEqual([]);
});
