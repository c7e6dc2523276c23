// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface DocumentsConfig extends cdktf.TerraformMetaArguments {
  /**
  * How a document is written, by its id: `upsert` creates or replaces it. `create` does not change a document that exists: it counts as imported if it is identical, and fails otherwise. `update` changes the given fields of a document that exists, `emplace` does that or creates it. The default is `upsert`. An edit applies to the next import.
  */
  readonly action?: string;
  /**
  * Data-plane key, such as the `admin_key` of `searchcloud_api_keys`. The default is `data_api_key` of the provider.
  */
  readonly apiKey?: string;
  /**
  * Number of documents that the server indexes before it serves searches in between, from 1 to 10,000. The default is the server's, 40. An edit applies to the next import.
  */
  readonly batchSize?: number;
  /**
  * Cluster reference ID of the cluster that it belongs to. Set this or `node_urls`.
  */
  readonly clusterId?: string;
  /**
  * Name of the collection that the documents are imported into, or of an alias of it. Another name of the same collection is no reason to import them again.
  */
  readonly collection: string;
  /**
  * The documents themselves: one JSON object per line, as in `join("\n", [for d in local.documents : jsonencode(d)])`. Stored in the state.
  */
  readonly content?: string;
  /**
  * Path of a file with one document (a JSON object) per line. A relative path is relative to the folder in which Terraform runs. Only the content counts: the same documents in another file are no change. The file is hashed at plan, so it must exist by then, and must not change before the apply. Set this, `content` or `from`.
  */
  readonly file?: string;
  /**
  * URLs of the nodes, such as `https://search.example:443`, for your own server, or without a management key. Plain HTTP for loopback only. Set this or `cluster_id`.
  */
  readonly nodeUrls?: string[];
  /**
  * Any values: a new entry or a changed value imports the documents again; removing one does not. No trigger is needed for a collection that this configuration replaces: refer to its `name` in `collection`, and the same apply imports the documents into the new one.
  */
  readonly triggers?: { [key: string]: string };
  /**
  * from block
  */
  readonly from?: DocumentsFrom;
}
export interface DocumentsFrom {
  /**
  * Data-plane key that may export the collection. It is stored in the state: `api_key_wo` is not. An edit imports nothing. The default is `data_api_key` of the provider.
  */
  readonly apiKey?: string;
  /**
  * Data-plane key that may export the collection, instead of `api_key`. Neither plan nor state has it. It has no version: an import uses the key that is configured at that moment, a refresh reads only the collection that the documents are in, and another key is no reason to import them again.
  */
  readonly apiKeyWo?: string;
  /**
  * Cluster reference ID of the cluster that has the collection. Set this or `node_urls`.
  */
  readonly clusterId?: string;
  /**
  * Name of the collection to copy from, or of an alias of it.
  */
  readonly collection: string;
  /**
  * Filter of the documents to copy, such as `in_stock:true`. The default is all documents.
  */
  readonly filterBy?: string;
  /**
  * URLs of the nodes that have the collection. Plain HTTP for loopback only. Set this or `cluster_id`.
  */
  readonly nodeUrls?: string[];
}

export function documentsFromToTerraform(struct?: DocumentsFrom | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
    api_key: cdktf.stringToTerraform(struct!.apiKey),
    api_key_wo: cdktf.stringToTerraform(struct!.apiKeyWo),
    cluster_id: cdktf.stringToTerraform(struct!.clusterId),
    collection: cdktf.stringToTerraform(struct!.collection),
    filter_by: cdktf.stringToTerraform(struct!.filterBy),
    node_urls: cdktf.listMapper(cdktf.stringToTerraform, false)(struct!.nodeUrls),
  }
}


export function documentsFromToHclTerraform(struct?: DocumentsFrom | cdktf.IResolvable): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
    api_key: {
      value: cdktf.stringToHclTerraform(struct!.apiKey),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    api_key_wo: {
      value: cdktf.stringToHclTerraform(struct!.apiKeyWo),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    cluster_id: {
      value: cdktf.stringToHclTerraform(struct!.clusterId),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    collection: {
      value: cdktf.stringToHclTerraform(struct!.collection),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    filter_by: {
      value: cdktf.stringToHclTerraform(struct!.filterBy),
      isBlock: false,
      type: "simple",
      storageClassType: "string",
    },
    node_urls: {
      value: cdktf.listMapperHcl(cdktf.stringToHclTerraform, false)(struct!.nodeUrls),
      isBlock: false,
      type: "list",
      storageClassType: "stringList",
    },
  };

  // remove undefined attributes
  return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined));
}

