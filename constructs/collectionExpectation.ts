import { type ITerraformDependable, Op, TerraformSelf, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { check } from "./checks";
import type { ICollection } from "./collection";
import type { ICollectionAlias } from "./collectionAlias";
import { DataSearchcloudSearch } from "./generated/data-searchcloud-search";
import { type NodeKeyOptions, nodesOf } from "./nodesPart";
import { readAfterImports } from "./order";
import { withConditionBlocks } from "./workarounds";

/** Parameters of a search, by the server's names: `{ q: "*", query_by: "title" }`. */
export interface SearchParameters {
  readonly [parameter: string]: string | number | boolean;
}

/** A search and its expected result. */
export interface CollectionExpectationOptions extends NodeKeyOptions {
  /** Parameters of the search, by the server's names: `{ q: "*", query_by: "title" }`. */
  readonly query: SearchParameters;

  /**
   * The alias to search, as applications do: a key for an alias does not allow the collection's own name. The search waits for the
   * alias.
   * @default - the collection's own name
   */
  readonly alias?: ICollectionAlias;

  /**
   * The minimum number of documents to find.
   * @default 1
   */
  readonly foundAtLeast?: number;

  /**
   * Further dependencies of the search, in addition to the collection and its imports.
   * @default - nothing
   */
  readonly dependsOn?: ITerraformDependable[];
}

/** A search that a deploy depends on: see {@link CollectionExpectation}. */
export interface ICollectionExpectation extends IConstruct, ITerraformDependable {
  /** The number of documents found. */
  readonly found: number;
}

export interface CollectionExpectationProps extends CollectionExpectationOptions {
  /** The collection to search. */
  readonly collection: ICollection;
}

/**
 * A search that must find documents, as a postcondition that fails the deploy. It runs after the collection's imports; if a deploy
 * changes none of them, at plan.
 * @throws if foundAtLeast is not a whole number above 0.
 */
export class CollectionExpectation extends Construct implements ICollectionExpectation {
  /** Type of the data source in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = DataSearchcloudSearch.tfResourceType;

  private readonly resource: DataSearchcloudSearch;

  constructor(scope: Construct, id: string, props: CollectionExpectationProps) {
    super(scope, id);
    const { collection, alias, query, foundAtLeast = 1, dependsOn = [] } = props;
    checkCount(`CollectionExpectation "${id}"`, foundAtLeast);
    // Without these dependencies, a known name would be searched at plan, before the collection is created.
    const before = [
      ...(isManaged(collection) ? [collection] : []),
      ...(alias === undefined ? [] : [alias]),
      ...dependsOn,
    ];
    const nodes = nodesOf(this, `CollectionExpectation "${id}"`, { ...props, dependsOn: before }, collection);
    const search = new DataSearchcloudSearch(this, "Default", {
      ...nodes,
      collection: alias?.aliasName ?? collection.collectionName,
      parameters: stringsOf(query),
      lifecycle: { postcondition: [found(foundAtLeast)] },
    });
    this.resource = withConditionBlocks(search);
    readAfterImports(collection, search);
  }

  /** Address of the data source, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.resource.fqn;
  }

  get found(): number {
    return this.resource.found;
  }
}

function checkCount(owner: string, count: number): void {
  check(
    Token.isUnresolved(count) || (Number.isInteger(count) && count > 0),
    `${owner} has foundAtLeast ${count}, but a search must find at least one document: pass a whole number of at least 1.`,
  );
}

function found(atLeast: number) {
  const [name, count] = [TerraformSelf.getString("collection"), TerraformSelf.getString("found")];
  return {
    condition: Op.gte(TerraformSelf.getNumber("found"), atLeast),
    errorMessage:
      `The search in the collection ${name} found ${count} documents, fewer than the expected ${atLeast}. The collection, its documents ` +
      "and its aliases are not changed. Check the query and the imported documents, then run deploy again.",
  };
}

function isManaged(collection: ICollection): collection is ICollection & ITerraformDependable {
  return "fqn" in collection;
}

/** Returns the parameters as strings, as the provider expects them. */
export function stringsOf(parameters: SearchParameters): { [parameter: string]: string } {
  if (Token.isUnresolved(parameters)) return parameters as never;
  const texts = Object.entries(parameters).map(([name, value]) => [
    name,
    Token.isUnresolved(value) ? Token.asString(value) : `${value}`,
  ]);
  return Object.fromEntries(texts);
}
