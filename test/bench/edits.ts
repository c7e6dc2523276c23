import { configuration, fleet, total } from "../support/fleet";

/** One edit of an existing cluster. */
interface Story {
  readonly name: string;
  /** The lines of the resource before and after the edit. */
  readonly before: string;
  readonly after: string;
  /** The fewest possible requests: a read for the plan, the writes, and a read at the end of each wait. */
  readonly fewest: number;
  /** True if the apply waits for the change. */
  readonly waits?: true;
}

const SMALL = 'name = "products"\n  memory = "8_gb"\n  vcpu = "2_vcpus"';
const LARGE = 'name = "products"\n  memory = "16_gb"\n  vcpu = "4_vcpus"';
const LARGER = 'name = "products"\n  memory = "32_gb"\n  vcpu = "8_vcpus"';
const LATER = 'change_schedule {\n    perform_change_at = "2100-01-01T00:00:00Z"\n  }';

export const STORIES: readonly Story[] = [
  { name: "nothing edited", before: SMALL, after: SMALL, fewest: 1 },
  { name: "renamed", before: SMALL, after: SMALL.replace("products", "catalog"), fewest: 2 },
  { name: "resized later", before: SMALL, after: `${LARGE}\n  ${LATER}`, fewest: 2 },
  {
    name: "edited while that waits",
    before: `${LARGE}\n  ${LATER}`,
    after: `${LARGER}\n  ${LATER}`,
    fewest: 3,
  },
  { name: "edited back", before: `${LARGE}\n  ${LATER}`, after: `${SMALL}\n  ${LATER}`, fewest: 2 },
  { name: "resized at once", before: SMALL, after: LARGE, fewest: 3, waits: true },
];

/** Seconds that a change takes. */
const CHANGE = 600;

/** Edits an existing cluster, on a clock that advances only while nothing happens. */
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
