import { type Command, Option } from "commander";
import { collectValues, type Terminal } from "../terminal";
import { type AdoptOptions, adopt, LANGUAGE_NAMES, LIBRARIES } from "./adopt";

const DESCRIPTION = `Turns the clusters of an account into a project whose first plan imports them and changes nothing.

It lists the clusters, then looks for a pending change of each one, because an import plans against the settings after that change. At 30 requests per minute, 1,000 clusters take about 35 minutes. If interrupted, run the same command again to resume. The command only reads from the service, writes no keys, and writes all files or none.

Clusters that are starting or being terminated are left out and reported.

In the directory of an existing project, it adds the clusters that the project does not have yet, in a new file, and changes no other file.`;

const MORE = `
Environment variables:
  SEARCHCLOUD_BASE_URL             base URL of the management API (required)
  SEARCHCLOUD_API_KEY              management key, read-only or not (required)
  SEARCHCLOUD_REQUESTS_PER_MINUTE  maximum requests per minute (default 30)
  SEARCHCLOUD_DATA_API_KEY         with --collections: data-plane key, for clusters that --keys does not name
  TERRAFORM_BINARY_NAME            the terraform that reads a remote state (default: terraform, else tofu)
  SEARCHCLOUD_NODE_URL             with --collections: URL of a node (default https://{hostname})
  SEARCHCLOUD_DIALECT              search-cloud (default) or typesense-cloud
  SEARCHCLOUD_CA_CERTIFICATE_FILE  additional certificate authorities (PEM)

Example:
  searchcloud adopt --language hcl --out search
  searchcloud adopt --collections --key-command 'pass show search/$SEARCHCLOUD_CLUSTER_ID'`;

/** Adds `searchcloud adopt`: code for an existing account. */
export function addAdopt(program: Command, terminal: Terminal): void {
  program
    .command("adopt")
    .summary("Turns the clusters of an account into code.")
    .description(DESCRIPTION)
    .addOption(
      new Option(
        "--language <name>",
        "language of the project: TypeScript for CDKTF, or HCL for Terraform and OpenTofu",
      )
        .choices(LANGUAGE_NAMES)
        .default("typescript"),
    )
    .addOption(
      new Option(
        "--library <name>",
        "library of a program in TypeScript: cdktf, or its successor cdktn (default: cdktf)",
      ).choices(LIBRARIES),
    )
    .option(
      "--package <file>",
      "for a program in TypeScript: a tarball of this package for its package.json, if npm's registry lacks this version",
    )
    .option("--out <directory>", "directory of the project; created if it is missing", ".")
    .option("--cluster <id>", "adopts only this cluster; can be repeated", collectValues)
    .option(
      "--parameters",
      "adopts server parameters, too, with one more request per cluster; the first plan may then show an update in place, which " +
        "sends nothing: an import does not read server parameters",
    )
    .option(
      "--collections",
      "adopts collections and aliases, too; needs SEARCHCLOUD_DATA_API_KEY, or a key per cluster from --keys or --key-command",
    )
    .option(
      "--keys <file>",
      "with --collections: file of data-plane keys, either lines cluster_id=key or a JSON object; only its owner may have access",
    )
    .option(
      "--key-command <command>",
      "with --collections: shell command that prints the data-plane key of a cluster, whose id is in SEARCHCLOUD_CLUSTER_ID " +
        "and, unless the command names that variable, in its last argument",
    )
    .option("--force", "writes a new project and replaces existing files")
    .option("--json", "prints the result as JSON")
    .addHelpText("after", MORE)
    .action((options: AdoptOptions) => adopt(options, terminal));
}
