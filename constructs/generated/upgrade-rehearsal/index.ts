// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface UpgradeRehearsalConfig extends cdktf.TerraformMetaArguments {
  /**
  * Data-plane key that may list the collections of the cluster and search those of the queries. It is used for the cluster alone: the clone gets a key of its own. The default is `data_api_key` of the provider.
  */
  readonly apiKey?: string;
  /**
  * Cluster reference ID of the cluster to be upgraded, the source. It must be in service.
  */
  readonly clusterId: string;
  /**
  * `on_failure` leaves the clone of a failed rehearsal in service for inspection. It is billed until the rehearsal is repeated or destroyed. The default is `never`.
  */
  readonly keepClone?: string;
  /**
  * E-mail addresses that the service notifies of the cloning operation.
  */
  readonly notificationEmailAddresses?: string[];
  /**
  * The server version to rehearse, such as `31.0`; `31` allows any `31.x`. It must not be the one that the cluster runs.
  */
  readonly searchServerVersion: string;
  /**
  * Region of the clone, such as `oregon`. If omitted, the service chooses.
  */
  readonly targetRegion?: string;
  /**
  * Any values; changing one rehearses again.
  */
  readonly triggers?: { [key: string]: string };
  /**
  * query block
  */
  readonly query?: UpgradeRehearsalQuery[] | cdktf.IResolvable;
  /**
  * timeouts block
  */
  readonly timeouts?: UpgradeRehearsalTimeouts;
}
export interface UpgradeRehearsalChecks {
}

export function upgradeRehearsalChecksToTerraform(struct?: UpgradeRehearsalChecks): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function upgradeRehearsalChecksToHclTerraform(struct?: UpgradeRehearsalChecks): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class UpgradeRehearsalChecksOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): UpgradeRehearsalChecks | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: UpgradeRehearsalChecks | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // clone - computed: true, optional: false, required: false
  public get clone() {
    return this.getStringAttribute('clone');
  }

  // detail - computed: true, optional: false, required: false
  public get detail() {
    return this.getStringAttribute('detail');
  }

  // name - computed: true, optional: false, required: false
  public get name() {
    return this.getStringAttribute('name');
  }

  // passed - computed: true, optional: false, required: false
  public get passed() {
    return this.getBooleanAttribute('passed');
  }

  // source - computed: true, optional: false, required: false
  public get source() {
    return this.getStringAttribute('source');
  }
}

