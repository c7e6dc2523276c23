// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface CloningOperationConfig extends cdktf.TerraformMetaArguments {
  /**
  * Cluster reference ID of the cluster to clone, the source. It must be in service.
  */
  readonly clusterId: string;
  /**
  * E-mail addresses that are notified of the cloning operation. Another value replaces the clone.
  */
  readonly notificationEmailAddresses?: string[];
  /**
  * Server version of the clone, such as `30.1`; `30` allows any `30.x`. If omitted, the service chooses. Another value replaces the clone.
  */
  readonly searchServerVersion?: string;
  /**
  * Region of the clone, such as `oregon`. If omitted, the service chooses. Another value replaces the clone.
  */
  readonly targetRegion?: string;
  /**
  * Whether a destroy or a replacement terminates the clone, which cannot be undone. Otherwise the clone stays and is billed. A cluster is terminated only if it is proved to be the clone: it did not exist before, and its age, version, region and name fit. The value that was applied last counts. Leave it `false` for a clone that a `searchcloud_cluster` manages. The default is `false`.
  */
  readonly terminateCloneOnDestroy?: boolean | cdktf.IResolvable;
  /**
  * Any values; changing one replaces the clone. The old clone stays and is billed, unless `terminate_clone_on_destroy` is `true`.
  */
  readonly triggers?: { [key: string]: string };
  /**
  * Whether apply waits until the cluster is cloned and the clone is in service. The default is `true`.
  */
  readonly wait?: boolean | cdktf.IResolvable;
  /**
  * timeouts block
  */
  readonly timeouts?: CloningOperationTimeouts;
}
export interface CloningOperationTimeouts {
  /**
  * How long to wait until the cluster is cloned and the clone is in service, a duration. The default is `6h`.
  */
  readonly create?: string;
  /**
  * How long a destroy that terminates the clone waits for a cloning operation that has begun, a duration. The default is `6h`.
  */
  readonly delete?: string;
}

export function cloningOperationTimeoutsToTerraform(struct?: CloningOperationTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    delete: cdktf.stringToTerraform(struct!.delete),
  }
}


export function cloningOperationTimeoutsToHclTerraform(struct?: CloningOperationTimeouts | cdktf.IResolvable): any {
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
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class CloningOperationTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): CloningOperationTimeouts | cdktf.IResolvable | undefined {
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
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: CloningOperationTimeouts | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._create = undefined;
      this._delete = undefined;
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
}

/**
* Represents a `searchcloud_cloning_operation`
*/
export class CloningOperation extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_cloning_operation";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a CloningOperation resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the CloningOperation to import
  * @param importFromId The id of the existing CloningOperation that should be imported.
  * @param provider? Optional instance of the provider where the CloningOperation to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_cloning_operation", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_cloning_operation` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options CloningOperationConfig
  */
  public constructor(scope: Construct, id: string, config: CloningOperationConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_cloning_operation',
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
    this._notificationEmailAddresses = config.notificationEmailAddresses;
    this._searchServerVersion = config.searchServerVersion;
    this._targetRegion = config.targetRegion;
    this._terminateCloneOnDestroy = config.terminateCloneOnDestroy;
    this._triggers = config.triggers;
    this._wait = config.wait;
    this._timeouts.internalValue = config.timeouts;
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

  // target_region - computed: true, optional: true, required: false
  private _targetRegion?: string;
  public get targetRegion() {
    return this.getStringAttribute('target_region');
  }
  public set targetRegion(value: string) {
    this._targetRegion = value;
  }
  public resetTargetRegion() {
    this._targetRegion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get targetRegionInput() {
    return this._targetRegion;
  }

  // terminate_clone_on_destroy - computed: false, optional: true, required: false
  private _terminateCloneOnDestroy?: boolean | cdktf.IResolvable;
  public get terminateCloneOnDestroy() {
    return this.getBooleanAttribute('terminate_clone_on_destroy');
  }
  public set terminateCloneOnDestroy(value: boolean | cdktf.IResolvable) {
    this._terminateCloneOnDestroy = value;
  }
  public resetTerminateCloneOnDestroy() {
    this._terminateCloneOnDestroy = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get terminateCloneOnDestroyInput() {
    return this._terminateCloneOnDestroy;
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
  private _timeouts = new CloningOperationTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: CloningOperationTimeouts) {
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
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      notification_email_addresses: cdktf.listMapper(cdktf.stringToTerraform, false)(this._notificationEmailAddresses),
      search_server_version: cdktf.stringToTerraform(this._searchServerVersion),
      target_region: cdktf.stringToTerraform(this._targetRegion),
      terminate_clone_on_destroy: cdktf.booleanToTerraform(this._terminateCloneOnDestroy),
      triggers: cdktf.hashMapper(cdktf.stringToTerraform)(this._triggers),
      wait: cdktf.booleanToTerraform(this._wait),
      timeouts: cloningOperationTimeoutsToTerraform(this._timeouts.internalValue),
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
      notification_email_addresses: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._notificationEmailAddresses),
        isBlock: false,
        type: "set",
        storageClassType: "stringList",
      },
      search_server_version: {
        value: cdktf.stringToHclTerraform(this._searchServerVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      target_region: {
        value: cdktf.stringToHclTerraform(this._targetRegion),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      terminate_clone_on_destroy: {
        value: cdktf.booleanToHclTerraform(this._terminateCloneOnDestroy),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
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
        value: cloningOperationTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "CloningOperationTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
