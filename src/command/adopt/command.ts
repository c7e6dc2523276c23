import { type Command, Option } from "commander";
import type { Terminal } from "../terminal";
import { collectValues } from "../terminal";
import { type AdoptOptions, adopt, LANGUAGE_NAMES, LIBRARIES } from "./adopt";

const DESCRIPTION = `Turns the clusters of an account into a project whose first plan imports them and changes nothing.

It reads all clusters by the pages of the list, and looks at each once for a change on its way, because an import plans against what the cluster will be after it. At 30 requests a minute, 1,000 clusters take about 35 minutes; interrupted, the same command goes on where it was. It sends nothing that changes anything, writes no key, and writes all files or none.

Clusters that are starting or being terminated are left out, and named.

In the folder of a project that has clusters of this account already, it adds those that are new, in a file of their own, and touches no other file.`;

const MORE = `
Environment variables:
  SEARCHCLOUD_BASE_URL             base URL of the management API (required)
  SEARCHCLOUD_API_KEY              management key; it need not be able to write (required)
  SEARCHCLOUD_REQUESTS_PER_MINUTE  the most requests in a minute (default 30)
  SEARCHCLOUD_DATA_API_KEY         with --collections: data-plane key, for clusters that --keys does not name
  TERRAFORM_BINARY_NAME            the terraform that reads a state which is kept elsewhere (default: terraform, else tofu)
  SEARCHCLOUD_NODE_URL             with --collections: URL of a node (default https://{hostname})
  SEARCHCLOUD_DIALECT              search-cloud (default) or typesense-cloud
  SEARCHCLOUD_CA_CERTIFICATE_FILE  further authorities to trust (PEM)

Example:
  searchcloud adopt --language hcl --out search
  searchcloud adopt --collections --key-command 'pass show search/$SEARCHCLOUD_CLUSTER_ID'`;

/** `searchcloud adopt`: code for an account that runs. */
export function addAdopt(program: Command, terminal: Terminal): void {
  program
    .command("adopt")
    .summary("Turns the clusters of an account into code.")
    .description(DESCRIPTION)
    .addOption(
      new Option(
        "--language <name>",
        "of the project: TypeScript for CDKTF, or HCL for Terraform and OpenTofu",
      )
        .choices(LANGUAGE_NAMES)
        .default("typescript"),
    )
    .addOption(
      new Option(
        "--library <name>",
        "of a program in TypeScript: cdktf, or its successor cdktn (default: cdktf)",
      ).choices(LIBRARIES),
    )
    .option(
      "--package <file>",
      "of a program in TypeScript: the tarball of this package that its package.json names, while npm does not have the version",
    )
    .option("--out <directory>", "where the project goes; it is created where it is missing", ".")
    .option("--cluster <id>", "only this cluster; may be repeated", collectValues)
    .option(
      "--parameters",
      "server parameters too, for one more request per cluster; the first plan may show an update in place of a " +
        "cluster that has some, which sends nothing: an import does not read them",
    )
    .option(
      "--collections",
      "collections and aliases too; needs SEARCHCLOUD_DATA_API_KEY, or a key for each cluster by --keys or --key-command",
    )
    .option(
      "--keys <file>",
      "with --collections: data-plane keys by cluster, a line cluster_id=key for each or a JSON object; only its owner may read the file",
    )
    .option(
      "--key-command <command>",
      "with --collections: a command for the shell that prints the data-plane key of a cluster; the cluster's id is in " +
        "SEARCHCLOUD_CLUSTER_ID, and is the command's last argument unless it names that variable",
    )
    .option("--force", "writes the project anew, and replaces files that exist")
    .option("--json", "prints the result as JSON")
    .addHelpText("after", MORE)
    .action((options: AdoptOptions) => adopt(options, terminal));
}
