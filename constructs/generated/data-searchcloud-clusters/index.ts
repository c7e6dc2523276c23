// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataSearchcloudClustersConfig extends cdktf.TerraformMetaArguments {
  /**
  * Only clusters of exactly this name.
  */
  readonly name?: string;
  /**
  * Only clusters with a node in this region, such as `oregon`.
  */
  readonly region?: string;
  /**
  * Only clusters of this status, such as `in_service`; without it, all that are listed.
  */
  readonly status?: string;
}
export interface DataSearchcloudClustersClustersHostnames {
}

export function dataSearchcloudClustersClustersHostnamesToTerraform(struct?: DataSearchcloudClustersClustersHostnames): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudClustersClustersHostnamesToHclTerraform(struct?: DataSearchcloudClustersClustersHostnames): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudClustersClustersHostnamesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataSearchcloudClustersClustersHostnames | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudClustersClustersHostnames | undefined) {
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
export interface DataSearchcloudClustersClustersProvisionedBy {
}

export function dataSearchcloudClustersClustersProvisionedByToTerraform(struct?: DataSearchcloudClustersClustersProvisionedBy): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudClustersClustersProvisionedByToHclTerraform(struct?: DataSearchcloudClustersClustersProvisionedBy): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudClustersClustersProvisionedByOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataSearchcloudClustersClustersProvisionedBy | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudClustersClustersProvisionedBy | undefined) {
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
export interface DataSearchcloudClustersClustersUsage {
}

export function dataSearchcloudClustersClustersUsageToTerraform(struct?: DataSearchcloudClustersClustersUsage): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudClustersClustersUsageToHclTerraform(struct?: DataSearchcloudClustersClustersUsage): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudClustersClustersUsageOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataSearchcloudClustersClustersUsage | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudClustersClustersUsage | undefined) {
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
export interface DataSearchcloudClustersClusters {
}

export function dataSearchcloudClustersClustersToTerraform(struct?: DataSearchcloudClustersClusters): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudClustersClustersToHclTerraform(struct?: DataSearchcloudClustersClusters): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudClustersClustersOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataSearchcloudClustersClusters | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudClustersClusters | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

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
  private _hostnames = new DataSearchcloudClustersClustersHostnamesOutputReference(this, "hostnames");
  public get hostnames() {
    return this._hostnames;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
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
  private _provisionedBy = new DataSearchcloudClustersClustersProvisionedByOutputReference(this, "provisioned_by");
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
  private _usage = new DataSearchcloudClustersClustersUsageOutputReference(this, "usage");
  public get usage() {
    return this._usage;
  }

  // vcpu - computed: true, optional: false, required: false
  public get vcpu() {
    return this.getStringAttribute('vcpu');
  }
}

export class DataSearchcloudClustersClustersList extends cdktf.ComplexList {

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
  public get(index: number): DataSearchcloudClustersClustersOutputReference {
    return new DataSearchcloudClustersClustersOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a `searchcloud_clusters`
*/
export class DataSearchcloudClusters extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_clusters";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataSearchcloudClusters resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataSearchcloudClusters to import
  * @param importFromId The id of the existing DataSearchcloudClusters that should be imported.
  * @param provider? Optional instance of the provider where the DataSearchcloudClusters to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_clusters", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_clusters` Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataSearchcloudClustersConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataSearchcloudClustersConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_clusters',
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
    this._name = config.name;
    this._region = config.region;
    this._status = config.status;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // clusters - computed: true, optional: false, required: false
  private _clusters = new DataSearchcloudClustersClustersList(this, "clusters", false);
  public get clusters() {
    return this._clusters;
  }

  // name - computed: false, optional: true, required: false
  private _name?: string;
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  public resetName() {
    this._name = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // region - computed: false, optional: true, required: false
  private _region?: string;
  public get region() {
    return this.getStringAttribute('region');
  }
  public set region(value: string) {
    this._region = value;
  }
  public resetRegion() {
    this._region = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get regionInput() {
    return this._region;
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
      name: cdktf.stringToTerraform(this._name),
      region: cdktf.stringToTerraform(this._region),
      status: cdktf.stringToTerraform(this._status),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      region: {
        value: cdktf.stringToHclTerraform(this._region),
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
