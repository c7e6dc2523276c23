// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface ClusterConfig extends cdktf.TerraformMetaArguments {
  /**
  * Whether the service may raise memory and vcpu by itself. `memory` and `vcpu` are then minimums. It is null until it is set for the first time.
  */
  readonly autoUpgradeCapacity?: boolean | cdktf.IResolvable;
  /**
  * Whether the nodes have a GPU. Only some pairs of memory and vcpu allow one. The service's default is false.
  */
  readonly gpu?: boolean | cdktf.IResolvable;
  /**
  * Whether apply also waits until every node answers 200 at `/health`: after a new cluster has come into service, and after each change that it waits for. The nodes must be reachable from where Terraform runs; no key is needed. Stored by Terraform only. The default is false.
  */
  readonly healthCheck?: boolean | cdktf.IResolvable;
  /**
  * Whether the cluster has several nodes. It can never be turned off again. The service's default is false. A search delivery network turns it on.
  */
  readonly highAvailability?: boolean | cdktf.IResolvable;
  /**
  * Number of nodes of a high-availability cluster in one region, 3 to 7. It is null when high availability is off or the network is on. The service's default is 3.
  */
  readonly highAvailabilityNodeCount?: number;
  /**
  * Whether the nodes have high performance disks, which need high availability and a vcpu without burst hours. The service's default is false.
  */
  readonly highPerformanceDisk?: boolean | cdktf.IResolvable;
  /**
  * Memory per node, such as `8_gb`. The service lists the values. Each one allows certain `vcpu` options.
  */
  readonly memory: string;
  /**
  * Name of the cluster. The service allows duplicate names; this provider refuses to create a cluster whose name already exists in the account.
  */
  readonly name?: string;
  /**
  * E-mail addresses that the service notifies of configuration changes. Stored by Terraform only, and sent with each change.
  */
  readonly notificationEmailAddresses?: string[];
  /**
  * Number of nodes by region, each 1 or more. Required for `multi_nodes_per_region`.
  */
  readonly regionNodeCounts?: { [key: string]: number };
  /**
  * Regions of the cluster, such as `oregon`. Set this or `region_node_counts`.
  */
  readonly regions?: string[];
  /**
  * `off` (one region), `3_regions`, `5_regions` (one node in each), or `multi_nodes_per_region` (2 to 7 regions, see `region_node_counts`). The service's default is `off`.
  */
  readonly searchDeliveryNetwork?: string;
  /**
  * Server version, such as `27.1`. `27` allows any `27.x`. The service's default is the latest.
  */
  readonly searchServerVersion?: string;
  /**
  * Server configuration parameters by name, such as `max-per-page` = `500`. Terraform leaves parameters that are not listed as they are, and deletes one that is removed from the list. They take effect when the cluster restarts: one change, at the time that `change_schedule` allows, carries them together with any edit of the size.
  */
  readonly serverParameters?: { [key: string]: string };
  /**
  * Whether Terraform refuses to terminate this cluster. Before a destroy, turn it off in an apply of its own. Stored by Terraform only. The default is false.
  */
  readonly terminationProtection?: boolean | cdktf.IResolvable;
  /**
  * vCPU option per node, such as `2_vcpus` or `2_vcpus_4_hr_burst_per_day`.
  */
  readonly vcpu: string;
  /**
  * change_schedule block
  */
  readonly changeSchedule?: ClusterChangeSchedule;
  /**
  * timeouts block
  */
  readonly timeouts?: ClusterTimeouts;
}
export interface ClusterHostnames {
}

export function clusterHostnamesToTerraform(struct?: ClusterHostnames): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function clusterHostnamesToHclTerraform(struct?: ClusterHostnames): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class ClusterHostnamesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ClusterHostnames | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ClusterHostnames | undefined) {
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
export interface ClusterLive {
}

export function clusterLiveToTerraform(struct?: ClusterLive): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function clusterLiveToHclTerraform(struct?: ClusterLive): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class ClusterLiveOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ClusterLive | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ClusterLive | undefined) {
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
export interface ClusterPendingChange {
}

export function clusterPendingChangeToTerraform(struct?: ClusterPendingChange): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function clusterPendingChangeToHclTerraform(struct?: ClusterPendingChange): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class ClusterPendingChangeOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ClusterPendingChange | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ClusterPendingChange | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
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

  // perform_change_at - computed: true, optional: false, required: false
  public get performChangeAt() {
    return this.getStringAttribute('perform_change_at');
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }
}
export interface ClusterProvisionedBy {
}

