import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { searchcloud } from "../../provider/provider";
import { type Files, readFiles } from "../bindings/render";
import { REFERENCE, renderPages } from "./pages";
import { renderReference } from "./reference";

const ROOT = resolve(__dirname, "../../..");

/** Where the documentation is in a checkout. */
export const DOCS = "docs";

/** The whole documentation: pages in the registry's format, and the API reference of the constructs. */
export async function renderDocs(root = ROOT): Promise<Files> {
  const reference = await renderReference(root);
  const folder = dirname(REFERENCE);
  return new Map([
    ...renderPages(searchcloud({}), root),
    ...[...reference].map(([path, text]) => [`${folder}/${path}`, text] as const),
  ]);
}

/** Writes the documentation, replacing whatever the folder held. */
export async function generateDocs(outDir = join(ROOT, DOCS)): Promise<void> {
  const files = await renderDocs();
  await rm(outDir, { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(outDir, path)), { recursive: true });
    await writeFile(join(outDir, path), text);
  }
}

/** The pages in which the folder differs from what {@link generateDocs} would write; empty when it is current. */
export async function staleDocs(outDir = join(ROOT, DOCS)): Promise<string[]> {
  const [wanted, found] = [await renderDocs(), await readFiles(outDir)];
  const paths = new Set([...wanted.keys(), ...found.keys()]);
  return [...paths].filter((path) => wanted.get(path) !== found.get(path)).sort();
}
