// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface ConfigurationChangeConfig extends cdktf.TerraformMetaArguments {
  /**
  * Cluster reference ID of the cluster to change.
  */
  readonly clusterId: string;
  /**
  * Whether the nodes have a GPU afterwards.
  */
  readonly newGpu?: boolean | cdktf.IResolvable;
  /**
  * `true` turns high availability on, for good. It can never be turned off, so `false` is refused.
  */
  readonly newHighAvailability?: boolean | cdktf.IResolvable;
  /**
  * Number of nodes afterwards, 3 to 7, of a high-availability cluster in one region.
  */
  readonly newHighAvailabilityNodeCount?: number;
  /**
  * Whether the nodes have high performance disks afterwards.
  */
  readonly newHighPerformanceDisk?: boolean | cdktf.IResolvable;
  /**
  * Memory per node afterwards, such as `8_gb`.
  */
  readonly newMemory?: string;
  /**
  * Number of nodes by region afterwards.
  */
  readonly newRegionNodeCounts?: { [key: string]: number };
  /**
  * Search delivery network (`off`, `3_regions`, `5_regions` or `multi_nodes_per_region`) afterwards.
  */
  readonly newSearchDeliveryNetwork?: string;
  /**
  * Server version afterwards, such as `27.1`.
  */
  readonly newSearchServerVersion?: string;
  /**
  * vCPU option per node afterwards, such as `2_vcpus`.
  */
  readonly newVcpu?: string;
  /**
  * E-mail addresses that the service notifies of the change.
  */
  readonly notificationEmailAddresses?: string[];
  /**
  * The moment at which the change begins (RFC 3339). Without it, and without a window, it begins as soon as possible.
  */
  readonly performChangeAt?: string;
  /**
  * Any values; when one changes, another change is requested in place of this one.
  */
  readonly triggers?: { [key: string]: string };
  /**
  * Whether apply waits until the change is done. The default is true without a schedule, and false with one.
  */
  readonly wait?: boolean | cdktf.IResolvable;
  /**
  * timeouts block
  */
  readonly timeouts?: ConfigurationChangeTimeouts;
  /**
  * window block
  */
  readonly window?: ConfigurationChangeWindow;
}
export interface ConfigurationChangeOld {
}

export function configurationChangeOldToTerraform(struct?: ConfigurationChangeOld): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function configurationChangeOldToHclTerraform(struct?: ConfigurationChangeOld): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class ConfigurationChangeOldOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ConfigurationChangeOld | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ConfigurationChangeOld | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
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

  // memory - computed: true, optional: false, required: false
  public get memory() {
    return this.getStringAttribute('memory');
  }

  // region_node_counts - computed: true, optional: false, required: false
  private _regionNodeCounts = new cdktf.NumberMap(this, "region_node_counts");
  public get regionNodeCounts() {
    return this._regionNodeCounts;
  }

  // search_delivery_network - computed: true, optional: false, required: false
  public get searchDeliveryNetwork() {
    return this.getStringAttribute('search_delivery_network');
  }

  // search_server_version - computed: true, optional: false, required: false
  public get searchServerVersion() {
    return this.getStringAttribute('search_server_version');
  }

  // vcpu - computed: true, optional: false, required: false
  public get vcpu() {
    return this.getStringAttribute('vcpu');
  }
}
export interface ConfigurationChangeTimeouts {
  /**
  * How long to wait until the change is done, a duration. The default is `6h`.
  */
  readonly create?: string;
}

export function configurationChangeTimeoutsToTerraform(struct?: ConfigurationChangeTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
  }
}


export function configurationChangeTimeoutsToHclTerraform(struct?: ConfigurationChangeTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    create: {
      value: cdktf.stringToHclTerraform(struct!.create),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class ConfigurationChangeTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ConfigurationChangeTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ConfigurationChangeTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
    }
  }

  // create - computed: false, optional: true, required: false
  private _create?: string;
  public get create() {
    return this.getStringAttribute('create');
  }
  public set create(value: string) {
    this._create = value;
  }
  public resetCreate() {
    this._create = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get createInput() {
    return this._create;
  }
}
export interface ConfigurationChangeWindow {
  /**
  * Days of the week in the timezone: `monday`, `tuesday`, `wednesday`, `thursday`, `friday`, `saturday`, `sunday`.
  */
  readonly days: string[];
  /**
  * How long it stays open, a duration from `1m` to `168h`. The default is `1h`.
  */
  readonly duration?: string;
  /**
  * When the window opens, a time of day such as `02:00`. Where daylight saving skips it, the window opens at the next moment that exists; where it comes twice, the first time.
  */
  readonly start: string;
  /**
  * IANA timezone of `days` and `start`. The default is `UTC`.
  */
  readonly timezone?: string;
}

