// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface NlSearchModelConfig extends cdktf.TerraformMetaArguments {
  /**
  * Id of the account at Cloudflare, for its models. If it is left out, it is not managed.
  */
  readonly accountId?: string;
  /**
  * Data-plane key, such as the `admin_key` of `searchcloud_api_keys`. The default is `data_api_key` of the provider.
  */
  readonly apiKey?: string;
  /**
  * URL of your own vLLM server, for its models. If it is left out, it is not managed.
  */
  readonly apiUrl?: string;
  /**
  * Cluster reference ID of the cluster that it belongs to. Set this or `node_urls`.
  */
  readonly clusterId?: string;
  /**
  * A JSON object with further properties of the model, such as `jsonencode({ stop_sequences = ["END"] })`. It is compared as JSON, and parts that the server adds are no drift. It is shown in plans, and holds no credential. If it is left out, it is not managed.
  */
  readonly extra?: string;
  /**
  * Most bytes that an answer of the model holds.
  */
  readonly maxBytes: number;
  /**
  * Credential of the vendor, which the server uses to call the model. Servers show its first five characters only. Stored in the Terraform state: prefer `model_api_key_wo` where the tool has write-only arguments.
  */
  readonly modelApiKey?: string;
  /**
  * Credential of the vendor, which the server uses to call the model. Servers show its first five characters only. It is sent when the model is created and when `model_api_key_wo_version` changes: no edit of the value alone is seen.
  */
  readonly modelApiKeyWo?: string;
  /**
  * Version of `model_api_key_wo`, any whole number. Another version sends the value again. After an import it is null; setting it then sends nothing.
  */
  readonly modelApiKeyWoVersion?: number;
  /**
  * Credentials of Google Cloud (`gcp/…`): a JSON object with `access_token`, `refresh_token` and `client_secret`, best written with `jsonencode`. `project_id`, `client_id` and `region` belong into `extra`. Stored in the Terraform state: prefer `model_credentials_wo` where the tool has write-only arguments.
  */
  readonly modelCredentials?: string;
  /**
  * Credentials of Google Cloud (`gcp/…`): a JSON object with `access_token`, `refresh_token` and `client_secret`, best written with `jsonencode`. `project_id`, `client_id` and `region` belong into `extra`. It is sent when the model is created and when `model_credentials_wo_version` changes: no edit of the value alone is seen.
  */
  readonly modelCredentialsWo?: string;
  /**
  * Version of `model_credentials_wo`, any whole number. Another version sends the value again. After an import it is null; setting it then sends nothing.
  */
  readonly modelCredentialsWoVersion?: number;
  /**
  * The vendor and its name of the model, such as `openai/gpt-4o`, `cloudflare/@cf/meta/llama-3-8b-instruct` or `vllm/NousResearch/Llama-3`. Another vendor replaces the model, because the credential and the other properties are those of the vendor.
  */
  readonly modelName: string;
  /**
  * Name of the model, its id at the server.
  */
  readonly name: string;
  /**
  * URLs of the nodes, such as `https://search.example:443`, for your own server, or without a management key. Plain HTTP for loopback only. Set this or `cluster_id`.
  */
  readonly nodeUrls?: string[];
  /**
  * Instructions for the model. `""` removes them. If they are left out, they are not managed.
  */
  readonly systemPrompt?: string;
  /**
  * How much the answers vary, from 0 to 2. If it is left out, it is not managed.
  */
  readonly temperature?: number;
  /**
  * Number of the likeliest words among which Google's models choose. If it is left out, it is not managed.
  */
  readonly topK?: number;
  /**
  * Share of the likeliest words among which Google's models choose, from 0 to 1. If it is left out, it is not managed.
  */
  readonly topP?: number;
}

