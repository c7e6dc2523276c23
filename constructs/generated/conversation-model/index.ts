// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface ConversationModelConfig extends cdktf.TerraformMetaArguments {
  /**
  * Id of the account at Cloudflare, for its models. If it is left out, it is not managed.
  */
  readonly accountId?: string;
  /**
  * Data-plane key, such as the `admin_key` of `searchcloud_api_keys`. The default is `data_api_key` of the provider.
  */
  readonly apiKey?: string;
  /**
  * Cluster reference ID of the cluster that it belongs to. Set this or `node_urls`.
  */
  readonly clusterId?: string;
  /**
  * A JSON object with further properties of the model, such as `jsonencode({ openai_url = "https://llm.example.com" })`. It is compared as JSON, and parts that the server adds are no drift. It is shown in plans, and holds no credential. If it is left out, it is not managed.
  */
  readonly extra?: string;
  /**
  * Collection that keeps the conversations, with the fields `conversation_id`, `role`, `message` and `model_id` (string) and `timestamp` (int32). An edit moves no conversation.
  */
  readonly historyCollection: string;
  /**
  * Most bytes that a request to the model holds, at most its context window.
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
  * Seconds after which the server deletes a message of a conversation. The server's default is 86400. If it is left out, it is not managed.
  */
  readonly ttl?: number;
  /**
  * URL of your own vLLM server, for its models. If it is left out, it is not managed.
  */
  readonly vllmUrl?: string;
}

/**
* Represents a `searchcloud_conversation_model`
*/
export class ConversationModel extends cdktf.TerraformResource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud_conversation_model";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a ConversationModel resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the ConversationModel to import
  * @param importFromId The id of the existing ConversationModel that should be imported.
  * @param provider? Optional instance of the provider where the ConversationModel to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud_conversation_model", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud_conversation_model` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options ConversationModelConfig
  */
  public constructor(scope: Construct, id: string, config: ConversationModelConfig) {
    super(scope, id, {
      terraformResourceType: 'searchcloud_conversation_model',
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
    this._clusterId = config.clusterId;
    this._extra = config.extra;
    this._historyCollection = config.historyCollection;
    this._maxBytes = config.maxBytes;
    this._modelApiKey = config.modelApiKey;
    this._modelApiKeyWo = config.modelApiKeyWo;
    this._modelApiKeyWoVersion = config.modelApiKeyWoVersion;
    this._modelName = config.modelName;
    this._name = config.name;
    this._nodeUrls = config.nodeUrls;
    this._systemPrompt = config.systemPrompt;
    this._ttl = config.ttl;
    this._vllmUrl = config.vllmUrl;
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

  // history_collection - computed: false, optional: false, required: true
  private _historyCollection?: string;
  public get historyCollection() {
    return this.getStringAttribute('history_collection');
  }
  public set historyCollection(value: string) {
    this._historyCollection = value;
  }
  // Temporarily expose input value. Use with caution.
  public get historyCollectionInput() {
    return this._historyCollection;
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

  // ttl - computed: true, optional: true, required: false
  private _ttl?: number;
  public get ttl() {
    return this.getNumberAttribute('ttl');
  }
  public set ttl(value: number) {
    this._ttl = value;
  }
  public resetTtl() {
    this._ttl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get ttlInput() {
    return this._ttl;
  }

  // vllm_url - computed: true, optional: true, required: false
  private _vllmUrl?: string;
  public get vllmUrl() {
    return this.getStringAttribute('vllm_url');
  }
  public set vllmUrl(value: string) {
    this._vllmUrl = value;
  }
  public resetVllmUrl() {
    this._vllmUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get vllmUrlInput() {
    return this._vllmUrl;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      account_id: cdktf.stringToTerraform(this._accountId),
      api_key: cdktf.stringToTerraform(this._apiKey),
      cluster_id: cdktf.stringToTerraform(this._clusterId),
      extra: cdktf.stringToTerraform(this._extra),
      history_collection: cdktf.stringToTerraform(this._historyCollection),
      max_bytes: cdktf.numberToTerraform(this._maxBytes),
      model_api_key: cdktf.stringToTerraform(this._modelApiKey),
      model_api_key_wo: cdktf.stringToTerraform(this._modelApiKeyWo),
      model_api_key_wo_version: cdktf.numberToTerraform(this._modelApiKeyWoVersion),
      model_name: cdktf.stringToTerraform(this._modelName),
      name: cdktf.stringToTerraform(this._name),
      node_urls: cdktf.listMapper(cdktf.stringToTerraform, false)(this._nodeUrls),
      system_prompt: cdktf.stringToTerraform(this._systemPrompt),
      ttl: cdktf.numberToTerraform(this._ttl),
      vllm_url: cdktf.stringToTerraform(this._vllmUrl),
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
      history_collection: {
        value: cdktf.stringToHclTerraform(this._historyCollection),
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
      ttl: {
        value: cdktf.numberToHclTerraform(this._ttl),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      vllm_url: {
        value: cdktf.stringToHclTerraform(this._vllmUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
