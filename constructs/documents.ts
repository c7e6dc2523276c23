import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { App, Manifest, TerraformStack, Token } from "cdktf";
import type { Construct } from "constructs";
import { check } from "./check";
import type { DocumentsOptions, DocumentsSource, ICollection, IDocuments } from "./collectionInterface";
import { fileProblem } from "./documentsFile";
import { Documents as DocumentsResource } from "./generated/documents";
import { isHcl } from "./hclOutput";
import { readAfterImports } from "./importOrder";
import { keyOf, NodesPart } from "./nodesPart";

export interface DocumentsProps extends DocumentsOptions {
  /** The collection into which the documents are imported: `Collection.fromCollectionName` for one that is not managed here. */
  readonly collection: ICollection;
}

/**
 * Documents that are imported into a collection, and imported again when they are others. What the server refuses fails
 * the deploy, which says which lines and why; what it accepted stays. Destroying it keeps the documents.
 * @throws unless there is exactly one of file, content and from, for a file that cannot be read or is empty, and for a
 * backslash in content when HCL is synthesized, in which CDKTF writes it wrongly.
 */
export class Documents extends NodesPart<DocumentsResource> implements IDocuments {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = DocumentsResource.tfResourceType;

  constructor(scope: Construct, id: string, props: DocumentsProps) {
    const owner = `Documents "${id}"`;
    const { keys, collection, file, from, triggers, ...config } = props;
    checkOneSource(owner, props);
    checkContent(scope, owner, props.content);
    super(scope, id, owner, props, (self, nodes) => {
      return new DocumentsResource(self, "Default", {
        ...config,
        ...nodes,
        collection: collection.collectionName,
        file: fileFromStack(self, owner, file),
        from: from && sourceOf(self, owner, from),
        triggers,
      });
    });
    if (from !== undefined) readAfterImports(from.collection, this.resource);
  }

  get numImported(): number {
    return this.resource.numImported;
  }

  get importedAt(): string {
    return this.resource.importedAt;
  }
}

function checkOneSource(owner: string, { file, content, from }: DocumentsOptions): void {
  const given = Object.entries({ file, content, from }).filter(([, value]) => value !== undefined);
  const names = given.length === 0 ? "no documents" : given.map(([name]) => name).join(" and ");
  check(given.length === 1, `${owner} has ${names}: pass exactly one of file, content and from.`);
}

function checkContent(scope: Construct, owner: string, content: string | undefined): void {
  if (content === undefined || Token.isUnresolved(content)) return;
  check(
    content.trim() !== "",
    `${owner} has an empty content, and there is nothing to import: pass one JSON document in each line.`,
  );
  check(
    !isHcl(scope) || !content.includes("\\"),
    `${owner} has a backslash in its content, which CDKTF writes wrongly in HCL: pass a file instead, or synthesize JSON ` +
      "(without --hcl).",
  );
}

/** The path begins in the folder of the stack, so that plan and state are the same in every checkout of the project. */
function fileFromStack(scope: Construct, owner: string, file: string | undefined): string | undefined {
  if (file === undefined || Token.isUnresolved(file)) return file;
  const path = resolve(file);
  const problem = fileProblem(path);
  check(
    problem === undefined,
    `${owner} has the file ${JSON.stringify(file)}, which ${problem}: pass the path, seen from the folder in which the program ` +
      "runs, of a file with one JSON document in each line.",
  );
  const stack = TerraformStack.of(scope);
  const { root } = stack.node;
  if (!App.isApp(root)) return path;
  // The system follows links before it goes up from a folder.
  const folder = join(realpathSync(root.outdir), Manifest.stacksFolder, stack.node.id);
  return `$\{path.module}/${relative(folder, path)}`;
}

function sourceOf(scope: Construct, owner: string, { collection, filterBy, ...options }: DocumentsSource) {
  const { clusterId, nodeUrls, collectionName } = collection;
  const apiKey = keyOf(scope, `${owner}, in from,`, options) ?? collection.apiKey;
  return { clusterId, nodeUrls, apiKey, collection: collectionName, filterBy };
}
