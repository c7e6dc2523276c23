import { configuration, fleet, total } from "../support/fleet";
import { SMALL, type Story } from "./stories";

/** Seconds that a change takes. */
const CHANGE = 600;

/** One edit of a cluster that exists, on a time that passes only while nothing happens. */
export async function editRow({ name, before, after, fewest, waits }: Story): Promise<(string | number)[]> {
  const { workspace, time, requests, emulator, close } = await fleet(
    { assumptions: { change_seconds: CHANGE, provisioning_seconds: 60 } },
    { SEARCHCLOUD_REQUESTS_PER_MINUTE: "0" },
  );
  try {
    const applied = async (lines: string) => {
      await workspace.write({ "main.tf": configuration(lines) });
      await workspace.apply();
    };
    if (before !== SMALL) await applied(SMALL);
    await applied(before);
    emulator.clearJournal();
    const begin = time.now();
    await applied(after);
    const ratio = (time.now() - begin) / (CHANGE * 1000);
    const writes = emulator.journal().filter(({ method }) => method !== "GET").length;
    const counts = requests();
    return [
      name,
      total(counts),
      writes,
      counts.getConfigurationChange ?? 0,
      fewest,
      waits ? ratio.toFixed(2) : "",
    ];
  } finally {
    await close();
  }
}
