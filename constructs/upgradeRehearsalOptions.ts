import type { TerraformMetaArguments } from "cdktf";
import type { ICollection, ICollectionAlias, NodeKeyOptions } from "./collectionInterface";
import type { Region } from "./region";
import type { SearchParameters } from "./searchParameters";

/** A search that the clone has to answer as the cluster does. */
export interface UpgradeQueryOptions {
  /**
   * What to call it in the checks and in messages.
   * @default - made of its collection, q and query_by
   */
  readonly name?: string;

  /** The collection or alias of the cluster that is searched, or its name. */
  readonly collection: ICollection | ICollectionAlias | string;

  /** Parameters of the search, by the server's names: `{ q: "shoes", query_by: "title" }`. Both clusters get the same. */
  readonly parameters: SearchParameters;

  /**
   * How many documents, best first, must be the same in the same order, 0 to 250. 0 compares none.
   * @default - 10, or `per_page` of the parameters where that is less
   */
  readonly sameTop?: number;

  /**
   * By how many percent of what the cluster finds the number of documents found may differ, 0 to 100.
   * @default 0
   */
  readonly tolerance?: number;

  /**
   * How many times as long the clone may take, at least 1: the ratio of the medians of five runs each.
   * @default - times are not compared, and the search runs once
   */
  readonly maxSlowdown?: number;
}

/** What is rehearsed, and how. */
export interface RehearsedVersionOptions extends NodeKeyOptions {
  /**
   * The version of the search server, such as `"31.0"`; a prefix such as `"31"` stands for any version that begins with it.
   * It must not be the one that the cluster runs. An edit rehearses again.
   */
  readonly searchServerVersion: string;

  /**
   * The searches that the clone has to answer as the cluster does: those that your users run most, and one for each feature
   * that you rely on. An edit rehearses again.
   * @default - none: only the health of the nodes and the numbers of documents are compared, which is warned of
   */
  readonly queries?: readonly UpgradeQueryOptions[];

  /**
   * Region of the clone, such as `"oregon"` or `Region.OREGON`. An edit rehearses again.
   * @default - the service chooses
   */
  readonly targetRegion?: Region;

  /**
   * Any values. When one of them changes, the version is rehearsed again.
   * @default - only an edit rehearses again
   */
  readonly triggers?: { [name: string]: string };

  /**
   * What happens to the clone, a billed cluster of its own, in the end: `"never"` terminates it, `"on_failure"` leaves it in
   * service when the rehearsal has failed, to look into what differs, until the rehearsal is repeated or destroyed.
   * @default "never"
   */
  readonly keepClone?: "never" | "on_failure" | (string & Record<never, never>);
}

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface UpgradeRehearsalTimeouts {
  /**
   * For the clone to be in service, all its nodes healthy and the queries compared. When it passes, the rehearsal is kept, and the
   * next deploy goes on where it was.
   * @default "4h"
   */
  readonly create?: string;

  /**
   * For the clone to be terminated.
   * @default "30m"
   */
  readonly delete?: string;
}

/** What is rehearsed, and Terraform's meta-arguments. */
export interface UpgradeRehearsalOptions extends RehearsedVersionOptions, TerraformMetaArguments {
  /**
   * E-mail addresses that are notified about the cloning operation.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * How long to wait for the service.
   * @default - 4 hours to create, 30 minutes to delete
   */
  readonly timeouts?: UpgradeRehearsalTimeouts;
}
