import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { EmulatorServer, JournaledRequest } from "../../src/emulator";
import type { Project } from "./project";

/** A search for the best product without a word, which depends on the sorting field alone. */
const SEARCH = { q: "*", per_page: "1", include_fields: "title" } as const;
/** Milliseconds between two searches: the deploy has the processor to itself. */
const PAUSE = 20;

/** The searches of a shopper. */
export interface Searches {
  /** The best products that were found, each as often as the answer has changed. */
  readonly best: readonly string[];
  /** The searches that failed or found nothing. */
  readonly failures: readonly string[];
}

/** A visitor of the shop, who searches by the alias without an end while a command runs. */
export class Shopper {
  readonly #url: string;
  readonly #key: string;
  readonly #best: string[] = [];
  readonly #failures: string[] = [];
  readonly #end = new AbortController();
  readonly #searching: Promise<void>;

  /** Begins to search in the catalog of a deployed project, with the key of its storefront. */
  constructor({ nodeUrl }: Pick<EmulatorServer, "nodeUrl">, { folder }: Pick<Project, "folder">) {
    const { outputs, resources } = JSON.parse(readFileSync(join(folder, "terraform.search.tfstate"), "utf8"));
    const cluster = resources.find(({ type }: { type: string }) => type === "searchcloud_cluster");
    const [hostname] = cluster.instances[0].attributes.hostnames.nodes;
    this.#url = `${nodeUrl.replace("{hostname}", hostname)}/collections/catalog/documents/search?${new URLSearchParams(SEARCH)}`;
    this.#key = outputs.search_key.value;
    this.#searching = this.#searchOn();
  }

  /** Ends the searches, after a last one. */
  async stop(): Promise<Searches> {
    this.#end.abort();
    await this.#searching;
    await this.#search();
    return { best: this.#best, failures: this.#failures };
  }

  async #searchOn(): Promise<void> {
    while (!this.#end.signal.aborted) {
      await this.#search();
      await setTimeout(PAUSE);
    }
  }

  async #search(): Promise<void> {
    try {
      const response = await fetch(this.#url, { headers: { "x-search-api-key": this.#key } });
      const { hits = [] } = (await response.json()) as { hits?: { document: { title: string } }[] };
      const title = hits[0]?.document.title;
      if (title === undefined) this.#failures.push(`status ${response.status}, ${hits.length} hits`);
      else if (this.#best.at(-1) !== title) this.#best.push(title);
    } catch (error) {
      this.#failures.push(String(error));
    }
  }
}

/** True for the request of a shopper, of which there are more or fewer in each run. */
export function isOfShopper({ query }: Pick<JournaledRequest, "query">): boolean {
  return query.include_fields === SEARCH.include_fields;
}
