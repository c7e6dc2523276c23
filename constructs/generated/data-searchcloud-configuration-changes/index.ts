// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataSearchcloudConfigurationChangesConfig extends cdktf.TerraformMetaArguments {
  /**
  * Cluster reference ID.
  */
  readonly clusterId: string;
  /**
  * Only changes of this status, such as `pending`; without it, all.
  */
  readonly status?: string;
}
export interface DataSearchcloudConfigurationChangesConfigurationChanges {
}

export function dataSearchcloudConfigurationChangesConfigurationChangesToTerraform(struct?: DataSearchcloudConfigurationChangesConfigurationChanges): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudConfigurationChangesConfigurationChangesToHclTerraform(struct?: DataSearchcloudConfigurationChangesConfigurationChanges): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudConfigurationChangesConfigurationChangesOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataSearchcloudConfigurationChangesConfigurationChanges | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudConfigurationChangesConfigurationChanges | undefined) {
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

  // new_gpu - computed: true, optional: false, required: false
  public get newGpu() {
    return this.getBooleanAttribute('new_gpu');
  }

  // new_high_availability - computed: true, optional: false, required: false
  public get newHighAvailability() {
    return this.getBooleanAttribute('new_high_availability');
  }

  // new_high_availability_node_count - computed: true, optional: false, required: false
  public get newHighAvailabilityNodeCount() {
    return this.getNumberAttribute('new_high_availability_node_count');
  }

  // new_high_performance_disk - computed: true, optional: false, required: false
  public get newHighPerformanceDisk() {
    return this.getBooleanAttribute('new_high_performance_disk');
  }

  // new_load_balancing - computed: true, optional: false, required: false
  public get newLoadBalancing() {
    return this.getBooleanAttribute('new_load_balancing');
  }

  // new_memory - computed: true, optional: false, required: false
  public get newMemory() {
    return this.getStringAttribute('new_memory');
  }

  // new_region_node_counts - computed: true, optional: false, required: false
  private _newRegionNodeCounts = new cdktf.NumberMap(this, "new_region_node_counts");
  public get newRegionNodeCounts() {
    return this._newRegionNodeCounts;
  }

  // new_search_delivery_network - computed: true, optional: false, required: false
  public get newSearchDeliveryNetwork() {
    return this.getStringAttribute('new_search_delivery_network');
  }

  // new_search_server_version - computed: true, optional: false, required: false
  public get newSearchServerVersion() {
    return this.getStringAttribute('new_search_server_version');
  }

  // new_vcpu - computed: true, optional: false, required: false
  public get newVcpu() {
    return this.getStringAttribute('new_vcpu');
  }

  // notification_email_addresses - computed: true, optional: false, required: false
  public get notificationEmailAddresses() {
    return this.getListAttribute('notification_email_addresses');
  }

  // old_gpu - computed: true, optional: false, required: false
  public get oldGpu() {
    return this.getBooleanAttribute('old_gpu');
  }

  // old_high_availability - computed: true, optional: false, required: false
  public get oldHighAvailability() {
    return this.getBooleanAttribute('old_high_availability');
  }

  // old_high_availability_node_count - computed: true, optional: false, required: false
  public get oldHighAvailabilityNodeCount() {
    return this.getNumberAttribute('old_high_availability_node_count');
  }

  // old_high_performance_disk - computed: true, optional: false, required: false
  public get oldHighPerformanceDisk() {
    return this.getBooleanAttribute('old_high_performance_disk');
  }

  // old_load_balancing - computed: true, optional: false, required: false
  public get oldLoadBalancing() {
    return this.getBooleanAttribute('old_load_balancing');
  }

  // old_memory - computed: true, optional: false, required: false
  public get oldMemory() {
    return this.getStringAttribute('old_memory');
  }

  // old_region_node_counts - computed: true, optional: false, required: false
  private _oldRegionNodeCounts = new cdktf.NumberMap(this, "old_region_node_counts");
  public get oldRegionNodeCounts() {
    return this._oldRegionNodeCounts;
  }

  // old_search_delivery_network - computed: true, optional: false, required: false
  public get oldSearchDeliveryNetwork() {
    return this.getStringAttribute('old_search_delivery_network');
  }

  // old_search_server_version - computed: true, optional: false, required: false
  public get oldSearchServerVersion() {
    return this.getStringAttribute('old_search_server_version');
  }

  // old_vcpu - computed: true, optional: false, required: false
  public get oldVcpu() {
    return this.getStringAttribute('old_vcpu');
  }

  // perform_change_at - computed: true, optional: false, required: false
  public get performChangeAt() {
    return this.getStringAttribute('perform_change_at');
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // updated_at - computed: true, optional: false, required: false
  public get updatedAt() {
    return this.getStringAttribute('updated_at');
  }
}

export class DataSearchcloudConfigurationChangesConfigurationChangesList extends cdktf.ComplexList {

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
  public get(index: number): DataSearchcloudConfigurationChangesConfigurationChangesOutputReference {
    return new DataSearchcloudConfigurationChangesConfigurationChangesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a `searchcloud_configuration_changes`
*/
export class DataSearchcloudConfigurationChanges extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_configuration_changes";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataSearchcloudConfigurationChanges resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataSearchcloudConfigurationChanges to import
  * @param importFromId The id of the existing DataSearchcloudConfigurationChanges that should be imported.
  * @param provider? Optional instance of the provider where the DataSearchcloudConfigurationChanges to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_configuration_changes", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_configuration_changes` Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataSearchcloudConfigurationChangesConfig
  */
  public constructor(scope: Construct, id: string, config: DataSearchcloudConfigurationChangesConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_configuration_changes',
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

  // configuration_changes - computed: true, optional: false, required: false
  private _configurationChanges = new DataSearchcloudConfigurationChangesConfigurationChangesList(this, "configuration_changes", false);
  public get configurationChanges() {
    return this._configurationChanges;
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