export function configurationChangeWindowToTerraform(struct?: ConfigurationChangeWindow | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    days: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.days),
    duration: cdktf.stringToTerraform(struct!.duration),
    start: cdktf.stringToTerraform(struct!.start),
    timezone: cdktf.stringToTerraform(struct!.timezone),
  }
}


export function configurationChangeWindowToHclTerraform(struct?: ConfigurationChangeWindow | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    days: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.days),
      isBlock: false,
      type: "set",
      storageClassType: "stringList",
    },
    duration: {
      value: cdktf.stringToHclTerraform(struct!.duration),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    start: {
      value: cdktf.stringToHclTerraform(struct!.start),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    timezone: {
      value: cdktf.stringToHclTerraform(struct!.timezone),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class ConfigurationChangeWindowOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ConfigurationChangeWindow | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._days !== undefined) {
      hasAnyValues = true;
      internalValueResult.days = this._days;
    }
    if (this._duration !== undefined) {
      hasAnyValues = true;
      internalValueResult.duration = this._duration;
    }
    if (this._start !== undefined) {
      hasAnyValues = true;
      internalValueResult.start = this._start;
    }
    if (this._timezone !== undefined) {
      hasAnyValues = true;
      internalValueResult.timezone = this._timezone;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ConfigurationChangeWindow | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._days = undefined;
      this._duration = undefined;
      this._start = undefined;
      this._timezone = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._days = value.days;
      this._duration = value.duration;
      this._start = value.start;
      this._timezone = value.timezone;
    }
  }

  // days - computed: false, optional: false, required: true
  private _days?: string[];
  public get days() {
    return cdktf.Fn.tolist(this.getListAttribute('days'));
  }
  public set days(value: string[]) {
    this._days = value;
  }
  // Temporarily expose input value. Use with caution.
  public get daysInput() {
    return this._days;
  }

  // duration - computed: false, optional: true, required: false
  private _duration?: string;
  public get duration() {
    return this.getStringAttribute('duration');
  }
  public set duration(value: string) {
    this._duration = value;
  }
  public resetDuration() {
    this._duration = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get durationInput() {
    return this._duration;
  }

  // start - computed: false, optional: false, required: true
  private _start?: string;
  public get start() {
    return this.getStringAttribute('start');
  }
  public set start(value: string) {
    this._start = value;
  }
  // Temporarily expose input value. Use with caution.
  public get startInput() {
    return this._start;
  }

  // timezone - computed: false, optional: true, required: false
  private _timezone?: string;
  public get timezone() {
    return this.getStringAttribute('timezone');
  }
  public set timezone(value: string) {
    this._timezone = value;
  }
  public resetTimezone() {
    this._timezone = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timezoneInput() {
    return this._timezone;
  }
}

/**
* Represents a `searchcloud_configuration_change`
*/
export class ConfigurationChange extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_configuration_change";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a ConfigurationChange resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the ConfigurationChange to import
  * @param importFromId The id of the existing ConfigurationChange that should be imported.
  * @param provider? Optional instance of the provider where the ConfigurationChange to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_configuration_change", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_configuration_change` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options ConfigurationChangeConfig
  */
  public constructor(scope: Construct, id: string, config: ConfigurationChangeConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_configuration_change',
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
    this._newGpu = config.newGpu;
    this._newHighAvailability = config.newHighAvailability;
    this._newHighAvailabilityNodeCount = config.newHighAvailabilityNodeCount;
    this._newHighPerformanceDisk = config.newHighPerformanceDisk;
    this._newMemory = config.newMemory;
    this._newRegionNodeCounts = config.newRegionNodeCounts;
    this._newSearchDeliveryNetwork = config.newSearchDeliveryNetwork;
    this._newSearchServerVersion = config.newSearchServerVersion;
    this._newVcpu = config.newVcpu;
    this._notificationEmailAddresses = config.notificationEmailAddresses;
    this._performChangeAt = config.performChangeAt;
    this._triggers = config.triggers;
    this._wait = config.wait;
    this._timeouts.internalValue = config.timeouts;
    this._window.internalValue = config.window;
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

  // new_gpu - computed: false, optional: true, required: false
  private _newGpu?: boolean | cdktf.IResolvable;
  public get newGpu() {
    return this.getBooleanAttribute('new_gpu');
  }
  public set newGpu(value: boolean | cdktf.IResolvable) {
    this._newGpu = value;
  }
  public resetNewGpu() {
    this._newGpu = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newGpuInput() {
    return this._newGpu;
  }

  // new_high_availability - computed: false, optional: true, required: false
  private _newHighAvailability?: boolean | cdktf.IResolvable;
  public get newHighAvailability() {
    return this.getBooleanAttribute('new_high_availability');
  }
  public set newHighAvailability(value: boolean | cdktf.IResolvable) {
    this._newHighAvailability = value;
  }
  public resetNewHighAvailability() {
    this._newHighAvailability = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newHighAvailabilityInput() {
    return this._newHighAvailability;
  }

  // new_high_availability_node_count - computed: false, optional: true, required: false
  private _newHighAvailabilityNodeCount?: number;
  public get newHighAvailabilityNodeCount() {
    return this.getNumberAttribute('new_high_availability_node_count');
  }
  public set newHighAvailabilityNodeCount(value: number) {
    this._newHighAvailabilityNodeCount = value;
  }
  public resetNewHighAvailabilityNodeCount() {
    this._newHighAvailabilityNodeCount = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newHighAvailabilityNodeCountInput() {
    return this._newHighAvailabilityNodeCount;
  }

  // new_high_performance_disk - computed: false, optional: true, required: false
  private _newHighPerformanceDisk?: boolean | cdktf.IResolvable;
  public get newHighPerformanceDisk() {
    return this.getBooleanAttribute('new_high_performance_disk');
  }
  public set newHighPerformanceDisk(value: boolean | cdktf.IResolvable) {
    this._newHighPerformanceDisk = value;
  }
  public resetNewHighPerformanceDisk() {
    this._newHighPerformanceDisk = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newHighPerformanceDiskInput() {
    return this._newHighPerformanceDisk;
  }

  // new_memory - computed: false, optional: true, required: false
  private _newMemory?: string;
  public get newMemory() {
    return this.getStringAttribute('new_memory');
  }
  public set newMemory(value: string) {
    this._newMemory = value;
  }
  public resetNewMemory() {
    this._newMemory = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newMemoryInput() {
    return this._newMemory;
  }

  // new_region_node_counts - computed: false, optional: true, required: false
  private _newRegionNodeCounts?: { [key: string]: number };
  public get newRegionNodeCounts() {
    return this.getNumberMapAttribute('new_region_node_counts');
  }
  public set newRegionNodeCounts(value: { [key: string]: number }) {
    this._newRegionNodeCounts = value;
  }
  public resetNewRegionNodeCounts() {
    this._newRegionNodeCounts = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newRegionNodeCountsInput() {
    return this._newRegionNodeCounts;
  }

  // new_search_delivery_network - computed: false, optional: true, required: false
  private _newSearchDeliveryNetwork?: string;
  public get newSearchDeliveryNetwork() {
    return this.getStringAttribute('new_search_delivery_network');
  }
  public set newSearchDeliveryNetwork(value: string) {
    this._newSearchDeliveryNetwork = value;
  }
  public resetNewSearchDeliveryNetwork() {
    this._newSearchDeliveryNetwork = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newSearchDeliveryNetworkInput() {
    return this._newSearchDeliveryNetwork;
  }

  // new_search_server_version - computed: false, optional: true, required: false
  private _newSearchServerVersion?: string;
  public get newSearchServerVersion() {
    return this.getStringAttribute('new_search_server_version');
  }
  public set newSearchServerVersion(value: string) {
    this._newSearchServerVersion = value;
  }
  public resetNewSearchServerVersion() {
    this._newSearchServerVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newSearchServerVersionInput() {
    return this._newSearchServerVersion;
  }

  // new_vcpu - computed: false, optional: true, required: false
  private _newVcpu?: string;
  public get newVcpu() {
    return this.getStringAttribute('new_vcpu');
  }
  public set newVcpu(value: string) {
    this._newVcpu = value;
  }
  public resetNewVcpu() {
    this._newVcpu = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get newVcpuInput() {
    return this._newVcpu;
  }

  // notification_email_addresses - computed: false, optional: true, required: false
  private _notificationEmailAddresses?: string[];
  public get notificationEmailAddresses() {
    return cdktf.Fn.tolist(this.getListAttribute('notification_email_addresses'));
  }
  public set notificationEmailAddresses(value: string[]) {
    this._notificationEmailAddresses = value;
  }
  public resetNotificationEmailAddresses() {
    this._notificationEmailAddresses = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get notificationEmailAddressesInput() {
    return this._notificationEmailAddresses;
  }

  // old - computed: true, optional: false, required: false
  private _old = new ConfigurationChangeOldOutputReference(this, "old");
  public get old() {
    return this._old;
  }

  // perform_change_at - computed: true, optional: true, required: false
  private _performChangeAt?: string;
  public get performChangeAt() {
    return this.getStringAttribute('perform_change_at');
  }
  public set performChangeAt(value: string) {
    this._performChangeAt = value;
  }
  public resetPerformChangeAt() {
    this._performChangeAt = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get performChangeAtInput() {
    return this._performChangeAt;
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // triggers - computed: false, optional: true, required: false
  private _triggers?: { [key: string]: string };
  public get triggers() {
    return this.getStringMapAttribute('triggers');
  }
  public set triggers(value: { [key: string]: string }) {
    this._triggers = value;
  }
  public resetTriggers() {
    this._triggers = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get triggersInput() {
    return this._triggers;
  }

  // updated_at - computed: true, optional: false, required: false
  public get updatedAt() {
    return this.getStringAttribute('updated_at');
  }

  // wait - computed: false, optional: true, required: false
  private _wait?: boolean | cdktf.IResolvable;
  public get wait() {
    return this.getBooleanAttribute('wait');
  }
  public set wait(value: boolean | cdktf.IResolvable) {
    this._wait = value;
  }
  public resetWait() {
    this._wait = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get waitInput() {
    return this._wait;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new ConfigurationChangeTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: ConfigurationChangeTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // window - computed: false, optional: true, required: false
  private _window = new ConfigurationChangeWindowOutputReference(this, "window");
  public get window() {
    return this._window;
  }
  public putWindow(value: ConfigurationChangeWindow) {
    this._window.internalValue = value;
  }
  public resetWindow() {
    this._window.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get windowInput() {
    return this._window.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      new_gpu: cdktf.booleanToTerraform(this._newGpu),
      new_high_availability: cdktf.booleanToTerraform(this._newHighAvailability),
      new_high_availability_node_count: cdktf.numberToTerraform(this._newHighAvailabilityNodeCount),
      new_high_performance_disk: cdktf.booleanToTerraform(this._newHighPerformanceDisk),
      new_memory: cdktf.stringToTerraform(this._newMemory),
      new_region_node_counts: cdktf.hashMapper(cdktf.numberToTerraform)(this._newRegionNodeCounts),
      new_search_delivery_network: cdktf.stringToTerraform(this._newSearchDeliveryNetwork),
      new_search_server_version: cdktf.stringToTerraform(this._newSearchServerVersion),
      new_vcpu: cdktf.stringToTerraform(this._newVcpu),
      notification_email_addresses: cdktf.listMapper(cdktf.stringToTerraform, false)(this._notificationEmailAddresses),
      perform_change_at: cdktf.stringToTerraform(this._performChangeAt),
      triggers: cdktf.hashMapper(cdktf.stringToTerraform)(this._triggers),
      wait: cdktf.booleanToTerraform(this._wait),
      timeouts: configurationChangeTimeoutsToTerraform(this._timeouts.internalValue),
      window: configurationChangeWindowToTerraform(this._window.internalValue),
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
      new_gpu: {
        value: cdktf.booleanToHclTerraform(this._newGpu),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      new_high_availability: {
        value: cdktf.booleanToHclTerraform(this._newHighAvailability),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      new_high_availability_node_count: {
        value: cdktf.numberToHclTerraform(this._newHighAvailabilityNodeCount),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      new_high_performance_disk: {
        value: cdktf.booleanToHclTerraform(this._newHighPerformanceDisk),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      new_memory: {
        value: cdktf.stringToHclTerraform(this._newMemory),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      new_region_node_counts: {
        value: cdktf.hashMapperHcl(cdktf.numberToHclTerraform)(this._newRegionNodeCounts),
        isBlock: false,
        type: "map",
        storageClassType: "numberMap",
      },
      new_search_delivery_network: {
        value: cdktf.stringToHclTerraform(this._newSearchDeliveryNetwork),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      new_search_server_version: {
        value: cdktf.stringToHclTerraform(this._newSearchServerVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      new_vcpu: {
        value: cdktf.stringToHclTerraform(this._newVcpu),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      notification_email_addresses: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._notificationEmailAddresses),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      perform_change_at: {
        value: cdktf.stringToHclTerraform(this._performChangeAt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      triggers: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._triggers),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      wait: {
        value: cdktf.booleanToHclTerraform(this._wait),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      timeouts: {
        value: configurationChangeTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "ConfigurationChangeTimeouts",
      },
      window: {
        value: configurationChangeWindowToHclTerraform(this._window.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "ConfigurationChangeWindow",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
