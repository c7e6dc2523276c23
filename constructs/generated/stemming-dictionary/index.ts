// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface StemmingDictionaryConfig extends cdktf.TerraformMetaArguments {
  /**
  * Data-plane key, such as the `admin_key` of `searchcloud_api_keys`. The default is `data_api_key` of the provider.
  */
  readonly apiKey?: string;
  /**
  * Cluster reference ID of the cluster that it belongs to. Set this or `node_urls`.
  */
  readonly clusterId?: string;
  /**
  * Name of the dictionary, its id at the server.
  */
  readonly name: string;
  /**
  * URLs of the nodes, such as `https://search.example:443`, for your own server, or without a management key. Plain HTTP for loopback only. Set this or `cluster_id`.
  */
  readonly nodeUrls?: string[];
  /**
  * The root of each word, such as `{ people = "person" }`. All other words stay as they are. Words are compared with those of documents and searches in lower case.
  */
  readonly words: { [key: string]: string };
}

/**
* Represents a `searchcloud_stemming_dictionary`
*/
export class StemmingDictionary extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_stemming_dictionary";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a StemmingDictionary resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the StemmingDictionary to import
  * @param importFromId The id of the existing StemmingDictionary that should be imported.
  * @param provider? Optional instance of the provider where the StemmingDictionary to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_stemming_dictionary", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_stemming_dictionary` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options StemmingDictionaryConfig
  */
  public constructor(scope: Construct, id: string, config: StemmingDictionaryConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_stemming_dictionary',
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
    this._name = config.name;
    this._nodeUrls = config.nodeUrls;
    this._words = config.words;
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

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // name - computed: false, optional: false, required: true
  private _name?: string;
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
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

  // words - computed: false, optional: false, required: true
  private _words?: { [key: string]: string };
  public get words() {
    return this.getStringMapAttribute('words');
  }
  public set words(value: { [key: string]: string }) {
    this._words = value;
  }
  // Temporarily expose input value. Use with caution.
  public get wordsInput() {
    return this._words;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      api_key: cdktf.stringToTerraform(this._apiKey),
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      name: cdktf.stringToTerraform(this._name),
      node_urls: cdktf.listMapper(cdktf.stringToTerraform, false)(this._nodeUrls),
      words: cdktf.hashMapper(cdktf.stringToTerraform)(this._words),
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
      name: {
        value: cdktf.stringToHclTerraform(this._name),
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
      words: {
        value: cdktf.hashMapperHcl(cdktf.stringToHclTerraform)(this._words),
        isBlock: false,
        type: "map",
        storageClassType: "stringMap",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
