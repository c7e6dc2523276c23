// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataSearchcloudCloningOperationsConfig extends cdktf.TerraformMetaArguments {
  /**
  * Cluster reference ID.
  */
  readonly clusterId: string;
  /**
  * Only cloning operations of this status, such as `succeeded`; without it, all.
  */
  readonly status?: string;
}
export interface DataSearchcloudCloningOperationsCloningOperations {
}

export function dataSearchcloudCloningOperationsCloningOperationsToTerraform(struct?: DataSearchcloudCloningOperationsCloningOperations): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudCloningOperationsCloningOperationsToHclTerraform(struct?: DataSearchcloudCloningOperationsCloningOperations): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudCloningOperationsCloningOperationsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): DataSearchcloudCloningOperationsCloningOperations | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudCloningOperationsCloningOperations | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // completed_at - computed: true, optional: false, required: false
  public get completedAt() {
    return this.getStringAttribute('completed_at');
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // notification_email_addresses - computed: true, optional: false, required: false
  public get notificationEmailAddresses() {
    return this.getListAttribute('notification_email_addresses');
  }

  // search_server_version - computed: true, optional: false, required: false
  public get searchServerVersion() {
    return this.getStringAttribute('search_server_version');
  }

  // source_region - computed: true, optional: false, required: false
  public get sourceRegion() {
    return this.getStringAttribute('source_region');
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // target_cluster_id - computed: true, optional: false, required: false
  public get targetClusterId() {
    return this.getStringAttribute('target_cluster_id');
  }

  // target_region - computed: true, optional: false, required: false
  public get targetRegion() {
    return this.getStringAttribute('target_region');
  }

  // updated_at - computed: true, optional: false, required: false
  public get updatedAt() {
    return this.getStringAttribute('updated_at');
  }
}

export class DataSearchcloudCloningOperationsCloningOperationsList extends cdktf.ComplexList {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param wrapsSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  constructor(protected override terraformResource: cdktf.IInterpolatingParent, protected override terraformAttribute: string, protected override wrapsSet: boolean) {
    super(terraformResource, terraformAttribute, wrapsSet)
  }

  /**
  * @param index the index of the item to return
  */
  public get(index: number): DataSearchcloudCloningOperationsCloningOperationsOutputReference {
    return new DataSearchcloudCloningOperationsCloningOperationsOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a `searchcloud_cloning_operations`
*/
export class DataSearchcloudCloningOperations extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_cloning_operations";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataSearchcloudCloningOperations resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataSearchcloudCloningOperations to import
  * @param importFromId The id of the existing DataSearchcloudCloningOperations that should be imported.
  * @param provider? Optional instance of the provider where the DataSearchcloudCloningOperations to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_cloning_operations", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_cloning_operations` Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataSearchcloudCloningOperationsConfig
  */
  public constructor(scope: Construct, id: string, config: DataSearchcloudCloningOperationsConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_cloning_operations',
      terraformGeneratorMetadata: {
        providerName: 'searchcloud',
        providerVersion: '0.1.0',
        providerVersionConstraint: '0.1.0'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._clusterId = config.clusterId;
    this._status = config.status;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // cloning_operations - computed: true, optional: false, required: false
  private _cloningOperations = new DataSearchcloudCloningOperationsCloningOperationsList(this, "cloning_operations", false);
  public get cloningOperations() {
    return this._cloningOperations;
  }

  // cluster_id - computed: false, optional: false, required: true
  private _clusterId?: string;
  public get clusterId() {
    return this.getStringAttribute('cluster_id');
  }
  public set clusterId(value: string) {
    this._clusterId = value;
  }
  // Temporarily expose input value. Use with caution.
  public get clusterIdInput() {
    return this._clusterId;
  }

  // status - computed: false, optional: true, required: false
  private _status?: string;
  public get status() {
    return this.getStringAttribute('status');
  }
  public set status(value: string) {
    this._status = value;
  }
  public resetStatus() {
    this._status = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get statusInput() {
    return this._status;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      status: cdktf.stringToTerraform(this._status),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      cluster_id: {
        value: cdktf.stringToHclTerraform(this._clusterId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      status: {
        value: cdktf.stringToHclTerraform(this._status),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
