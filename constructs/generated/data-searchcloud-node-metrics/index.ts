// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataSearchcloudNodeMetricsConfig extends cdktf.TerraformMetaArguments {
  /**
  * Data-plane key, such as the `admin_key` of `searchcloud_api_keys`. The default is `data_api_key` of the provider.
  */
  readonly apiKey?: string;
  /**
  * Cluster reference ID of the cluster that it belongs to. Set this or `node_urls`.
  */
  readonly clusterId?: string;
  /**
  * URLs of the nodes, such as `https://search.example:443`, for your own server, or without a management key. Plain HTTP for loopback only. Set this or `cluster_id`.
  */
  readonly nodeUrls?: string[];
}
export interface DataSearchcloudNodeMetricsNodes {
}

export function dataSearchcloudNodeMetricsNodesToTerraform(struct?: DataSearchcloudNodeMetricsNodes): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudNodeMetricsNodesToHclTerraform(struct?: DataSearchcloudNodeMetricsNodes): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudNodeMetricsNodesOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataSearchcloudNodeMetricsNodes | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudNodeMetricsNodes | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // error - computed: true, optional: false, required: false
  public get error() {
    return this.getStringAttribute('error');
  }

  // latency_ms - computed: true, optional: false, required: false
  private _latencyMs = new cdktf.NumberMap(this, "latency_ms");
  public get latencyMs() {
    return this._latencyMs;
  }

  // metrics - computed: true, optional: false, required: false
  private _metrics = new cdktf.NumberMap(this, "metrics");
  public get metrics() {
    return this._metrics;
  }

  // requests_per_second - computed: true, optional: false, required: false
  private _requestsPerSecond = new cdktf.NumberMap(this, "requests_per_second");
  public get requestsPerSecond() {
    return this._requestsPerSecond;
  }

  // stats - computed: true, optional: false, required: false
  private _stats = new cdktf.NumberMap(this, "stats");
  public get stats() {
    return this._stats;
  }

  // url - computed: true, optional: false, required: false
  public get url() {
    return this.getStringAttribute('url');
  }
}

export class DataSearchcloudNodeMetricsNodesList extends cdktf.ComplexList {

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
  public get(index: number): DataSearchcloudNodeMetricsNodesOutputReference {
    return new DataSearchcloudNodeMetricsNodesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a `searchcloud_node_metrics`
*/
export class DataSearchcloudNodeMetrics extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_node_metrics";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataSearchcloudNodeMetrics resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataSearchcloudNodeMetrics to import
  * @param importFromId The id of the existing DataSearchcloudNodeMetrics that should be imported.
  * @param provider? Optional instance of the provider where the DataSearchcloudNodeMetrics to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_node_metrics", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_node_metrics` Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataSearchcloudNodeMetricsConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataSearchcloudNodeMetricsConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_node_metrics',
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
    this._nodeUrls = config.nodeUrls;
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

  // cluster_id - computed: false, optional: true, required: false
  private _clusterId?: string;
  public get clusterId() {
    return this.getStringAttribute('cluster_id');
  }
  public set clusterId(value: string) {
    this._clusterId = value;
  }
  public resetClusterId() {
    this._clusterId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get clusterIdInput() {
    return this._clusterId;
  }

  // node_urls - computed: false, optional: true, required: false
  private _nodeUrls?: string[];
  public get nodeUrls() {
    return this.getListAttribute('node_urls');
  }
  public set nodeUrls(value: string[]) {
    this._nodeUrls = value;
  }
  public resetNodeUrls() {
    this._nodeUrls = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nodeUrlsInput() {
    return this._nodeUrls;
  }

  // nodes - computed: true, optional: false, required: false
  private _nodes = new DataSearchcloudNodeMetricsNodesList(this, "nodes", false);
  public get nodes() {
    return this._nodes;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      api_key: cdktf.stringToTerraform(this._apiKey),
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      node_urls: cdktf.listMapper(cdktf.stringToTerraform, false)(this._nodeUrls),
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
      node_urls: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._nodeUrls),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
