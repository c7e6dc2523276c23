import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface StoredKeys {
  readonly admin_key: string;
  readonly search_only_key: string;
  readonly previous: readonly StoredKeys[];
}

/** Gives each test of a rotation a folder of its own. */
export function rotationFolder() {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "rotate-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => join(folder, "keys.json");
  return {
    folder: () => folder,
    file,
    pending: () => `${file()}.pending`,
    config: (more: object = {}) => ({ cluster_id: "c-1", output_file: file(), ...more }),
    stored: (path = file()) => JSON.parse(readFileSync(path, "utf8")) as StoredKeys,
  };
}
