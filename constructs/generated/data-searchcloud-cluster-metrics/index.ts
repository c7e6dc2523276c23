// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DataSearchcloudClusterMetricsConfig extends cdktf.TerraformMetaArguments {
  /**
  * How the values of one bucket are combined: `avg`, `max`, `min`, `p95`. The default is `avg`.
  */
  readonly aggregation?: string;
  /**
  * Cluster reference ID.
  */
  readonly clusterId: string;
  /**
  * Metrics to read, one or more of `system_memory_used_bytes`, `system_memory_total_bytes`, `typesense_memory_active_bytes`, `system_swap_used_bytes`, `system_swap_total_bytes`, `system_cpu_active_percentage`, `search_latency_ms`, `search_requests_per_second`, `system_network_received_bytes_rate`, `system_network_sent_bytes_rate`, `system_disk_used_bytes`, `system_disk_total_bytes`, `pending_write_batches`. One request reads up to five.
  */
  readonly metrics: string[];
  /**
  * Time span up to now: `1h`, `3h`, `24h`, `7d`, `30d`.
  */
  readonly window: string;
}
export interface DataSearchcloudClusterMetricsSeries {
}

export function dataSearchcloudClusterMetricsSeriesToTerraform(struct?: DataSearchcloudClusterMetricsSeries): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataSearchcloudClusterMetricsSeriesToHclTerraform(struct?: DataSearchcloudClusterMetricsSeries): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataSearchcloudClusterMetricsSeriesOutputReference extends cdktf.ComplexObject {
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

  public get internalValue(): DataSearchcloudClusterMetricsSeries | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataSearchcloudClusterMetricsSeries | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // hostname - computed: true, optional: false, required: false
  public get hostname() {
    return this.getStringAttribute('hostname');
  }

  // metric - computed: true, optional: false, required: false
  public get metric() {
    return this.getStringAttribute('metric');
  }

  // node - computed: true, optional: false, required: false
  public get nodeAttribute() {
    return this.getStringAttribute('node');
  }

  // timestamps - computed: true, optional: false, required: false
  public get timestamps() {
    return this.getListAttribute('timestamps');
  }

  // values - computed: true, optional: false, required: false
  public get values() {
    return this.getNumberListAttribute('values');
  }
}

export class DataSearchcloudClusterMetricsSeriesList extends cdktf.ComplexList {

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
  public get(index: number): DataSearchcloudClusterMetricsSeriesOutputReference {
    return new DataSearchcloudClusterMetricsSeriesOutputReference(this.terraformResource, this.terraformAttribute, index, this.wrapsSet);
  }
}

/**
* Represents a `searchcloud_cluster_metrics`
*/
export class DataSearchcloudClusterMetrics extends cdktf.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_cluster_metrics";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataSearchcloudClusterMetrics resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataSearchcloudClusterMetrics to import
  * @param importFromId The id of the existing DataSearchcloudClusterMetrics that should be imported.
  * @param provider? Optional instance of the provider where the DataSearchcloudClusterMetrics to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_cluster_metrics", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_cluster_metrics` Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataSearchcloudClusterMetricsConfig
  */
  public constructor(scope: Construct, id: string, config: DataSearchcloudClusterMetricsConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_cluster_metrics',
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
    this._aggregation = config.aggregation;
    this._clusterId = config.clusterId;
    this._metrics = config.metrics;
    this._window = config.window;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // aggregation - computed: false, optional: true, required: false
  private _aggregation?: string;
  public get aggregation() {
    return this.getStringAttribute('aggregation');
  }
  public set aggregation(value: string) {
    this._aggregation = value;
  }
  public resetAggregation() {
    this._aggregation = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aggregationInput() {
    return this._aggregation;
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

  // metrics - computed: false, optional: false, required: true
  private _metrics?: string[];
  public get metrics() {
    return this.getListAttribute('metrics');
  }
  public set metrics(value: string[]) {
    this._metrics = value;
  }
  // Temporarily expose input value. Use with caution.
  public get metricsInput() {
    return this._metrics;
  }

  // resolution - computed: true, optional: false, required: false
  public get resolution() {
    return this.getStringAttribute('resolution');
  }

  // series - computed: true, optional: false, required: false
  private _series = new DataSearchcloudClusterMetricsSeriesList(this, "series", false);
  public get series() {
    return this._series;
  }

  // window - computed: false, optional: false, required: true
  private _window?: string;
  public get window() {
    return this.getStringAttribute('window');
  }
  public set window(value: string) {
    this._window = value;
  }
  // Temporarily expose input value. Use with caution.
  public get windowInput() {
    return this._window;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      aggregation: cdktf.stringToTerraform(this._aggregation),
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      metrics: cdktf.listMapper(cdktf.stringToTerraform, false)(this._metrics),
      window: cdktf.stringToTerraform(this._window),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      aggregation: {
        value: cdktf.stringToHclTerraform(this._aggregation),
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
      metrics: {
        value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(this._metrics),
        isBlock: false,
        type: "list",
        storageClassType: "stringList",
      },
      window: {
        value: cdktf.stringToHclTerraform(this._window),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
