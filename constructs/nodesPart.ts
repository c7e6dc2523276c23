import {
  Fn,
  type ITerraformDependable,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
  Token,
} from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { nodeUrlProblem } from "../src/api/addresses";
import type { IApiKeys } from "./apiKeys";
import { check, warnAboutLiteralKey } from "./checks";
import type { ICluster } from "./clusterBase";
import { inheritedProvider } from "./clusterPart";
import type { ICollection } from "./collection";
import { dependenciesOf } from "./dataProvider";
import type { IKey } from "./key";
import type { ITemporaryKey } from "./temporaryKey";
import { importExisting, withConditionBlocks } from "./workarounds";

/** The data-plane key for something on nodes. */
export interface NodeKeyOptions {
  /**
   * The issued keys of the cluster, of which the admin key is used, or a {@link Key} or {@link TemporaryKey} with the required
   * permissions. Without a value in the state, a key is used through its `dataProvider`, so `provider` cannot be passed. Cannot be
   * combined with apiKey.
   * @default - apiKey; without either, the key of the related collection, else the provider's dataApiKey
   */
  readonly keys?: IApiKeys | IKey | ITemporaryKey;

  /**
   * The key itself, if it is issued elsewhere. Prefer the environment variable SEARCHCLOUD_DATA_API_KEY: a literal is readable in the
   * synthesized files.
   * @default - keys; without either, the key of the related collection, else the provider's dataApiKey
   */
  readonly apiKey?: string;
}

/** A construct on nodes. */
export interface INodesPart extends IConstruct {
  /**
   * Reference ID of the cluster.
   * @default - none: nodeUrls names the nodes
   */
  readonly clusterId?: string;

  /**
   * URLs of the nodes.
   * @default - none: the nodes of clusterId
   */
  readonly nodeUrls?: string[];

  /**
   * Provider configuration that can access it, also used by related constructs in the same stack.
   * @default - the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}

/** The nodes: exactly one of cluster and nodeUrls. */
export interface NodesProps {
  /**
   * The cluster, whose nodes a deploy looks up.
   * @default - nodeUrls; without either, the nodes of the related collection
   */
  readonly cluster?: ICluster;

