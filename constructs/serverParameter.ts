import { type ITerraformDependable, type TerraformMetaArguments, type TerraformProvider, Token } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { check } from "./checks";
import type { ICluster } from "./clusterBase";
import { ClusterPart } from "./clusterPart";
import { Cluster as ClusterResource } from "./generated/cluster";
import { ServerParameter as ServerParameterResource } from "./generated/server-parameter";

/** One parameter of a search server, and Terraform's meta-arguments. */
export interface ServerParameterOptions extends TerraformMetaArguments {
  /**
   * Name of the parameter, such as `"max-per-page"`. An edit replaces the parameter.
   * @default - the construct's id
   */
  readonly parameterName?: string;

  /** Value of the parameter, always a string: `"500"`. Changed in place. */
  readonly value: string;
}

/** A parameter of a cluster's search server: see {@link ServerParameter}. */
export interface IServerParameter extends IConstruct, ITerraformDependable {
  /** Name of the parameter. */
  readonly parameterName: string;

  /** Identifier of the parameter. */
  readonly parameterId: string;

  /** The value, known once the parameter is set. */
  readonly value: string;

  /**
   * Imports an existing parameter: the next deploy writes it to the state instead of creating it.
   * @param parameter - identifier or name of the parameter. @default - its name
   * @param provider - provider configuration whose key can access it. @default - that of the parameter
   */
  importFrom(parameter?: string, provider?: TerraformProvider): void;
}

export interface ServerParameterProps extends ServerParameterOptions {
  /** The cluster of the search server. For a `Cluster` of this program, use its `serverParameters`, which also restart it. */
  readonly cluster: ICluster;
}

/**
 * A configuration parameter of a cluster's search server, for clusters that no {@link Cluster} of this program manages.
 * It takes effect at the next restart of the cluster, which this construct does not request:
 * `cluster.addConfigurationChange("restart", { triggers: { pageSize: parameter.value }, dependsOn: [parameter] })`.
 * @throws if the name is empty or has blanks around it, or if the `Cluster` sets the same parameter.
 */
export class ServerParameter extends ClusterPart<ServerParameterResource> implements IServerParameter {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = ServerParameterResource.tfResourceType;

  readonly parameterName: string;

  constructor(scope: Construct, id: string, props: ServerParameterProps) {
    const { cluster, parameterName: name = id, ...config } = props;
    checkParameterName(`ServerParameter "${id}"`, name);
    checkManagedOnce(`ServerParameter "${id}"`, cluster, name);
    super(scope, id, props, (self, belonging) => {
      return new ServerParameterResource(self, "Default", { ...config, ...belonging, name });
    });
    this.parameterName = name;
  }

  get parameterId(): string {
    return this.resource.id;
  }

  get value(): string {
    return this.resource.value;
  }

  importFrom(parameter: string = this.parameterName, provider?: TerraformProvider): void {
    this.importById(parameter, provider);
  }
}

/** @throws for an invalid name of a parameter. A name that is known only at deploy passes. */
export function checkParameterName(owner: string, name: string): void {
  check(
    Token.isUnresolved(name) || (name !== "" && name.trim() === name),
    `${owner} has the parameter name ${JSON.stringify(name)}, but a name must not be empty or have blanks around it: pass one such ` +
      'as "max-per-page".',
  );
}

/** The service rejects a second entry of the same name. */
function checkManagedOnce(owner: string, cluster: ICluster, name: string): void {
  const resource = cluster.node.defaultChild;
  const managed = resource instanceof ClusterResource ? resource.serverParametersInput : undefined;
  check(
    managed === undefined || Token.isUnresolved(managed) || !Object.hasOwn(managed, name),
    `${owner} sets ${JSON.stringify(name)}, but ${cluster.node.path} already sets it in its serverParameters: remove one ` +
      "of them.",
  );
}