export class DocumentsFromOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;
  private resolvableValue?: cdktf.IResolvable;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DocumentsFrom | cdktf.IResolvable | undefined {
    if (this.resolvableValue) {
      return this.resolvableValue;
    }
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    if (this._apiKey !== undefined) {
      hasAnyValues = true;
      internalValueResult.apiKey = this._apiKey;
    }
    if (this._apiKeyWo !== undefined) {
      hasAnyValues = true;
      internalValueResult.apiKeyWo = this._apiKeyWo;
    }
    if (this._clusterId !== undefined) {
      hasAnyValues = true;
      internalValueResult.clusterId = this._clusterId;
    }
    if (this._collection !== undefined) {
      hasAnyValues = true;
      internalValueResult.collection = this._collection;
    }
    if (this._filterBy !== undefined) {
      hasAnyValues = true;
      internalValueResult.filterBy = this._filterBy;
    }
    if (this._nodeUrls !== undefined) {
      hasAnyValues = true;
      internalValueResult.nodeUrls = this._nodeUrls;
    }
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DocumentsFrom | cdktf.IResolvable | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
      this.resolvableValue = undefined;
      this._apiKey = undefined;
      this._apiKeyWo = undefined;
      this._clusterId = undefined;
      this._collection = undefined;
      this._filterBy = undefined;
      this._nodeUrls = undefined;
    }
    else if (cdktf.Tokenization.isResolvable(value)) {
      this.isEmptyObject = false;
      this.resolvableValue = value;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
      this.resolvableValue = undefined;
      this._apiKey = value.apiKey;
      this._apiKeyWo = value.apiKeyWo;
      this._clusterId = value.clusterId;
      this._collection = value.collection;
      this._filterBy = value.filterBy;
      this._nodeUrls = value.nodeUrls;
    }
  }

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

  // api_key_wo - computed: false, optional: true, required: false
  private _apiKeyWo?: string;
  public get apiKeyWo() {
    return this.getStringAttribute('api_key_wo');
  }
  public set apiKeyWo(value: string) {
    this._apiKeyWo = value;
  }
  public resetApiKeyWo() {
    this._apiKeyWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apiKeyWoInput() {
    return this._apiKeyWo;
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

  // filter_by - computed: false, optional: true, required: false
  private _filterBy?: string;
  public get filterBy() {
    return this.getStringAttribute('filter_by');
  }
  public set filterBy(value: string) {
    this._filterBy = value;
  }
  public resetFilterBy() {
    this._filterBy = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get filterByInput() {
    return this._filterBy;
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
}

/**
* Represents a `searchcloud_documents`
*/
export class Documents extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_documents";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a Documents resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the Documents to import
  * @param importFromId The id of the existing Documents that should be imported.
  * @param provider? Optional instance of the provider where the Documents to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_documents", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_documents` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DocumentsConfig
  */
  public constructor(scope: Construct, id: string, config: DocumentsConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_documents',
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
    this._action = config.action;
    this._apiKey = config.apiKey;
    this._batchSize = config.batchSize;
    this._clusterId = config.clusterId;
    this._collection = config.collection;
    this._content = config.content;
    this._file = config.file;
    this._nodeUrls = config.nodeUrls;
    this._triggers = config.triggers;
    this._from.internalValue = config.from;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // action - computed: false, optional: true, required: false
  private _action?: string;
  public get action() {
    return this.getStringAttribute('action');
  }
  public set action(value: string) {
    this._action = value;
  }
  public resetAction() {
    this._action = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get actionInput() {
    return this._action;
  }

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

  // batch_size - computed: false, optional: true, required: false
  private _batchSize?: number;
  public get batchSize() {
    return this.getNumberAttribute('batch_size');
  }
  public set batchSize(value: number) {
    this._batchSize = value;
  }
  public resetBatchSize() {
    this._batchSize = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get batchSizeInput() {
    return this._batchSize;
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

  // content - computed: false, optional: true, required: false
  private _content?: string;
  public get content() {
    return this.getStringAttribute('content');
  }
  public set content(value: string) {
    this._content = value;
  }
  public resetContent() {
    this._content = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get contentInput() {
    return this._content;
  }

  // content_hash - computed: true, optional: false, required: false
  public get contentHash() {
    return this.getStringAttribute('content_hash');
  }

  // file - computed: false, optional: true, required: false
  private _file?: string;
  public get file() {
    return this.getStringAttribute('file');
  }
  public set file(value: string) {
    this._file = value;
  }
  public resetFile() {
    this._file = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get fileInput() {
    return this._file;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // imported_at - computed: true, optional: false, required: false
  public get importedAt() {
    return this.getStringAttribute('imported_at');
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

  // num_imported - computed: true, optional: false, required: false
  public get numImported() {
    return this.getNumberAttribute('num_imported');
  }

  // triggers - computed: true, optional: true, required: false
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

  // from - computed: false, optional: true, required: false
  private _from = new DocumentsFromOutputReference(this, "from");
  public get from() {
    return this._from;
  }
  public putFrom(value: DocumentsFrom) {
    this._from.internalValue = value;
  }
  public resetFrom() {
    this._from.internalValue = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get fromInput() {
    return this._from.internalValue;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      action: cdktf.stringToTerraform(this._action),
      api_key: cdktf.stringToTerraform(this._apiKey),
      batch_size: cdktf.numberToTerraform(this._batchSize),
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      collection: cdktf.stringToTerraform(this._collection),
      content: cdktf.stringToTerraform(this._content),
      file: cdktf.stringToTerraform(this._file),
      node_urls: cdktf.listMapper(cdktf.stringToTerraform, false)(this._nodeUrls),
      triggers: cdktf.hashMapper(cdktf.stringToTerraform)(this._triggers),
      from: documentsFromToTerraform(this._from.internalValue),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      action: {
        value: cdktf.stringToHclTerraform(this._action),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      api_key: {
        value: cdktf.stringToHclTerraform(this._apiKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      batch_size: {
        value: cdktf.numberToHclTerraform(this._batchSize),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      cluster_id: {
        value: cdktf.stringToHclTerraform(this._clusterId),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      collection: {
        value: cdktf.stringToHclTerraform(this._collection),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      content: {
        value: cdktf.stringToHclTerraform(this._content),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      file: {
        value: cdktf.stringToHclTerraform(this._file),
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
      triggers: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._triggers),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
      from: {
        value: documentsFromToHclTerraform(this._from.internalValue),
        isBlock: true,
        type: "struct",
        storageClassType: "DocumentsFrom",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