  /**
   * URLs of the nodes of a self-hosted server: `["https://search.internal:8108"]`. https, or http to this machine.
   * @default - those of cluster; without either, the nodes of the related collection
   */
  readonly nodeUrls?: string[];
}

/** The attributes of everything on nodes. */
export interface NodesAttributes {
  readonly clusterId?: string;
  readonly nodeUrls?: string[];
  readonly apiKey?: string;
  readonly provider?: TerraformProvider;
  readonly dependsOn?: ITerraformDependable[];
}

interface MetaGiven {
  readonly provider?: TerraformProvider;
  readonly dependsOn?: ITerraformDependable[];
}

type NodesGiven = NodesProps & NodeKeyOptions & MetaGiven;

/**
 * Returns the nodes, the key and the provider of the props, by default those of the collection.
 * @throws unless there is exactly one of cluster and nodeUrls, for URLs that would not protect the key, and for two keys
 */
export function nodesOf(
  scope: Construct,
  owner: string,
  props: NodesGiven,
  collection?: ICollection,
): NodesAttributes {
  const { apiKey, provider: own } = keyOf(scope, owner, props) ?? { apiKey: collection?.apiKey };
  const origin = originOf(owner, props) ?? collection;
  check(origin !== undefined, `${owner} has neither cluster nor nodeUrls: pass one of them.`);
  const { clusterId, nodeUrls } = origin;
  const provider = props.provider ?? own ?? inheritedProvider(scope, origin.provider);
  return { clusterId, nodeUrls, apiKey, provider, dependsOn: dependenciesOf(props, provider) };
}

function originOf(
  owner: string,
  { cluster, nodeUrls }: NodesProps,
): Pick<NodesAttributes, "clusterId" | "nodeUrls" | "provider"> | undefined {
  check(
    cluster === undefined || nodeUrls === undefined,
    `${owner} has cluster and nodeUrls, but it can be on one server only: pass one of them.`,
  );
  if (cluster !== undefined) return { clusterId: cluster.clusterId, provider: cluster.provider };
  if (nodeUrls === undefined) return undefined;
  checkUrls(owner, nodeUrls);
  return { nodeUrls };
}

function checkUrls(owner: string, urls: string[]): void {
  if (Token.isUnresolved(urls)) return;
  check(urls.length > 0, `${owner} has no URLs in nodeUrls: pass the URL of each node.`);
  for (const url of urls) {
    const problem = Token.isUnresolved(url) ? undefined : nodeUrlProblem(url);
    check(problem === undefined, `${owner} has ${JSON.stringify(url)} in nodeUrls, which ${problem}.`);
  }
}

/** @throws if the options name two keys */
export function checkOneKey(owner: string, { keys, apiKey }: NodeKeyOptions): void {
  check(
    keys === undefined || apiKey === undefined,
    `${owner} has keys and apiKey, but requests can have one key only: pass one of them.`,
  );
}

/** A data-plane key as an argument, or, if its value is not in the state, the provider configuration that has it. */
export type GivenKey = Pick<NodesAttributes, "apiKey" | "provider">;

/**
 * Returns the data-plane key that the options name, if any.
 * @throws if they name two, and if the provider configuration of the key cannot be used
 */
export function keyOf(
  scope: Construct,
  owner: string,
  options: NodeKeyOptions & MetaGiven,
): GivenKey | undefined {
  const { keys, apiKey } = options;
  checkOneKey(owner, options);
  warnAboutLiteralKey(scope, "apiKey", apiKey, "SEARCHCLOUD_DATA_API_KEY");
  if (keys === undefined) return apiKey === undefined ? undefined : { apiKey };
  if ("adminKey" in keys) return { apiKey: keys.adminKey };
  const { dataProvider } = keys;
  if (dataProvider === undefined) return { apiKey: keys.value };
  checkProvider(scope, owner, keys, dataProvider, options);
  return { provider: dataProvider };
}

function checkProvider(
  scope: Construct,
  owner: string,
  { node }: IKey | ITemporaryKey,
  own: TerraformProvider,
  { provider = own }: MetaGiven,
): void {
  const why = `the value of the key "${node.id}" is not in the state, so only its dataProvider has it`;
  check(
    provider === own,
    `${owner} has keys and provider, but ${why}: pass keys only, or provider: cluster.dataProvider({ apiKey }).`,
  );
  const [here, there] = [scope, own].map((part) => TerraformStack.of(part).node.id);
  check(
    here === there,
    `${owner} has a key of the stack "${there}", but ${why}, and a stack cannot use a provider of another one: leave keys out, and pass ` +
      `provider: cluster.dataProvider({ apiKey }) with a variable of the stack "${here}".`,
  );
}

/** Makes the next deploy import an existing object, by its name or number on its nodes. */
export function importFromNodes(
  resource: TerraformResource,
  { clusterId, nodeUrls = [] }: NodesAttributes,
  name: string,
  provider: TerraformProvider | undefined,
): void {
  const [first = ""] = Token.isUnresolved(nodeUrls) ? [Token.asString(Fn.element(nodeUrls, 0))] : nodeUrls;
  const place = clusterId ?? first.replace(/\/+$/, "");
  importExisting(resource, `${place}/${name}`, provider);
}

/** The props of a construct on nodes. */
type NodesPartProps = NodesGiven & { readonly collection?: ICollection | string };

/** A construct on nodes with one resource. */
export abstract class NodesPart<Resource extends TerraformResource> extends Construct implements INodesPart {
  readonly clusterId?: string;
  readonly nodeUrls?: string[];
  readonly provider?: TerraformProvider;

  /** @internal */
  protected readonly resource: Resource;

  constructor(
    scope: Construct,
    id: string,
    owner: string,
    props: NodesPartProps,
    create: (scope: Construct, nodes: NodesAttributes) => Resource,
  ) {
    super(scope, id);
    const { collection } = props;
    const nodes = nodesOf(this, owner, props, typeof collection === "string" ? undefined : collection);
    this.clusterId = nodes.clusterId;
    this.nodeUrls = nodes.nodeUrls;
    this.provider = nodes.provider;
    this.resource = withConditionBlocks(create(this, nodes));
  }

  /** Address of the resource, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /** @internal */
  protected importByName(name: string, provider?: TerraformProvider): void {
    importFromNodes(this.resource, this, name, provider);
  }
}
