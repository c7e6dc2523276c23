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
import type { ICluster } from "./clusterBase";
import { ClusterPart } from "./clusterPart";
import { dependenciesOf } from "./dataProvider";
import { CloningOperation } from "./generated/cloning-operation";
import { ConfigurationChange } from "./generated/configuration-change";
import { DataSearchcloudSearch } from "./generated/data-searchcloud-search";
import { UpgradeRehearsal as UpgradeRehearsalResource } from "./generated/upgrade-rehearsal";
import { checkOneKey, keyOf, type NodeKeyOptions } from "./nodesPart";
import { type Block, runAfter } from "./order";
import type { Region } from "./topology";
import { checkQueries, keyOfCollections, queryBlocks, type UpgradeQueryOptions } from "./upgradeQueries";

/** The settings of a rehearsal. */
export interface RehearsedVersionOptions extends NodeKeyOptions {
  /**
   * The version of the search server, such as `"31.0"`; a prefix such as `"31"` means any version that begins with it.
   * It must differ from the cluster's version. An edit rehearses again.
   */
  readonly searchServerVersion: string;

  /**
   * Searches whose results on the clone must match those of the cluster: the most frequent searches of your users, and one for each
   * feature that you rely on. An edit rehearses again.
   * @default - none, with a warning: only the health of the nodes and the numbers of documents are compared
   */
  readonly queries?: readonly UpgradeQueryOptions[];

  /**
   * Region of the clone, such as `"oregon"` or `Region.OREGON`. An edit rehearses again.
   * @default - the service chooses
   */
  readonly targetRegion?: Region;

  /**
   * Any values. If one of them changes, the version is rehearsed again.
   * @default - only an edit rehearses again
   */
  readonly triggers?: { [name: string]: string };

  /**
   * Keeps the clone, a billed cluster: `"never"` always terminates it; `"on_failure"` leaves it in service after a failed rehearsal, to
   * investigate the differences, until the rehearsal is repeated or destroyed.
   * @default "never"
   */
  readonly keepClone?: "never" | "on_failure" | (string & Record<never, never>);
}

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface UpgradeRehearsalTimeouts {
  /**
   * Time for the clone to be in service with healthy nodes, and for comparing the queries. After it, the rehearsal is kept, and the next
   * deploy resumes it.
   * @default "4h"
   */
  readonly create?: string;

  /**
   * Time for the clone to be terminated.
   * @default "30m"
   */
  readonly delete?: string;
}

/** The settings of a rehearsal, and Terraform's meta-arguments. */
export interface UpgradeRehearsalOptions extends RehearsedVersionOptions, TerraformMetaArguments {
  /**
   * E-mail addresses to notify about the cloning operation.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Timeouts of the rehearsal.
   * @default - 4 hours to create, 30 minutes to delete
   */
  readonly timeouts?: UpgradeRehearsalTimeouts;
}

/** A version of the search server that is tested on a clone: see {@link UpgradeRehearsal}. */
export interface IUpgradeRehearsal extends IConstruct, ITerraformDependable {
  /** Identifier of the cloning operation for the clone. */
  readonly rehearsalId: string;

  /** Status: `running`, `passed` or `failed`. */
  readonly status: string;

  /** The version that passed; null until then. */
  readonly verifiedVersion: string;

  /** Reference ID of the clone, also after its termination. */
  readonly cloneClusterId: string;

  /** Time at which the clone was requested, in RFC 3339. */
  readonly startedAt: string;

  /** Time at which the rehearsal passed or failed, in RFC 3339; null until then. */
  readonly finishedAt: string;

  /** The comparisons, for outputs: a list of `{ name, source, clone, passed, detail }`; null until then. */
  readonly checks: IResolvable;
}

export interface UpgradeRehearsalProps extends UpgradeRehearsalOptions {
  /** The cluster to be upgraded. */
  readonly cluster: ICluster;
}

/** Fails a deploy that ends before the version has passed, without tainting the rehearsal, which would terminate its clone. */
const PASSED: Postcondition = {
  condition: Op.eq(TerraformSelf.getAny("status"), "passed"),
  errorMessage:
    `Version ${TerraformSelf.getString("search_server_version")} is not verified: its rehearsal has the status ` +
    `${TerraformSelf.getString("status")}. Nothing that depends on it was done. Run deploy again: a running rehearsal is ` +
    "resumed, a failed one repeated. Do not replace a running rehearsal: its clone would be terminated.",
};

/**
 * Rehearses a version of the search server (data-plane API, Upgrading: "test on a staging environment first"): clones the cluster at
 * that version, compares the clone's contents and search results with the cluster's, and terminates the clone, a second billed
 * cluster. A failed rehearsal fails the deploy, with a table of the differences.
 *
 * It runs after everything that the stack declares on the cluster, including what the program adds later: collections, documents,
 * aliases, keys, server parameters, expectations. Dependents of the rehearsal run after it.
 *
 * To upgrade the cluster as well, use {@link ServerUpgrade}. Use the rehearsal alone for a `Cluster` whose `searchServerVersion` you edit
 * once the version has passed.
 * @throws for an empty version, for two keys, and for a query that cannot compare anything.
 */
export class UpgradeRehearsal extends ClusterPart<UpgradeRehearsalResource> implements IUpgradeRehearsal {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = UpgradeRehearsalResource.tfResourceType;

  constructor(scope: Construct, id: string, props: UpgradeRehearsalProps) {
    const owner = `UpgradeRehearsal "${id}"`;
    const { cluster, keys, queries = [], lifecycle, ...config } = props;
    checkRehearsal(owner, props);
    super(scope, id, props, (self, belonging) => {
      const key = keyOf(self, owner, props) ?? keyOfCollections(queries);
      const provider = props.provider ?? key?.provider ?? belonging.provider;
      const postcondition = [...(lifecycle?.postcondition ?? []), PASSED];
      const nodes = {
        ...belonging,
        provider,
        apiKey: key?.apiKey,
        dependsOn: dependenciesOf(props, provider),
      };
      const all = { ...config, ...nodes, query: queryBlocks(queries) };
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
  "The rehearsal has no queries, so only the health of the nodes and the numbers of documents are compared. Add the most frequent " +
  "searches of your users to queries.";

/** @throws for what a deploy would reject, or detect only after the clone was paid for */
export function checkRehearsal(
  owner: string,
  props: RehearsedVersionOptions & { readonly cluster: ICluster },
): void {
  const { cluster, searchServerVersion: version, queries = [] } = props;
  check(
    Token.isUnresolved(version) || (typeof version === "string" && version.trim() !== ""),
    `${owner} has no searchServerVersion, so there is nothing to rehearse: pass the next version, such as "31.0".`,
  );
  checkOneKey(owner, props);
  checkQueries(owner, cluster, queries);
}

/** Resources that concern the cluster as a whole, not its contents. */
const WHOLE_CLUSTER: readonly string[] = [
  CloningOperation.tfResourceType,
  ConfigurationChange.tfResourceType,
  UpgradeRehearsalResource.tfResourceType,
];

/** True for contents of the cluster, which a clone copies, and for searches, which must pass before the clone is paid for. */
function isOnCluster({ kind, type, attributes }: Block, clusterId: string): boolean {
  if (!type.startsWith("searchcloud_") || attributes.cluster_id !== clusterId) return false;
  return kind === "resource" ? !WHOLE_CLUSTER.includes(type) : type === DataSearchcloudSearch.tfResourceType;
}
