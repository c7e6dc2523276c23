import {
  Annotations,
  type IResolvable,
  type ITerraformDependable,
  Op,
  type Postcondition,
  type TerraformMetaArguments,
  TerraformSelf,
  Token,
} from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { check, regionWarning } from "./checks";
import type { ICluster } from "./cluster";
import { ClusterPart } from "./clusterPart";
import { CloningOperation } from "./generated/cloning-operation";
import { ConfigurationChange } from "./generated/configuration-change";
import { DataSearchcloudSearch } from "./generated/data-searchcloud-search";
import { UpgradeRehearsal as UpgradeRehearsalResource } from "./generated/upgrade-rehearsal";
import { checkOneKey, keyOf, type NodeKeyOptions } from "./nodesPart";
import { type Block, runAfter } from "./order";
import type { Region } from "./topology";
import { checkQueries, keyOfCollections, queryBlocks, type UpgradeQueryOptions } from "./upgradeQueries";

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

/** A version of the search server that a clone has to prove: see {@link UpgradeRehearsal}. */
export interface IUpgradeRehearsal extends IConstruct, ITerraformDependable {
  /** Identifier of the cloning operation that made the clone. */
  readonly rehearsalId: string;

  /** Status: `running`, `passed` or `failed`. */
  readonly status: string;

  /** The version that has passed; null until then. */
  readonly verifiedVersion: string;

  /** Reference ID of the clone; it stays here after the clone was terminated. */
  readonly cloneClusterId: string;

  /** When the clone was requested, in RFC 3339. */
  readonly startedAt: string;

  /** When it passed or failed, in RFC 3339; null until then. */
  readonly finishedAt: string;

  /** What was compared, for outputs: a list of `{ name, source, clone, passed, detail }`; null until then. */
  readonly checks: IResolvable;
}

export interface UpgradeRehearsalProps extends UpgradeRehearsalOptions {
  /** The cluster to be upgraded. */
  readonly cluster: ICluster;
}

/** Fails a deploy that ends before the version has passed, without tainting the rehearsal, whose clone would go then. */
const PASSED: Postcondition = {
  condition: Op.eq(TerraformSelf.getAny("status"), "passed"),
  errorMessage:
    `Version ${TerraformSelf.getString("search_server_version")} is not verified: its rehearsal has the status ` +
    `${TerraformSelf.getString("status")}. Nothing that waits for it has been done. Run deploy again: a rehearsal that is ` +
    "running goes on where it was, and one that has failed is repeated. Do not replace one that is running: its clone would " +
    "be terminated.",
};

/**
 * Rehearses a version of the search server (data-plane API, Upgrading: "test on a staging environment first"): clones the cluster at that version, compares what the clone has and answers with
 * what the cluster does, and terminates the clone. The clone is a second cluster that is billed meanwhile. A rehearsal that
 * fails fails the deploy, with a table of what differs.
 *
 * It runs after all that the same stack declares on the cluster, also later in the program: collections, documents, aliases, keys, server
 * parameters, expectations. What depends on the rehearsal comes after it.
 *
 * To roll the version out as well, use {@link ServerUpgrade}. This one alone is for a `Cluster` whose `searchServerVersion` is edited
 * once the version has passed.
 * @throws for an empty version, for two keys, and for a query that could compare nothing.
 */
export class UpgradeRehearsal extends ClusterPart<UpgradeRehearsalResource> implements IUpgradeRehearsal {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = UpgradeRehearsalResource.tfResourceType;

  constructor(scope: Construct, id: string, props: UpgradeRehearsalProps) {
    const owner = `UpgradeRehearsal "${id}"`;
    const { cluster, keys, queries = [], lifecycle, ...config } = props;
    checkRehearsal(owner, props);
    super(scope, id, props, (self, belonging) => {
      const apiKey = keyOf(self, owner, props) ?? keyOfCollections(queries);
      const postcondition = [...(lifecycle?.postcondition ?? []), PASSED];
      const all = { ...config, ...belonging, apiKey, query: queryBlocks(queries) };
      return new UpgradeRehearsalResource(self, "Default", {
        ...all,
        lifecycle: { ...lifecycle, postcondition },
      });
    });
    const { clusterId } = cluster;
    runAfter(this.resource, (resolve) => {
      const id = resolve(clusterId);
      return (block) => isOnCluster(block, id);
    });
    const advice = regionWarning(props.targetRegion === undefined ? [] : [props.targetRegion]);
    if (advice !== undefined) Annotations.of(this).addWarning(advice);
    if (queries.length === 0) Annotations.of(this).addWarning(NO_QUERIES);
  }

  get rehearsalId(): string {
    return this.resource.id;
  }

  get status(): string {
    return this.resource.status;
  }

  get verifiedVersion(): string {
    return this.resource.verifiedVersion;
  }

  get cloneClusterId(): string {
    return this.resource.cloneClusterId;
  }

  get startedAt(): string {
    return this.resource.startedAt;
  }

  get finishedAt(): string {
    return this.resource.finishedAt;
  }

  get checks(): IResolvable {
    return this.resource.interpolationForAttribute("checks");
  }
}

const NO_QUERIES =
  "No query is rehearsed, so only the health of the nodes and the numbers of documents are compared. Add the searches that " +
  "your users run most to queries.";

/** @throws for what a deploy would refuse, or notice only after the clone was paid for. */
export function checkRehearsal(
  owner: string,
  props: RehearsedVersionOptions & { readonly cluster: ICluster },
): void {
  const { cluster, searchServerVersion: version, queries = [] } = props;
  check(
    Token.isUnresolved(version) || (typeof version === "string" && version.trim() !== ""),
    `${owner} has no searchServerVersion, and there is nothing to rehearse: pass the version that is to come, such as "31.0".`,
  );
  checkOneKey(owner, props);
  checkQueries(owner, cluster, queries);
}

/** What happens to the whole cluster is not on it. */
const OF_THE_WHOLE: readonly string[] = [
  CloningOperation.tfResourceType,
  ConfigurationChange.tfResourceType,
  UpgradeRehearsalResource.tfResourceType,
];

/** Whether it is something on the cluster: what a clone copies, or a search that has to find it before anything is paid for. */
function isOnCluster({ kind, type, attributes }: Block, clusterId: string): boolean {
  if (!type.startsWith("searchcloud_") || attributes.cluster_id !== clusterId) return false;
  return kind === "resource" ? !OF_THE_WHOLE.includes(type) : type === DataSearchcloudSearch.tfResourceType;
}
