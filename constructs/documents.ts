import { closeSync, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import {
  App,
  type ITerraformDependable,
  Manifest,
  type TerraformMetaArguments,
  TerraformStack,
  Token,
} from "cdktf";
import type { Construct } from "constructs";
import { check } from "./checks";
import type { ICollection } from "./collection";
import { DataProvider, dependenciesOf } from "./dataProvider";
import { noteWriteOnly } from "./ephemeralVariable";
import { Documents as DocumentsResource } from "./generated/documents";
import { type INodesPart, keyOf, type NodeKeyOptions, type NodesAttributes, NodesPart } from "./nodesPart";
import { readAfterImports } from "./order";
import { isHcl } from "./workarounds";

/** A source collection of documents. */
export interface DocumentsSource extends NodeKeyOptions {
  /** The source collection, on the same or other nodes: `Collection.fromCollectionName` for one that is not managed here. */
  readonly collection: ICollection;

  /**
   * Filter for its documents: `"in_stock:true"`.
   * @default - all
   */
  readonly filterBy?: string;

  /**
   * The key itself, such as `stringValue` of an {@link EphemeralVariable}: it is stored neither in the state nor in a saved plan. An
   * import uses the key of that moment; another one imports nothing. Cannot be combined with keys and apiKey. Requires Terraform 1.11 or
   * OpenTofu 1.11; on cdktn, `targetVersions` in `cdktf.json` must include `{ "terraform": ">=1.11.0" }`.
   * @default - keys or apiKey; without any, the key of the collection, else the provider's dataApiKey
   */
  readonly apiKeyWo?: string;
}

/** Exactly one of file, content and from; and Terraform's meta-arguments. */
export interface DocumentsOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * Path of a file with one JSON document per line. A relative path starts in the directory of the program, that of `cdktf.json`. In
   * the synthesized files, the plan and the state, it is relative to the stack's directory, so it is the same in every checkout.
   * Terraform reads the file at plan and at apply; the same documents in another file import nothing.
   * @default - content or from
   */
  readonly file?: string;

  /**
   * The documents themselves, one JSON document per line.
   * @default - file or from
   */
  readonly content?: string;

  /**
   * A source collection. Changes of its documents are not detected: use triggers to import them again.
   * @default - file or content
   */
  readonly from?: DocumentsSource;

  /**
   * Action for a document whose id already exists: `"upsert"` replaces it, `"create"` rejects it, `"update"` changes the given
   * fields of an existing document, `"emplace"` does so or creates it.
   * @default "upsert"
   */
  readonly action?: "upsert" | "create" | "update" | "emplace" | (string & Record<never, never>);

  /**
   * Number of documents that the server indexes before it serves searches again.
   * @default - the server's: 40
   */
  readonly batchSize?: number;

  /**
   * Any values. If one is changed or added, the documents are imported again. A replaced collection needs no trigger: the same deploy
   * imports them into the new one.
   * @default - only changed documents are imported again
   */
  readonly triggers?: { [name: string]: string };
}

/** Documents that were imported: see {@link Documents}. */
export interface IDocuments extends INodesPart, ITerraformDependable {
  /** The number of documents that the last import has written. */
  readonly numImported: number;

  /** Time at which the last import ended, in RFC 3339. */
  readonly importedAt: string;
}

export interface DocumentsProps extends DocumentsOptions {
  /** The target collection: `Collection.fromCollectionName` for one that is not managed here. */
  readonly collection: ICollection;
}

/**
 * Documents that are imported into a collection, and again when they change. Rejected documents fail the deploy, with their lines and
 * reasons; accepted documents stay. Destroying it keeps the documents.
 * @throws unless there is exactly one of file, content and from, for a file that cannot be read or is empty, and for a
 * backslash in content if HCL is synthesized, in which CDKTF writes it incorrectly.
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
      const source = from && sourceOf(self, owner, from, nodes);
      const resource = new DocumentsResource(self, "Default", {
        ...config,
        ...nodes,
        dependsOn: dependenciesOf(nodes, source?.provider),
        collection: collection.collectionName,
        file: fileFromStack(self, owner, file),
        from: source?.block,
        triggers,
      });
      const { apiKeyWo } = source?.block ?? {};
      if (apiKeyWo !== undefined) noteWriteOnly(resource, "from.apiKeyWo", apiKeyWo);
      return resource;
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
    `${owner} has an empty content, so there is nothing to import: pass one JSON document per line.`,
  );
  check(
    !isHcl(scope) || !content.includes("\\"),
    `${owner} has a backslash in its content, which CDKTF writes incorrectly in HCL: pass a file instead, or synthesize JSON ` +
      "(without --hcl).",
  );
}

/** Returns a path relative to the directory of the stack, so that plan and state are the same in every checkout. */
function fileFromStack(scope: Construct, owner: string, file: string | undefined): string | undefined {
  if (file === undefined || Token.isUnresolved(file)) return file;
  const path = resolve(file);
  const problem = fileProblem(path);
  check(
    problem === undefined,
    `${owner} has the file ${JSON.stringify(file)}, which ${problem}: pass the path of a file with one JSON document per line, ` +
      "relative to the directory of the program.",
  );
  const stack = TerraformStack.of(scope);
  const { root } = stack.node;
  if (!App.isApp(root)) return path;
  // Resolved, because the system follows links before it applies "..".
  const folder = join(realpathSync(root.outdir), Manifest.stacksFolder, stack.node.id);
  return `$\{path.module}/${relative(folder, path)}`;
}

/** Returns the block `from`, and the provider configuration with its key, if that is not in the state. */
function sourceOf(
  scope: Construct,
  owner: string,
  { collection, filterBy, ...options }: DocumentsSource,
  target: NodesAttributes,
) {
  const { clusterId, nodeUrls, collectionName } = collection;
  const { apiKeyWo } = options;
  const given = keyOf(scope, `${owner}, in from,`, options);
  check(
    given === undefined || apiKeyWo === undefined,
    `${owner}, in from, has apiKeyWo and another key, but requests can have one key only: pass one of them.`,
  );
  const block = { clusterId, nodeUrls, collection: collectionName, filterBy };
  if (apiKeyWo !== undefined) return { block: { ...block, apiKeyWo } };
  const { apiKey, provider } = given ?? collection;
  const isOther = provider instanceof DataProvider && provider !== target.provider && apiKey === undefined;
  return { block: { ...block, apiKey, apiKeyWo: isOther ? provider.dataApiKey : undefined }, provider };
}

const CHUNK = 64 * 1024;

/** Returns the reason why documents cannot be imported from a file, as the end of a sentence. */
function fileProblem(path: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    return `cannot be read (${(error as Error).message})`;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return "is not a file";
    return isBlank(descriptor) ? "is empty" : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads up to the first document. */
function isBlank(descriptor: number): boolean {
  const chunk = Buffer.alloc(CHUNK);
  for (;;) {
    const length = readSync(descriptor, chunk);
    if (length === 0) return true;
    if (chunk.toString("latin1", 0, length).trim() !== "") return false;
  }
}
