import { Op, TerraformSelf, Token } from "cdktf";
import { Construct } from "constructs";
import { check } from "./check";
import {
  type CollectionExpectationOptions,
  type ICollection,
  type ICollectionExpectation,
  isManaged,
} from "./collectionInterface";
import { withConditionBlocks } from "./conditionBlocks";
import { DataSearchcloudSearch } from "./generated/data-searchcloud-search";
import { readAfterImports } from "./importOrder";
import { nodesOf } from "./nodesPart";
import { textsOf } from "./searchParameters";

export interface CollectionExpectationProps extends CollectionExpectationOptions {
  /** The collection to search. */
  readonly collection: ICollection;
}

/**
 * A search that has to find documents: a postcondition that fails the deploy. It runs after the collection's imports; when
 * a deploy changes none of them, at plan.
 * @throws when foundAtLeast is no whole number above 0.
 */
export class CollectionExpectation extends Construct implements ICollectionExpectation {
  /** Type of the data source in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = DataSearchcloudSearch.tfResourceType;

  private readonly resource: DataSearchcloudSearch;

  constructor(scope: Construct, id: string, props: CollectionExpectationProps) {
    super(scope, id);
    const { collection, alias, query, foundAtLeast = 1, dependsOn = [] } = props;
    checkCount(`CollectionExpectation "${id}"`, foundAtLeast);
    // A name that is known before the collection is created would be searched at plan.
    const before = [
      ...(isManaged(collection) ? [collection] : []),
      ...(alias === undefined ? [] : [alias]),
      ...dependsOn,
    ];
    const search = new DataSearchcloudSearch(this, "Default", {
      ...nodesOf(this, `CollectionExpectation "${id}"`, props, collection),
      collection: alias?.aliasName ?? collection.collectionName,
      parameters: textsOf(query),
      ...(before.length > 0 && { dependsOn: before }),
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
    `${owner} has foundAtLeast ${count}, but a search that finds nothing proves nothing: pass a whole number of at least 1.`,
  );
}

function found(atLeast: number) {
  const [name, count] = [TerraformSelf.getString("collection"), TerraformSelf.getString("found")];
  return {
    condition: Op.gte(TerraformSelf.getNumber("found"), atLeast),
    errorMessage:
      `The search in the collection ${name} should find at least ${atLeast}, and found ${count}. The collection, its documents ` +
      "and its aliases stay as they are. Look at the query and at what was imported, then run deploy again.",
  };
}
