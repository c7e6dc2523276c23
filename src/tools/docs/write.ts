import { dirname, join, resolve } from "node:path";
import { searchcloud } from "../../provider/provider";
import type { Files } from "../folder";
import { differencesIn, writeFolder } from "../folder";
import { REFERENCE, renderPages } from "./pages";
import { renderReference } from "./reference";

const ROOT = resolve(__dirname, "../../..");

/** Where the documentation is in a checkout. */
export const DOCS = "docs";

/** What is generated in {@link DOCS}; all else there is written by hand. */
export const isGenerated = (path: string): boolean =>
  path === "index.md" || /^(resources|data-sources|functions|constructs)\//.test(path);

/** The whole documentation: pages in the registry's format, and the API reference of the constructs. */
async function renderDocs(): Promise<Files> {
  const reference = await renderReference(ROOT);
  const folder = dirname(REFERENCE);
  return new Map([
    ...renderPages(searchcloud({}), ROOT),
    ...[...reference].map(([path, text]) => [`${folder}/${path}`, text] as const),
  ]);
}

/** Writes the documentation in place of what was generated before. */
export async function generateDocs(): Promise<void> {
  await writeFolder(join(ROOT, DOCS), await renderDocs(), isGenerated);
}

/** The pages in which the folder differs from what {@link generateDocs} would write; empty when it is current. */
export async function staleDocs(): Promise<string[]> {
  return differencesIn(join(ROOT, DOCS), await renderDocs(), isGenerated);
}
