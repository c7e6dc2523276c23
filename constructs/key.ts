import { Annotations, type TerraformProvider, Token } from "cdktf";
import type { Construct } from "constructs";
import { Collection } from "./collection";
import { CollectionAlias } from "./collectionAlias";
import type { ICollection, ICollectionAlias, IKey } from "./collectionInterface";
import type { KeyOptions } from "./collectionOptions";
import { Key as KeyResource } from "./generated/key";
import { NodesPart, type NodesProps } from "./nodesPart";

export interface KeyProps extends KeyOptions, NodesProps {}

/**
 * A data-plane key that allows some actions on some collections. A server shows it once: it is kept in Terraform's state, so
 * encrypt the state. Destroying it revokes it.
 *
 * An edit makes another key before the old one is revoked, unless `lifecycle` says otherwise. Terraform then replaces what
 * the key depends on in the same order.
 * @throws unless there is exactly one of cluster and nodeUrls.
 */
export class Key extends NodesPart<KeyResource> implements IKey {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = KeyResource.tfResourceType;

  constructor(scope: Construct, id: string, props: KeyProps) {
    const { cluster, keys, description = id, collections, lifecycle, ...config } = props;
    super(scope, id, `Key "${id}"`, props, (self, nodes) => {
      if (props.value !== undefined && !Token.isUnresolved(props.value))
        Annotations.of(self).addWarning(
          "The prop value is a literal, so the key is readable in the synthesized files. Pass a sensitive TerraformVariable, or leave it out.",
        );
      return new KeyResource(self, "Default", {
        ...config,
        ...nodes,
        description,
        collections: collections.map(nameOf),
        lifecycle: { createBeforeDestroy: true, ...lifecycle },
      });
    });
  }

  get keyId(): string {
    return this.resource.id;
  }

  get value(): string {
    return this.resource.value;
  }

  get valuePrefix(): string {
    return this.resource.valuePrefix;
  }

  importFrom(keyNumber: string, provider?: TerraformProvider): void {
    this.importByName(keyNumber, provider);
  }
}

/**
 * The name as it was given: a reference would make Terraform create a replaced collection before it drops the old one, as
 * it does with the key, and a server has one collection of a name.
 */
function nameOf(named: ICollection | ICollectionAlias | string): string {
  if (typeof named === "string") return named;
  if (named instanceof Collection || named instanceof CollectionAlias) return named.givenName;
  return "aliasName" in named ? named.aliasName : named.collectionName;
}
