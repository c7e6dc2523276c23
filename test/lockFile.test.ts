import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Entries = Readonly<Record<string, Entry>>;

/** The entries of the project, and of the command line that is installed for tests only. */
const LOCKS = ["..", "../tools/downloads/cdktn-cli"].map((folder): [string, Entries] => {
  const path = join(folder, "package-lock.json");
  return [path, JSON.parse(readFileSync(join(__dirname, path), "utf8")).packages];
});

/** Returns the place at which Node finds a package that the one at `place` imports. Undefined if there is none. */
function found(entries: Entries, name: string, place: string): string | undefined {
  for (let at = place; at !== "."; at = dirname(at)) {
    if (`${at}/node_modules/${name}` in entries) return `${at}/node_modules/${name}`;
  }
  return `node_modules/${name}` in entries ? `node_modules/${name}` : undefined;
}

// npm leaves both out, silently, when the registry does not serve the package of another platform. Then `npm ci` refuses
// the lock file there, or installs a binary that nothing has verified (CONTRIBUTING.md#dependencies).
test.each(LOCKS)("every package that npm installs is verified by %s", (_, entries) => {
  const unverified = Object.entries(entries).filter(
    ([place, { integrity, inBundle, link }]) => place !== "" && !integrity && !inBundle && !link,
  );
  expect(unverified.map(([place, { version }]) => `${place} ${version}`)).toEqual([]);
  expect(Object.keys(entries).length).toBeGreaterThan(200);
});

test.each(LOCKS)("the tools of every platform are in %s", (_, entries) => {
  const missing = Object.entries(entries).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).flatMap((name) =>
      found(entries, name, place) ? [] : [`${name} of ${place}`],
    ),
  );
  expect(missing).toEqual([]);
});