export class UpgradeRehearsalChecksList extends cdktf.ComplexList {

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
  public get(index: number): UpgradeRehearsalChecksOutputReference {
    return new UpgradeRehearsalChecksOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface UpgradeRehearsalQuery {
  /**
  * Name of the collection, or of an alias of it, that is searched.
  */
  readonly collection: string;
  /**
  * How many times as long the clone may take: the ratio of the medians of 5 runs each, in milliseconds as the servers report them. If omitted, each query runs once, and times are not compared.
  */
  readonly maxSlowdown?: number;
  /**
  * Name of the query in messages. The default is made from its collection, `q` and `query_by`.
  */
  readonly name?: string;
  /**
  * Parameters of the search by name, such as `q`, `query_by`, `filter_by`, `sort_by` and `per_page`. They are sent to both clusters unchanged.
  */
  readonly parameters: { [key: string]: string };
  /**
  * How many documents, best first, must have the same ids in the same order on the clone, 0 to 250. 0 compares none. The default is 10, or `per_page` of the parameters if that is less.
  */
  readonly sameTop?: number;
  /**
  * By how many percent the number of documents found may differ from that of the cluster, 0 to 100. The default is 0.
  */
  readonly tolerance?: number;
}

export function upgradeRehearsalQueryToTerraform(struct?: UpgradeRehearsalQuery | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    collection: cdktf.stringToTerraform(struct!.collection),
    max_slowdown: cdktf.numberToTerraform(struct!.maxSlowdown),
    name: cdktf.stringToTerraform(struct!.name),
    parameters: cdktf.hashMapper(cdktf.stringToTerraform)(struct!.parameters),
    same_top: cdktf.numberToTerraform(struct!.sameTop),
    tolerance: cdktf.numberToTerraform(struct!.tolerance),
  }
}


export function upgradeRehearsalQueryToHclTerraform(struct?: UpgradeRehearsalQuery | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    collection: {
      value: cdktf.stringToHclTerraform(struct!.collection),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    max_slowdown: {
      value: cdktf.numberToHclTerraform(struct!.maxSlowdown),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    name: {
      value: cdktf.stringToHclTerraform(struct!.name),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    parameters: {
      value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(struct!.parameters),
      isBlock: false,
      type: "map",
      storageClassType: "stringMap",
    },
    same_top: {
      value: cdktf.numberToHclTerraform(struct!.sameTop),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
    tolerance: {
      value: cdktf.numberToHclTerraform(struct!.tolerance),
      isBlock: false,
      type: "simple",
      storageClassType: "number",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class UpgradeRehearsalQueryOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectIndex the index of this item in the list
  * @param complexObjectIsFromSet whether the list is wrapping a set (will add tolist() to be able to access an item via an index)
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectIndex: number, complexObjectIsFromSet: boolean) {
    super(terraformResource, terraformAttribute, complexObjectIsFromSet, complexObjectIndex);
  }

  public get internalValue(): UpgradeRehearsalQuery | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._collection !== undefined) {
      hasAnyValues = true;
      internalValueResult.collection = this._collection;
    }
    if (this._maxSlowdown !== undefined) {
      hasAnyValues = true;
      internalValueResult.maxSlowdown = this._maxSlowdown;
    }
    if (this._name !== undefined) {
      hasAnyValues = true;
      internalValueResult.name = this._name;
    }
    if (this._parameters !== undefined) {
      hasAnyValues = true;
      internalValueResult.parameters = this._parameters;
    }
    if (this._sameTop !== undefined) {
      hasAnyValues = true;
      internalValueResult.sameTop = this._sameTop;
    }
    if (this._tolerance !== undefined) {
      hasAnyValues = true;
      internalValueResult.tolerance = this._tolerance;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: UpgradeRehearsalQuery | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._collection = undefined;
      this._maxSlowdown = undefined;
      this._name = undefined;
      this._parameters = undefined;
      this._sameTop = undefined;
      this._tolerance = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._collection = value.collection;
      this._maxSlowdown = value.maxSlowdown;
      this._name = value.name;
      this._parameters = value.parameters;
      this._sameTop = value.sameTop;
      this._tolerance = value.tolerance;
    }
  }

  // collection - computed: false, optional: false, required: true
  private _collection?: string;
  public get collection() {
    return this.getStringAttribute('collection');
  }
  public set collection(value: string) {
    this._collection = value;
  }
  // Temporarily expose input value. Use with caution.
  public get collectionInput() {
    return this._collection;
  }

  // max_slowdown - computed: false, optional: true, required: false
  private _maxSlowdown?: number;
  public get maxSlowdown() {
    return this.getNumberAttribute('max_slowdown');
  }
  public set maxSlowdown(value: number) {
    this._maxSlowdown = value;
  }
  public resetMaxSlowdown() {
    this._maxSlowdown = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get maxSlowdownInput() {
    return this._maxSlowdown;
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

  // parameters - computed: false, optional: false, required: true
  private _parameters?: { [key: string]: string };
  public get parameters() {
    return this.getStringMapAttribute('parameters');
  }
  public set parameters(value: { [key: string]: string }) {
    this._parameters = value;
  }
  // Temporarily expose input value. Use with caution.
  public get parametersInput() {
    return this._parameters;
  }

  // same_top - computed: false, optional: true, required: false
  private _sameTop?: number;
  public get sameTop() {
    return this.getNumberAttribute('same_top');
  }
  public set sameTop(value: number) {
    this._sameTop = value;
  }
  public resetSameTop() {
    this._sameTop = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get sameTopInput() {
    return this._sameTop;
  }

  // tolerance - computed: false, optional: true, required: false
  private _tolerance?: number;
  public get tolerance() {
    return this.getNumberAttribute('tolerance');
  }
  public set tolerance(value: number) {
    this._tolerance = value;
  }
  public resetTolerance() {
    this._tolerance = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get toleranceInput() {
    return this._tolerance;
  }
}

export class UpgradeRehearsalQueryList extends cdktf.ComplexList {
  public internalValue? : UpgradeRehearsalQuery[] | cdktf.IResolvable

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
  public get(index: number): UpgradeRehearsalQueryOutputReference {
    return new UpgradeRehearsalQueryOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}
export interface UpgradeRehearsalTimeouts {
  /**
  * How long it may take until the clone is in service, its nodes are healthy and the queries are compared, a duration. The default is `4h`.
  */
  readonly create?: string;
  /**
  * How long to wait until the clone is terminated, a duration. The default is `30m`.
  */
  readonly delete?: string;
}

export function upgradeRehearsalTimeoutsToTerraform(struct?: UpgradeRehearsalTimeouts | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    create: cdktf.stringToTerraform(struct!.create),
    delete: cdktf.stringToTerraform(struct!.delete),
  }
}


export function upgradeRehearsalTimeoutsToHclTerraform(struct?: UpgradeRehearsalTimeouts | cdktf.IResolvable): any {
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

export class UpgradeRehearsalTimeoutsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): UpgradeRehearsalTimeouts | cdktf.IResolvable | undefined {
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

  public set internalValue(value: UpgradeRehearsalTimeouts | cdktf.IResolvable | undefined) {
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
* Represents a `searchcloud_upgrade_rehearsal`
*/
export class UpgradeRehearsal extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_upgrade_rehearsal";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a UpgradeRehearsal resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the UpgradeRehearsal to import
  * @param importFromId The id of the existing UpgradeRehearsal that should be imported.
  * @param provider? Optional instance of the provider where the UpgradeRehearsal to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_upgrade_rehearsal", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_upgrade_rehearsal` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options UpgradeRehearsalConfig
  */
  public constructor(scope: Construct, id: string, config: UpgradeRehearsalConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_upgrade_rehearsal',
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
    this._apiKey = config.apiKey;
    this._clusterId = config.clusterId;
    this._keepClone = config.keepClone;
    this._notificationEmailAddresses = config.notificationEmailAddresses;
    this._searchServerVersion = config.searchServerVersion;
    this._targetRegion = config.targetRegion;
    this._triggers = config.triggers;
    this._query.internalValue = config.query;
    this._timeouts.internalValue = config.timeouts;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // api_key - computed: false, optional: true, required: false
  private _apiKey?: string;
  public get apiKey() {
    return this.getStringAttribute('api_key');
  }
  public set apiKey(value: string) {
    this._apiKey = value;
  }
  public resetApiKey() {
    this._apiKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apiKeyInput() {
    return this._apiKey;
  }

  // checks - computed: true, optional: false, required: false
  private _checks = new UpgradeRehearsalChecksList(this, "checks", false);
  public get checks() {
    return this._checks;
  }

  // clone_cluster_id - computed: true, optional: false, required: false
  public get cloneClusterId() {
    return this.getStringAttribute('clone_cluster_id');
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

  // finished_at - computed: true, optional: false, required: false
  public get finishedAt() {
    return this.getStringAttribute('finished_at');
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // keep_clone - computed: false, optional: true, required: false
  private _keepClone?: string;
  public get keepClone() {
    return this.getStringAttribute('keep_clone');
  }
  public set keepClone(value: string) {
    this._keepClone = value;
  }
  public resetKeepClone() {
    this._keepClone = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get keepCloneInput() {
    return this._keepClone;
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

  // search_server_version - computed: false, optional: false, required: true
  private _searchServerVersion?: string;
  public get searchServerVersion() {
    return this.getStringAttribute('search_server_version');
  }
  public set searchServerVersion(value: string) {
    this._searchServerVersion = value;
  }
  // Temporarily expose input value. Use with caution.
  public get searchServerVersionInput() {
    return this._searchServerVersion;
  }

  // started_at - computed: true, optional: false, required: false
  public get startedAt() {
    return this.getStringAttribute('started_at');
  }

  // status - computed: true, optional: false, required: false
  public get status() {
    return this.getStringAttribute('status');
  }

  // target_region - computed: false, optional: true, required: false
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

  // verified_version - computed: true, optional: false, required: false
  public get verifiedVersion() {
    return this.getStringAttribute('verified_version');
  }

  // query - computed: false, optional: true, required: false
  private _query = new UpgradeRehearsalQueryList(this, "query", false);
  public get query() {
    return this._query;
  }
  public putQuery(value: UpgradeRehearsalQuery[] | cdktf.IResolvable) {
    this._query.internalValue = value;
  }
  public resetQuery() {
    this._query.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get queryInput() {
    return this._query.internalValue;
  }

  // timeouts - computed: false, optional: true, required: false
  private _timeouts = new UpgradeRehearsalTimeoutsOutputReference(this, "timeouts");
  public get timeouts() {
    return this._timeouts;
  }
  public putTimeouts(value: UpgradeRehearsalTimeouts) {
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
      api_key: cdktf.stringToTerraform(this._apiKey),
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      keep_clone: cdktf.stringToTerraform(this._keepClone),
      notification_email_addresses: cdktf.listMapper(cdktf.stringToTerraform, false)(this._notificationEmailAddresses),
      search_server_version: cdktf.stringToTerraform(this._searchServerVersion),
      target_region: cdktf.stringToTerraform(this._targetRegion),
      triggers: cdktf.hashMapper(cdktf.stringToTerraform)(this._triggers),
      query: cdktf.listMapper(upgradeRehearsalQueryToTerraform, true)(this._query.internalValue),
      timeouts: upgradeRehearsalTimeoutsToTerraform(this._timeouts.internalValue),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      api_key: {
        value: cdktf.stringToHclTerraform(this._apiKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      cluster_id: {
        value: cdktf.stringToHclTerraform(this._clusterId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      keep_clone: {
        value: cdktf.stringToHclTerraform(this._keepClone),
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
      triggers: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._triggers),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      query: {
        value: cdktf.listMapperHcl(upgradeRehearsalQueryToHclTerraform, true)(this._query.internalValue),
        isBlock: true,
        type: "list",
        storageClassType: "UpgradeRehearsalQueryList",
      },
      timeouts: {
        value: upgradeRehearsalTimeoutsToHclTerraform(this._timeouts.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "UpgradeRehearsalTimeouts",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