/**
* Represents a `searchcloud_nl_search_model`
*/
export class NlSearchModel extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_nl_search_model";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a NlSearchModel resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the NlSearchModel to import
  * @param importFromId The id of the existing NlSearchModel that should be imported.
  * @param provider? Optional instance of the provider where the NlSearchModel to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_nl_search_model", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_nl_search_model` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options NlSearchModelConfig
  */
  public constructor(scope: Construct, id: string, config: NlSearchModelConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_nl_search_model',
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
    this._accountId = config.accountId;
    this._apiKey = config.apiKey;
    this._apiUrl = config.apiUrl;
    this._clusterId = config.clusterId;
    this._extra = config.extra;
    this._maxBytes = config.maxBytes;
    this._modelApiKey = config.modelApiKey;
    this._modelApiKeyWo = config.modelApiKeyWo;
    this._modelApiKeyWoVersion = config.modelApiKeyWoVersion;
    this._modelCredentials = config.modelCredentials;
    this._modelCredentialsWo = config.modelCredentialsWo;
    this._modelCredentialsWoVersion = config.modelCredentialsWoVersion;
    this._modelName = config.modelName;
    this._name = config.name;
    this._nodeUrls = config.nodeUrls;
    this._systemPrompt = config.systemPrompt;
    this._temperature = config.temperature;
    this._topK = config.topK;
    this._topP = config.topP;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // account_id - computed: true, optional: true, required: false
  private _accountId?: string;
  public get accountId() {
    return this.getStringAttribute('account_id');
  }
  public set accountId(value: string) {
    this._accountId = value;
  }
  public resetAccountId() {
    this._accountId = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get accountIdInput() {
    return this._accountId;
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

  // api_url - computed: true, optional: true, required: false
  private _apiUrl?: string;
  public get apiUrl() {
    return this.getStringAttribute('api_url');
  }
  public set apiUrl(value: string) {
    this._apiUrl = value;
  }
  public resetApiUrl() {
    this._apiUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apiUrlInput() {
    return this._apiUrl;
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

  // extra - computed: true, optional: true, required: false
  private _extra?: string;
  public get extra() {
    return this.getStringAttribute('extra');
  }
  public set extra(value: string) {
    this._extra = value;
  }
  public resetExtra() {
    this._extra = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get extraInput() {
    return this._extra;
  }

  // id - computed: true, optional: false, required: false
  public get id() {
    return this.getStringAttribute('id');
  }

  // max_bytes - computed: false, optional: false, required: true
  private _maxBytes?: number;
  public get maxBytes() {
    return this.getNumberAttribute('max_bytes');
  }
  public set maxBytes(value: number) {
    this._maxBytes = value;
  }
  // Temporarily expose input value. Use with caution.
  public get maxBytesInput() {
    return this._maxBytes;
  }

  // model_api_key - computed: false, optional: true, required: false
  private _modelApiKey?: string;
  public get modelApiKey() {
    return this.getStringAttribute('model_api_key');
  }
  public set modelApiKey(value: string) {
    this._modelApiKey = value;
  }
  public resetModelApiKey() {
    this._modelApiKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelApiKeyInput() {
    return this._modelApiKey;
  }

  // model_api_key_wo - computed: false, optional: true, required: false
  private _modelApiKeyWo?: string;
  public get modelApiKeyWo() {
    return this.getStringAttribute('model_api_key_wo');
  }
  public set modelApiKeyWo(value: string) {
    this._modelApiKeyWo = value;
  }
  public resetModelApiKeyWo() {
    this._modelApiKeyWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelApiKeyWoInput() {
    return this._modelApiKeyWo;
  }

  // model_api_key_wo_version - computed: false, optional: true, required: false
  private _modelApiKeyWoVersion?: number;
  public get modelApiKeyWoVersion() {
    return this.getNumberAttribute('model_api_key_wo_version');
  }
  public set modelApiKeyWoVersion(value: number) {
    this._modelApiKeyWoVersion = value;
  }
  public resetModelApiKeyWoVersion() {
    this._modelApiKeyWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelApiKeyWoVersionInput() {
    return this._modelApiKeyWoVersion;
  }

  // model_credentials - computed: false, optional: true, required: false
  private _modelCredentials?: string;
  public get modelCredentials() {
    return this.getStringAttribute('model_credentials');
  }
  public set modelCredentials(value: string) {
    this._modelCredentials = value;
  }
  public resetModelCredentials() {
    this._modelCredentials = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelCredentialsInput() {
    return this._modelCredentials;
  }

  // model_credentials_wo - computed: false, optional: true, required: false
  private _modelCredentialsWo?: string;
  public get modelCredentialsWo() {
    return this.getStringAttribute('model_credentials_wo');
  }
  public set modelCredentialsWo(value: string) {
    this._modelCredentialsWo = value;
  }
  public resetModelCredentialsWo() {
    this._modelCredentialsWo = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelCredentialsWoInput() {
    return this._modelCredentialsWo;
  }

  // model_credentials_wo_version - computed: false, optional: true, required: false
  private _modelCredentialsWoVersion?: number;
  public get modelCredentialsWoVersion() {
    return this.getNumberAttribute('model_credentials_wo_version');
  }
  public set modelCredentialsWoVersion(value: number) {
    this._modelCredentialsWoVersion = value;
  }
  public resetModelCredentialsWoVersion() {
    this._modelCredentialsWoVersion = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get modelCredentialsWoVersionInput() {
    return this._modelCredentialsWoVersion;
  }

  // model_name - computed: false, optional: false, required: true
  private _modelName?: string;
  public get modelName() {
    return this.getStringAttribute('model_name');
  }
  public set modelName(value: string) {
    this._modelName = value;
  }
  // Temporarily expose input value. Use with caution.
  public get modelNameInput() {
    return this._modelName;
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

  // system_prompt - computed: true, optional: true, required: false
  private _systemPrompt?: string;
  public get systemPrompt() {
    return this.getStringAttribute('system_prompt');
  }
  public set systemPrompt(value: string) {
    this._systemPrompt = value;
  }
  public resetSystemPrompt() {
    this._systemPrompt = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get systemPromptInput() {
    return this._systemPrompt;
  }

  // temperature - computed: true, optional: true, required: false
  private _temperature?: number;
  public get temperature() {
    return this.getNumberAttribute('temperature');
  }
  public set temperature(value: number) {
    this._temperature = value;
  }
  public resetTemperature() {
    this._temperature = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get temperatureInput() {
    return this._temperature;
  }

  // top_k - computed: true, optional: true, required: false
  private _topK?: number;
  public get topK() {
    return this.getNumberAttribute('top_k');
  }
  public set topK(value: number) {
    this._topK = value;
  }
  public resetTopK() {
    this._topK = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get topKInput() {
    return this._topK;
  }

  // top_p - computed: true, optional: true, required: false
  private _topP?: number;
  public get topP() {
    return this.getNumberAttribute('top_p');
  }
  public set topP(value: number) {
    this._topP = value;
  }
  public resetTopP() {
    this._topP = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get topPInput() {
    return this._topP;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      account_id: cdktf.stringToTerraform(this._accountId),
      api_key: cdktf.stringToTerraform(this._apiKey),
      api_url: cdktf.stringToTerraform(this._apiUrl),
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      extra: cdktf.stringToTerraform(this._extra),
      max_bytes: cdktf.numberToTerraform(this._maxBytes),
      model_api_key: cdktf.stringToTerraform(this._modelApiKey),
      model_api_key_wo: cdktf.stringToTerraform(this._modelApiKeyWo),
      model_api_key_wo_version: cdktf.numberToTerraform(this._modelApiKeyWoVersion),
      model_credentials: cdktf.stringToTerraform(this._modelCredentials),
      model_credentials_wo: cdktf.stringToTerraform(this._modelCredentialsWo),
      model_credentials_wo_version: cdktf.numberToTerraform(this._modelCredentialsWoVersion),
      model_name: cdktf.stringToTerraform(this._modelName),
      name: cdktf.stringToTerraform(this._name),
      node_urls: cdktf.listMapper(cdktf.stringToTerraform, false)(this._nodeUrls),
      system_prompt: cdktf.stringToTerraform(this._systemPrompt),
      temperature: cdktf.numberToTerraform(this._temperature),
      top_k: cdktf.numberToTerraform(this._topK),
      top_p: cdktf.numberToTerraform(this._topP),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      account_id: {
        value: cdktf.stringToHclTerraform(this._accountId),
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
      api_url: {
        value: cdktf.stringToHclTerraform(this._apiUrl),
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
      extra: {
        value: cdktf.stringToHclTerraform(this._extra),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      max_bytes: {
        value: cdktf.numberToHclTerraform(this._maxBytes),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      model_api_key: {
        value: cdktf.stringToHclTerraform(this._modelApiKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      model_api_key_wo: {
        value: cdktf.stringToHclTerraform(this._modelApiKeyWo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      model_api_key_wo_version: {
        value: cdktf.numberToHclTerraform(this._modelApiKeyWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      model_credentials: {
        value: cdktf.stringToHclTerraform(this._modelCredentials),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      model_credentials_wo: {
        value: cdktf.stringToHclTerraform(this._modelCredentialsWo),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      model_credentials_wo_version: {
        value: cdktf.numberToHclTerraform(this._modelCredentialsWoVersion),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      model_name: {
        value: cdktf.stringToHclTerraform(this._modelName),
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
      system_prompt: {
        value: cdktf.stringToHclTerraform(this._systemPrompt),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      temperature: {
        value: cdktf.numberToHclTerraform(this._temperature),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      top_k: {
        value: cdktf.numberToHclTerraform(this._topK),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      top_p: {
        value: cdktf.numberToHclTerraform(this._topP),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
