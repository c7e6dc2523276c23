// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataSearchcloudClusterConfig extends cdktf.TerraformMetaArguments {
  /**
  * Cluster reference ID.
  *
  *
  * Please be aware that the id field is automatically added to all resources in Terraform providers using a Terraform provider SDK version below 2.
  * If you experience problems setting this value it might not be settable. Please take a look at the provider documentation to ensure it should be settable.
  */
  readonly id: string;
}
export interface DataSearchcloudClusterHostnames {
}

export function dataSearchcloudClusterHostnamesToTerraform(struct?: DataSearchcloudClusterHostnames): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudClusterHostnamesToHclTerraform(struct?: DataSearchcloudClusterHostnames): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudClusterHostnamesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataSearchcloudClusterHostnames | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudClusterHostnames | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // load_balanced - computed: true, optional: false, required: false
  public get loadBalanced() {
    return this.getStringAttribute('load_balanced');
  }

  // nodes - computed: true, optional: false, required: false
  public get nodes() {
    return this.getListAttribute('nodes');
  }

  // search_delivery_network - computed: true, optional: false, required: false
  public get searchDeliveryNetwork() {
    return this.getStringAttribute('search_delivery_network');
  }
}
export interface DataSearchcloudClusterProvisionedBy {
}

export function dataSearchcloudClusterProvisionedByToTerraform(struct?: DataSearchcloudClusterProvisionedBy): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudClusterProvisionedByToHclTerraform(struct?: DataSearchcloudClusterProvisionedBy): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudClusterProvisionedByOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataSearchcloudClusterProvisionedBy | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudClusterProvisionedBy | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // user_name - computed: true, optional: false, required: false
  public get userName() {
    return this.getStringAttribute('user_name');
  }

  // user_type - computed: true, optional: false, required: false
  public get userType() {
    return this.getStringAttribute('user_type');
  }
}
export interface DataSearchcloudClusterUsage {
}

export function dataSearchcloudClusterUsageToTerraform(struct?: DataSearchcloudClusterUsage): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudClusterUsageToHclTerraform(struct?: DataSearchcloudClusterUsage): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudClusterUsageOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataSearchcloudClusterUsage | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudClusterUsage | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // runtime_hours - computed: true, optional: false, required: false
  public get runtimeHours() {
    return this.getNumberAttribute('runtime_hours');
  }

  // used_bandwidth_kb - computed: true, optional: false, required: false
  private _usedBandwidthKb = new cdktf.NumberMap(this, "used_bandwidth_kb");
  public get usedBandwidthKb() {
    return this._usedBandwidthKb;
  }
}

/**
* Represents a `searchcloud_cluster`
*/
export class DataSearchcloudCluster extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_cluster";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataSearchcloudCluster resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataSearchcloudCluster to import
  * @param importFromId The id of the existing DataSearchcloudCluster that should be imported.
  * @param provider? Optional instance of the provider where the DataSearchcloudCluster to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_cluster", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_cluster` Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataSearchcloudClusterConfig
  */
  public constructor(scope: Construct, id: string, config: DataSearchcloudClusterConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_cluster',
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
    this._id = config.id;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // auto_upgrade_capacity - computed: true, optional: false, required: false
  public get autoUpgradeCapacity() {
    return this.getBooleanAttribute('auto_upgrade_capacity');
  }

  // gpu - computed: true, optional: false, required: false
  public get gpu() {
    return this.getBooleanAttribute('gpu');
  }

  // high_availability - computed: true, optional: false, required: false
  public get highAvailability() {
    return this.getBooleanAttribute('high_availability');
  }

  // high_availability_node_count - computed: true, optional: false, required: false
  public get highAvailabilityNodeCount() {
    return this.getNumberAttribute('high_availability_node_count');
  }

  // high_performance_disk - computed: true, optional: false, required: false
  public get highPerformanceDisk() {
    return this.getBooleanAttribute('high_performance_disk');
  }

  // hostnames - computed: true, optional: false, required: false
  private _hostnames = new DataSearchcloudClusterHostnamesOutputReference(this, "hostnames");
  public get hostnames() {
    return this._hostnames;
  }

  // id - computed: false, optional: false, required: true
  private _id?: string;
  public get id() {
    return this.getStringAttribute('id');
  }
  public set id(value: string) {
    this._id = value;
  }
  // Temporarily expose input value. Use with caution.
  public get idInput() {
    return this._id;
  }

  // load_balancing - computed: true, optional: false, required: false
  public get loadBalancing() {
    return this.getBooleanAttribute('load_balancing');
  }

  // memory - computed: true, optional: false, required: false
  public get memory() {
    return this.getStringAttribute('memory');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }

  // node_regions - computed: true, optional: false, required: false
  public get nodeRegions() {
    return this.getListAttribute('node_regions');
  }

  // provisioned_at - computed: true, optional: false, required: false
  public get provisionedAt() {
    return this.getStringAttribute('provisioned_at');
  }

  // provisioned_by - computed: true, optional: false, required: false
  private _provisionedBy = new DataSearchcloudClusterProvisionedByOutputReference(this, "provisioned_by");
  public get provisionedBy() {
    return this._provisionedBy;
  }

  // region_node_counts - computed: true, optional: false, required: false
  private _regionNodeCounts = new cdktf.NumberMap(this, "region_node_counts");
  public get regionNodeCounts() {
    return this._regionNodeCounts;
  }

  // regions - computed: true, optional: false, required: false
  public get regions() {
    return cdktf.Fn.tolist(this.getListAttribute('regions'));
  }

  // search_delivery_network - computed: true, optional: false, required: false
  public get searchDeliveryNetwork() {
    return this.getStringAttribute('search_delivery_network');
  }

  // search_server_version - computed: true, optional: false, required: false
  public get searchServerVersion() {
    return this.getStringAttribute('search_server_version');
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // usage - computed: true, optional: false, required: false
  private _usage = new DataSearchcloudClusterUsageOutputReference(this, "usage");
  public get usage() {
    return this._usage;
  }

  // vcpu - computed: true, optional: false, required: false
  public get vcpu() {
    return this.getStringAttribute('vcpu');
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      id: cdktf.stringToTerraform(this._id),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      id: {
        value: cdktf.stringToHclTerraform(this._id),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
