/** Server versions that a cluster can be made with; the documents list none, so these are samples of each kind. */
const SERVER_VERSIONS: readonly string[] = [
  "0.24.1",
  "0.25.0",
  "0.25.1",
  "0.25.2",
  "26.0",
  "27.0",
  "27.1",
  "28.0",
  "29.0",
  "29.1",
  "30.0",
  "30.1",
  "30.2",
];

/** The first server version that can use a GPU (docs/design/api-assumptions.md#values). */
export const FIRST_GPU_VERSION = "0.25.0";

/** Below 0 when `left` is the older one; parts compare as numbers. */
export function compareVersions(left: string, right: string): number {
  const [lefts, rights] = [left, right].map((version) => version.split(".").map(Number)) as [
    number[],
    number[],
  ];
  for (let part = 0; part < Math.max(lefts.length, rights.length); part++) {
    const difference = (lefts[part] ?? 0) - (rights[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The version that a request gets, or null when there is none.
 * @param latest the version for a request that names none; always one of the offered
 * @param prefixes whether `30` stands for the newest version that begins so
 */
export function resolveVersion(asked: string | undefined, latest: string, prefixes: boolean): string | null {
  if (asked === undefined) return latest;
  const offered = [...new Set([...SERVER_VERSIONS, latest])].sort(compareVersions);
  if (offered.includes(asked)) return asked;
  return (prefixes && offered.filter((version) => version.startsWith(`${asked}.`)).at(-1)) || null;
}