export function clusterProvisionedByToTerraform(struct?: ClusterProvisionedBy): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function clusterProvisionedByToHclTerraform(struct?: ClusterProvisionedBy): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class ClusterProvisionedByOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ClusterProvisionedBy | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ClusterProvisionedBy | undefined) {
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
export interface ClusterChangeScheduleWindow {
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

export function clusterChangeScheduleWindowToTerraform(struct?: ClusterChangeScheduleWindow | cdktf.IResolvable): any {
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


export function clusterChangeScheduleWindowToHclTerraform(struct?: ClusterChangeScheduleWindow | cdktf.IResolvable): any {
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

export class ClusterChangeScheduleWindowOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ClusterChangeScheduleWindow | cdktf.IResolvable | undefined {
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

  public set internalValue(value: ClusterChangeScheduleWindow | cdktf.IResolvable | undefined) {
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
export interface ClusterChangeSchedule {
  /**
  * The moment at which a change begins (RFC 3339).
  */
  readonly performChangeAt?: string;
  /**
  * Whether apply waits until the change has ended. By default it waits when no schedule is given.
  */
  readonly wait?: boolean | cdktf.IResolvable;
  /**
  * window block
  */
  readonly window?: ClusterChangeScheduleWindow;
}

export function clusterChangeScheduleToTerraform(struct?: ClusterChangeSchedule | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    perform_change_at: cdktf.stringToTerraform(struct!.performChangeAt),
    wait: cdktf.booleanToTerraform(struct!.wait),
    window: clusterChangeScheduleWindowToTerraform(struct!.window),
  }
}


export function clusterChangeScheduleToHclTerraform(struct?: ClusterChangeSchedule | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    perform_change_at: {
      value: cdktf.stringToHclTerraform(struct!.performChangeAt),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    wait: {
      value: cdktf.booleanToHclTerraform(struct!.wait),
      isBlock: false,
      type: "simple",
      storageClassType: "boolean",
    },
    window: {
      value: clusterChangeScheduleWindowToHclTerraform(struct!.window),
      isBlock: true,
      type: "struct",
      storageClassType: "ClusterChangeScheduleWindow",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class ClusterChangeScheduleOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ClusterChangeSchedule | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._performChangeAt !== undefined) {
      hasAnyValues = true;
      internalValueResult.performChangeAt = this._performChangeAt;
    }
    if (this._wait !== undefined) {
      hasAnyValues = true;
      internalValueResult.wait = this._wait;
    }
    if (this._window?.internalValue !== undefined) {
      hasAnyValues = true;
      internalValueResult.window = this._window?.internalValue;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ClusterChangeSchedule | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._performChangeAt = undefined;
      this._wait = undefined;
      this._window.internalValue = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._performChangeAt = value.performChangeAt;
      this._wait = value.wait;
      this._window.internalValue = value.window;
    }
  }

  // perform_change_at - computed: false, optional: true, required: false
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

  // window - computed: false, optional: true, required: false
  private _window = new ClusterChangeScheduleWindowOutputReference(this, "window");
  public get window() {
    return this._window;
  }
  public putWindow(value: ClusterChangeScheduleWindow) {
    this._window.internalValue = value;
  }
  public resetWindow() {
    this._window.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get windowInput() {
    return this._window.internalValue;
  }
}
export interface ClusterTimeouts {
  /**
  * How long to wait until a new cluster is in service, a duration such as `45m`. The default is `30m`.
  */
  readonly create?: string;
  /**
  * How long to wait until a terminated cluster is gone, a duration. The default is `10m`.
  */
  readonly delete?: string;
  /**
  * How long an update may take, a duration. The default is `6h`.
  */
  readonly update?: string;
}

export function clusterTimeoutsToTerraform(struct?: ClusterTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    delete: cdktf.stringToTerraform(struct!.delete),
    update: cdktf.stringToTerraform(struct!.update),
  }
}


export function clusterTimeoutsToHclTerraform(struct?: ClusterTimeouts | cdktf.IResolvable): any {
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
    delete: {
      value: cdktf.stringToHclTerraform(struct!.delete),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    update: {
      value: cdktf.stringToHclTerraform(struct!.update),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class ClusterTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): ClusterTimeouts | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._create !== undefined) {
      hasAnyValues = true;
      internalValueResult.create = this._create;
    }
    if (this._delete !== undefined) {
      hasAnyValues = true;
      internalValueResult.delete = this._delete;
    }
    if (this._update !== undefined) {
      hasAnyValues = true;
      internalValueResult.update = this._update;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: ClusterTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._delete = undefined;
      this._update = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._create = value.create;
      this._delete = value.delete;
      this._update = value.update;
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

  // delete - computed: false, optional: true, required: false
  private _delete?: string;
  public get delete() {
    return this.getStringAttribute('delete');
  }
  public set delete(value: string) {
    this._delete = value;
  }
  public resetDelete() {
    this._delete = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get deleteInput() {
    return this._delete;
  }

  // update - computed: false, optional: true, required: false
  private _update?: string;
  public get update() {
    return this.getStringAttribute('update');
  }
  public set update(value: string) {
    this._update = value;
  }
  public resetUpdate() {
    this._update = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get updateInput() {
    return this._update;
  }
}

/**
* Represents a `searchcloud_cluster`
*/
export class Cluster extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_cluster";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Cluster resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Cluster to import
  * @param importFromId The id of the existing Cluster that should be imported.
  * @param provider? Optional instance of the provider where the Cluster to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_cluster", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_cluster` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options ClusterConfig
  */
  public constructor(scope: Construct, id: string, config: ClusterConfig) {
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
    this._autoUpgradeCapacity = config.autoUpgradeCapacity;
    this._gpu = config.gpu;
    this._healthCheck = config.healthCheck;
    this._highAvailability = config.highAvailability;
    this._highAvailabilityNodeCount = config.highAvailabilityNodeCount;
    this._highPerformanceDisk = config.highPerformanceDisk;
    this._memory = config.memory;
    this._name = config.name;
    this._notificationEmailAddresses = config.notificationEmailAddresses;
    this._regionNodeCounts = config.regionNodeCounts;
    this._regions = config.regions;
    this._searchDeliveryNetwork = config.searchDeliveryNetwork;
    this._searchServerVersion = config.searchServerVersion;
    this._serverParameters = config.serverParameters;
    this._terminationProtection = config.terminationProtection;
    this._vcpu = config.vcpu;
    this._changeSchedule.internalValue = config.changeSchedule;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // auto_upgrade_capacity - computed: true, optional: true, required: false
  private _autoUpgradeCapacity?: boolean | cdktf.IResolvable;
  public get autoUpgradeCapacity() {
    return this.getBooleanAttribute('auto_upgrade_capacity');
  }
  public set autoUpgradeCapacity(value: boolean | cdktf.IResolvable) {
    this._autoUpgradeCapacity = value;
  }
  public resetAutoUpgradeCapacity() {
    this._autoUpgradeCapacity = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get autoUpgradeCapacityInput() {
    return this._autoUpgradeCapacity;
  }

  // gpu - computed: true, optional: true, required: false
  private _gpu?: boolean | cdktf.IResolvable;
  public get gpu() {
    return this.getBooleanAttribute('gpu');
  }
  public set gpu(value: boolean | cdktf.IResolvable) {
    this._gpu = value;
  }
  public resetGpu() {
    this._gpu = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get gpuInput() {
    return this._gpu;
  }

  // health_check - computed: false, optional: true, required: false
  private _healthCheck?: boolean | cdktf.IResolvable;
  public get healthCheck() {
    return this.getBooleanAttribute('health_check');
  }
  public set healthCheck(value: boolean | cdktf.IResolvable) {
    this._healthCheck = value;
  }
  public resetHealthCheck() {
    this._healthCheck = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get healthCheckInput() {
    return this._healthCheck;
  }

  // high_availability - computed: true, optional: true, required: false
  private _highAvailability?: boolean | cdktf.IResolvable;
  public get highAvailability() {
    return this.getBooleanAttribute('high_availability');
  }
  public set highAvailability(value: boolean | cdktf.IResolvable) {
    this._highAvailability = value;
  }
  public resetHighAvailability() {
    this._highAvailability = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get highAvailabilityInput() {
    return this._highAvailability;
  }

  // high_availability_node_count - computed: true, optional: true, required: false
  private _highAvailabilityNodeCount?: number;
  public get highAvailabilityNodeCount() {
    return this.getNumberAttribute('high_availability_node_count');
  }
  public set highAvailabilityNodeCount(value: number) {
    this._highAvailabilityNodeCount = value;
  }
  public resetHighAvailabilityNodeCount() {
    this._highAvailabilityNodeCount = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get highAvailabilityNodeCountInput() {
    return this._highAvailabilityNodeCount;
  }

  // high_performance_disk - computed: true, optional: true, required: false
  private _highPerformanceDisk?: boolean | cdktf.IResolvable;
  public get highPerformanceDisk() {
    return this.getBooleanAttribute('high_performance_disk');
  }
  public set highPerformanceDisk(value: boolean | cdktf.IResolvable) {
    this._highPerformanceDisk = value;
  }
  public resetHighPerformanceDisk() {
    this._highPerformanceDisk = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get highPerformanceDiskInput() {
    return this._highPerformanceDisk;
  }

  // hostnames - computed: true, optional: false, required: false
  private _hostnames = new ClusterHostnamesOutputReference(this, "hostnames");
  public get hostnames() {
    return this._hostnames;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // live - computed: true, optional: false, required: false
  private _live = new ClusterLiveOutputReference(this, "live");
  public get live() {
    return this._live;
  }

  // load_balancing - computed: true, optional: false, required: false
  public get loadBalancing() {
    return this.getBooleanAttribute('load_balancing');
  }

  // memory - computed: false, optional: false, required: true
  private _memory?: string;
  public get memory() {
    return this.getStringAttribute('memory');
  }
  public set memory(value: string) {
    this._memory = value;
  }
  // Temporarily expose input value. Use with caution.
  public get memoryInput() {
    return this._memory;
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

  // pending_change - computed: true, optional: false, required: false
  private _pendingChange = new ClusterPendingChangeOutputReference(this, "pending_change");
  public get pendingChange() {
    return this._pendingChange;
  }

  // provisioned_at - computed: true, optional: false, required: false
  public get provisionedAt() {
    return this.getStringAttribute('provisioned_at');
  }

  // provisioned_by - computed: true, optional: false, required: false
  private _provisionedBy = new ClusterProvisionedByOutputReference(this, "provisioned_by");
  public get provisionedBy() {
    return this._provisionedBy;
  }

  // region_node_counts - computed: true, optional: true, required: false
  private _regionNodeCounts?: { [key: string]: number };
  public get regionNodeCounts() {
    return this.getNumberMapAttribute('region_node_counts');
  }
  public set regionNodeCounts(value: { [key: string]: number }) {
    this._regionNodeCounts = value;
  }
  public resetRegionNodeCounts() {
    this._regionNodeCounts = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get regionNodeCountsInput() {
    return this._regionNodeCounts;
  }

  // regions - computed: true, optional: true, required: false
  private _regions?: string[];
  public get regions() {
    return cdktf.Fn.tolist(this.getListAttribute('regions'));
  }
  public set regions(value: string[]) {
    this._regions = value;
  }
  public resetRegions() {
    this._regions = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get regionsInput() {
    return this._regions;
  }

  // search_delivery_network - computed: true, optional: true, required: false
  private _searchDeliveryNetwork?: string;
  public get searchDeliveryNetwork() {
    return this.getStringAttribute('search_delivery_network');
  }
  public set searchDeliveryNetwork(value: string) {
    this._searchDeliveryNetwork = value;
  }
  public resetSearchDeliveryNetwork() {
    this._searchDeliveryNetwork = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get searchDeliveryNetworkInput() {
    return this._searchDeliveryNetwork;
  }

  // search_server_version - computed: true, optional: true, required: false
  private _searchServerVersion?: string;
  public get searchServerVersion() {
    return this.getStringAttribute('search_server_version');
  }
  public set searchServerVersion(value: string) {
    this._searchServerVersion = value;
  }
  public resetSearchServerVersion() {
    this._searchServerVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get searchServerVersionInput() {
    return this._searchServerVersion;
  }

  // server_parameters - computed: false, optional: true, required: false
  private _serverParameters?: { [key: string]: string };
  public get serverParameters() {
    return this.getStringMapAttribute('server_parameters');
  }
  public set serverParameters(value: { [key: string]: string }) {
    this._serverParameters = value;
  }
  public resetServerParameters() {
    this._serverParameters = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get serverParametersInput() {
    return this._serverParameters;
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // termination_protection - computed: false, optional: true, required: false
  private _terminationProtection?: boolean | cdktf.IResolvable;
  public get terminationProtection() {
    return this.getBooleanAttribute('termination_protection');
  }
  public set terminationProtection(value: boolean | cdktf.IResolvable) {
    this._terminationProtection = value;
  }
  public resetTerminationProtection() {
    this._terminationProtection = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get terminationProtectionInput() {
    return this._terminationProtection;
  }

  // vcpu - computed: false, optional: false, required: true
  private _vcpu?: string;
  public get vcpu() {
    return this.getStringAttribute('vcpu');
  }
  public set vcpu(value: string) {
    this._vcpu = value;
  }
  // Temporarily expose input value. Use with caution.
  public get vcpuInput() {
    return this._vcpu;
  }

  // change_schedule - computed: false, optional: true, required: false
  private _changeSchedule = new ClusterChangeScheduleOutputReference(this, "change_schedule");
  public get changeSchedule() {
    return this._changeSchedule;
  }
  public putChangeSchedule(value: ClusterChangeSchedule) {
    this._changeSchedule.internalValue = value;
  }
  public resetChangeSchedule() {
    this._changeSchedule.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get changeScheduleInput() {
    return this._changeSchedule.internalValue;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new ClusterTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: ClusterTimeouts) {
    this._timeouts.internalValue = value;
  }
  public resetTimeouts() {
    this._timeouts.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get timeoutsInput() {
    return this._timeouts.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      auto_upgrade_capacity: cdktf.booleanToTerraform(this._autoUpgradeCapacity),
      gpu: cdktf.booleanToTerraform(this._gpu),
      health_check: cdktf.booleanToTerraform(this._healthCheck),
      high_availability: cdktf.booleanToTerraform(this._highAvailability),
      high_availability_node_count: cdktf.numberToTerraform(this._highAvailabilityNodeCount),
      high_performance_disk: cdktf.booleanToTerraform(this._highPerformanceDisk),
      memory: cdktf.stringToTerraform(this._memory),
      name: cdktf.stringToTerraform(this._name),
      notification_email_addresses: cdktf.listMapper(cdktf.stringToTerraform, false)(this._notificationEmailAddresses),
      region_node_counts: cdktf.hashMapper(cdktf.numberToTerraform)(this._regionNodeCounts),
      regions: cdktf.listMapper(cdktf.stringToTerraform, false)(this._regions),
      search_delivery_network: cdktf.stringToTerraform(this._searchDeliveryNetwork),
      search_server_version: cdktf.stringToTerraform(this._searchServerVersion),
      server_parameters: cdktf.hashMapper(cdktf.stringToTerraform)(this._serverParameters),
      termination_protection: cdktf.booleanToTerraform(this._terminationProtection),
      vcpu: cdktf.stringToTerraform(this._vcpu),
      change_schedule: clusterChangeScheduleToTerraform(this._changeSchedule.internalValue),
      timeouts: clusterTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      auto_upgrade_capacity: {
        value: cdktf.booleanToHclTerraform(this._autoUpgradeCapacity),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      gpu: {
        value: cdktf.booleanToHclTerraform(this._gpu),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      health_check: {
        value: cdktf.booleanToHclTerraform(this._healthCheck),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      high_availability: {
        value: cdktf.booleanToHclTerraform(this._highAvailability),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      high_availability_node_count: {
        value: cdktf.numberToHclTerraform(this._highAvailabilityNodeCount),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      high_performance_disk: {
        value: cdktf.booleanToHclTerraform(this._highPerformanceDisk),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      memory: {
        value: cdktf.stringToHclTerraform(this._memory),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
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
      region_node_counts: {
        value: cdktf.hashMapperHcl(cdktf.numberToHclTerraform)(this._regionNodeCounts),
        isBlock: false,
        type: "map",
        storageClassType: "numberMap",
      },
      regions: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._regions),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      search_delivery_network: {
        value: cdktf.stringToHclTerraform(this._searchDeliveryNetwork),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      search_server_version: {
        value: cdktf.stringToHclTerraform(this._searchServerVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      server_parameters: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._serverParameters),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      termination_protection: {
        value: cdktf.booleanToHclTerraform(this._terminationProtection),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      vcpu: {
        value: cdktf.stringToHclTerraform(this._vcpu),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      change_schedule: {
        value: clusterChangeScheduleToHclTerraform(this._changeSchedule.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "ClusterChangeSchedule",
      },
      timeouts: {
        value: clusterTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "ClusterTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
