import { type ITerraformDependable, type TerraformMetaArguments, type TerraformProvider, Token } from "cdktf";
import { Construct } from "constructs";
import { belongingTo } from "./belonging";
import type { ICluster } from "./clusterInterface";
import { ClusterResource, ServerParameterResource } from "./resources";

/** One parameter of a search server, and Terraform's meta-arguments. */
export interface ServerParameterOptions extends TerraformMetaArguments {
  /**
   * Name of the parameter, such as `"max-per-page"`. Another name makes another parameter in place of this one.
   *
   * @default - the construct's id
   */
  readonly parameterName?: string;

  /** Value of the parameter, always as a text: `"500"`. Changed in place. */
  readonly value: string;
}

export interface ServerParameterProps extends ServerParameterOptions {
  /** The cluster to which it belongs. A `Cluster` of this program has `serverParameters`, which also restart it. */
  readonly cluster: ICluster;
}

/**
 * One configuration parameter of a cluster's search server (docs/design/api-assumptions.md#parameters): for clusters that no
 * {@link Cluster} of this program manages. It takes effect when the cluster is next restarted, which this does not do:
 * `cluster.addConfigurationChange("restart", { triggers: { pageSize: parameter.value }, dependsOn: [parameter] })`.
 */
export class ServerParameter extends Construct implements ITerraformDependable {
  /** Type of the resource, as Terraform and CDKTF's test matchers call it. */
  static readonly tfResourceType = ServerParameterResource.tfResourceType;

  /** Name of the parameter. */
  readonly parameterName: string;

  private readonly resource: ServerParameterResource;
  private readonly cluster: ICluster;

  constructor(scope: Construct, id: string, props: ServerParameterProps) {
    super(scope, id);
    const { cluster, parameterName: name = id, ...config } = props;
    checkParameterName(`ServerParameter "${id}"`, name);
    requireOneManager(`ServerParameter "${id}"`, cluster, name);
    this.parameterName = name;
    this.cluster = cluster;
    this.resource = new ServerParameterResource(this, "Default", {
      ...config,
      ...belongingTo(this, props),
      name,
    });
  }

  /** Identifier of the parameter. */
  get parameterId(): string {
    return this.resource.id;
  }

  /** The value, known after the parameter is set. */
  get value(): string {
    return this.resource.value;
  }

  /** Address of the resource, so that a parameter can stand in `dependsOn`. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Takes over a parameter that is set already: the next deploy imports it into the state instead of creating it.
   *
   * @param parameter - identifier or name of the parameter. @default - its name
   * @param provider - provider configuration whose key sees it. @default - that of the parameter
   */
  importFrom(parameter: string = this.parameterName, provider?: TerraformProvider): void {
    this.resource.importFrom(`${this.cluster.clusterId}/${parameter}`, provider ?? this.resource.provider);
  }
}

/** @throws when it cannot be the name of a parameter; what is known only at deploy passes. */
export function checkParameterName(owner: string, name: string): void {
  if (Token.isUnresolved(name) || (name !== "" && name.trim() === name)) return;
  throw new Error(
    `${owner} has the parameter name ${JSON.stringify(name)}, but a name is not empty and has no blanks around it: pass one such ` +
      'as "max-per-page".',
  );
}

/** The service has one entry for each name, so that the one made later would be refused. */
function requireOneManager(owner: string, cluster: ICluster, name: string): void {
  const resource = cluster.node.defaultChild;
  const said = resource instanceof ClusterResource ? resource.serverParametersInput : undefined;
  if (said === undefined || Token.isUnresolved(said) || !Object.hasOwn(said, name)) return;
  throw new Error(
    `${owner} sets ${JSON.stringify(name)}, but ${cluster.node.path} sets it in its serverParameters already: leave one ` +
      "of them out.",
  );
}
