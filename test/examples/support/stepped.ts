import { type ClusterSeed, type Emulator, startEmulator } from "../../../src/emulator";
import { ADDRESS } from "../../../src/provider/address";
import { searchcloud } from "../../../src/provider/provider";
import { hastyClock } from "../../support/hastyClock";
import { reattached } from "../../support/terraform";
import { environmentOf } from "./account";

/** An emulated account, and the provider in this process. */
export interface SteppedAccount {
  readonly emulator: Emulator;
  /** What leads terraform to the provider. */
  readonly env: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** The invoice of October, as the emulator numbers it. */
export const DUE_INVOICE = "79a7hpr9f3wdrlq4";

/**
 * An account in which these clusters run, at midnight before Friday, 2026-11-20. Each request takes half a minute: what
 * is waited for is done in a moment, and no maintenance window of the examples opens.
 */
export async function steppedAccount(clusters: ClusterSeed[]): Promise<SteppedAccount> {
  const emulator = await startEmulator({
    clock: { mode: "step", start: Date.UTC(2026, 10, 20), stepPerRequest: 30_000 },
    seed: { clusters },
  });
  const environment = { ...environmentOf(emulator), SEARCHCLOUD_POLL_INTERVAL: "1ms" };
  const { env, close } = await reattached(searchcloud(environment, { clock: hastyClock() }), ADDRESS);
  return {
    emulator,
    env,
    close: async () => {
      await close();
      await emulator.close();
    },
  };
}
