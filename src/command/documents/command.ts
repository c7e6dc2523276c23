import { type Command, Option } from "commander";
import { IMPORT_ACTIONS } from "../../api/dataPlane/requests";
import { ENVIRONMENT } from "../service";
import { collectValues, type Terminal } from "../terminal";
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

/** Adds `searchcloud documents`: imports and exports of documents. */
export function addDocuments(program: Command, terminal: Terminal): void {
  const documents = program
    .command("documents")
    .description("Imports documents (JSON lines) into a collection, or exports them.");
  const onCollection = (name: "import" | "export", summary: string) =>
    documents
      .command(name)
      .description(summary)
      .option("--cluster <id>", "cluster with the collection")
      .option(
        "--node <url>",
        "node of a self-hosted server, instead of --cluster; can be repeated",
        collectValues,
      )
      .requiredOption("--collection <name>", "name of the collection or of an alias")
      .option("--json", "prints the result as JSON")
      .addHelpText("after", `${ENVIRONMENT}${EXAMPLES[name]}`);

  onCollection("import", "Imports documents from a file, or from standard input.")
    .argument("[file]", "file with one JSON object per line (default: standard input, as with -)")
    .addOption(
      new Option("--action <action>", "what to do with documents whose id already exists")
        .choices(IMPORT_ACTIONS)
        .default("upsert"),
    )
    .option(
      "--failed <file>",
      "writes documents that failed to this file, ready to be fixed and imported again; can be the input file itself",
    )
    .option(
      "--resume",
      "resumes an interrupted import of this file after the last line that the server confirmed",
    )
    .action((file, options) => importCommand(file, options, terminal));

  onCollection("export", "Exports documents to a file, or to standard output.")
    .argument("[file]", "file to write (default: standard output, as with -)")
    .option(
      "--filter <expression>",
      "exports only matching documents; the syntax is that of filter_by in a search",
    )
    .option("--force", "replaces an existing file")
    .action((file, options) => exportCommand(file, options, terminal));
}
