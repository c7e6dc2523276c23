import { type Command, Option } from "commander";
import { IMPORT_ACTIONS } from "../../api/dataPlane/requests";
import { ENVIRONMENT } from "../service";
import type { Terminal } from "../terminal";
import { collectValues } from "../terminal";
import { exportCommand } from "./export";
import { importCommand } from "./import";

const EXAMPLES = {
  import: `
Example:
  searchcloud documents import --cluster kq3v9x2m7c1d --collection products --failed failed.jsonl products.jsonl`,
  export: `
Example:
  searchcloud documents export --cluster kq3v9x2m7c1d --collection products products.jsonl`,
};

/** `searchcloud documents`: documents into a collection, and out of it. */
export function addDocuments(program: Command, terminal: Terminal): void {
  const documents = program
    .command("documents")
    .description("Brings documents (JSON lines) into a collection, and out of it.");
  const onCollection = (name: "import" | "export", summary: string) =>
    documents
      .command(name)
      .description(summary)
      .option("--cluster <id>", "cluster whose nodes hold the collection")
      .option(
        "--node <url>",
        "node of a server of your own, instead of --cluster; may be repeated",
        collectValues,
      )
      .requiredOption("--collection <name>", "name of the collection, or of an alias of it")
      .option("--json", "prints the result as JSON")
      .addHelpText("after", `${ENVIRONMENT}${EXAMPLES[name]}`);

  onCollection("import", "Imports documents from a file, or from standard input.")
    .argument("[file]", "file with one JSON object per line; - or nothing: standard input")
    .addOption(
      new Option("--action <action>", "what becomes of a document whose id is there already")
        .choices(IMPORT_ACTIONS)
        .default("upsert"),
    )
    .option(
      "--failed <file>",
      "when documents failed, writes them to this file, ready to fix and import again; it may be the input itself",
    )
    .option(
      "--resume",
      "continues an interrupted import of this file: starts with the line after the last confirmed one",
    )
    .action((file, options) => importCommand(file, options, terminal));

  onCollection("export", "Exports documents to a file, or to standard output.")
    .argument("[file]", "file to write; - or nothing: standard output")
    .option("--filter <expression>", "only documents that pass it, as filter_by of a search")
    .option("--force", "replaces a file that exists")
    .action((file, options) => exportCommand(file, options, terminal));
}
