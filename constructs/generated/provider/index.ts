// Made from the provider's schema by tools/generate.ts. Do not edit.

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';

// Configuration

export interface SearchcloudProviderConfig {
  /**
  * Whether a cluster may be created under a name that already exists in the account. The default is `false`: repeating a create that was interrupted would otherwise create a second billed cluster. Environment variable: `SEARCHCLOUD_ALLOW_DUPLICATE_NAMES`.
  */
  readonly allowDuplicateNames?: boolean | cdktf.IResolvable;
  /**
  * Cluster Management API key. Prefer the environment variable `SEARCHCLOUD_API_KEY`, which keeps the key out of plan files.
  */
  readonly apiKey?: string;
  /**
  * Base URL of the management API, with its version segment (`https://…/api/v1`). Plain HTTP is allowed for loopback addresses only. Environment variable: `SEARCHCLOUD_BASE_URL`.
  */
  readonly baseUrl?: string;
  /**
  * Path of a file with certificates of authorities (PEM, one or more) that are trusted beside those that Node trusts: for a proxy or a service with a certificate that your company has issued. A relative path starts at the folder in which Terraform runs. Environment variable: `SEARCHCLOUD_CA_CERTIFICATE_FILE`.
  */
  readonly caCertificateFile?: string;
  /**
  * Data-plane key for collections, aliases, keys, documents and whatever else is on the nodes of a cluster, for resources without their own `api_key`. Prefer the environment variable `SEARCHCLOUD_DATA_API_KEY`, which keeps the key out of plan files.
  */
  readonly dataApiKey?: string;
  /**
  * Field names of the service's API: `search-cloud` or `typesense-cloud`. The default is `search-cloud`. Environment variable: `SEARCHCLOUD_DIALECT`.
  */
  readonly dialect?: string;
  /**
  * URL of a node, with `{hostname}` where the hostname of the node belongs: for private links, say. Plain HTTP is allowed for loopback addresses only. The default is `https://{hostname}`. Environment variable: `SEARCHCLOUD_NODE_URL`.
  */
  readonly nodeUrl?: string;
  /**
  * Time between two polls while apply waits, a duration such as `30s`. The default is `60s`. Environment variable: `SEARCHCLOUD_POLL_INTERVAL`.
  */
  readonly pollInterval?: string;
  /**
  * Requests per minute that one run may send with one key; `0` sets no limit on this side. The default is `30`, the service's own limit. Environment variable: `SEARCHCLOUD_REQUESTS_PER_MINUTE`.
  */
  readonly requestsPerMinute?: number;
  /**
  * How old the `server_parameters` that a refresh found may be when a plan uses them again, a duration such as `12h`. A refresh reads them with one request per cluster; within this time, a cluster on which nothing else has changed costs none, and the plan says so. Drift of its parameters shows up that much later. The default is `0s`: every refresh reads them. Environment variable: `SEARCHCLOUD_SERVER_PARAMETERS_MAX_AGE`.
  */
  readonly serverParametersMaxAge?: string;
  /**
  * Whether a plan fails for a memory, vCPU, region or network that the cluster options of the service do not list. Otherwise it warns, and the service decides at apply. If the options cannot be read, a plan warns in either case. The default is `false`. Environment variable: `SEARCHCLOUD_STRICT_OPTIONS`.
  */
  readonly strictOptions?: boolean | cdktf.IResolvable;
  /**
  * Alias name
  */
  readonly alias?: string;
}

/**
* Represents a `searchcloud`
*/
export class SearchcloudProvider extends cdktf.TerraformProvider {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "searchcloud";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a SearchcloudProvider resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the SearchcloudProvider to import
  * @param importFromId The id of the existing SearchcloudProvider that should be imported.
  * @param provider? Optional instance of the provider where the SearchcloudProvider to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "searchcloud", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new `searchcloud` Resource
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options SearchcloudProviderConfig = {}
  */
  public constructor(scope: Construct, id: string, config: SearchcloudProviderConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'searchcloud',
      terraformGeneratorMetadata: {
        providerName: 'searchcloud',
        providerVersion: '0.1.0',
        providerVersionConstraint: '0.1.0'
      },
      terraformProviderSource: 'terraform.searchcloud.internal/searchcloud/searchcloud'
    });
    this._allowDuplicateNames = config.allowDuplicateNames;
    this._apiKey = config.apiKey;
    this._baseUrl = config.baseUrl;
    this._caCertificateFile = config.caCertificateFile;
    this._dataApiKey = config.dataApiKey;
    this._dialect = config.dialect;
    this._nodeUrl = config.nodeUrl;
    this._pollInterval = config.pollInterval;
    this._requestsPerMinute = config.requestsPerMinute;
    this._serverParametersMaxAge = config.serverParametersMaxAge;
    this._strictOptions = config.strictOptions;
    this._alias = config.alias;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // allow_duplicate_names - computed: false, optional: true, required: false
  private _allowDuplicateNames?: boolean | cdktf.IResolvable;
  public get allowDuplicateNames() {
    return this._allowDuplicateNames;
  }
  public set allowDuplicateNames(value: boolean | cdktf.IResolvable | undefined) {
    this._allowDuplicateNames = value;
  }
  public resetAllowDuplicateNames() {
    this._allowDuplicateNames = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get allowDuplicateNamesInput() {
    return this._allowDuplicateNames;
  }

  // api_key - computed: false, optional: true, required: false
  private _apiKey?: string;
  public get apiKey() {
    return this._apiKey;
  }
  public set apiKey(value: string | undefined) {
    this._apiKey = value;
  }
  public resetApiKey() {
    this._apiKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get apiKeyInput() {
    return this._apiKey;
  }

  // base_url - computed: false, optional: true, required: false
  private _baseUrl?: string;
  public get baseUrl() {
    return this._baseUrl;
  }
  public set baseUrl(value: string | undefined) {
    this._baseUrl = value;
  }
  public resetBaseUrl() {
    this._baseUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get baseUrlInput() {
    return this._baseUrl;
  }

  // ca_certificate_file - computed: false, optional: true, required: false
  private _caCertificateFile?: string;
  public get caCertificateFile() {
    return this._caCertificateFile;
  }
  public set caCertificateFile(value: string | undefined) {
    this._caCertificateFile = value;
  }
  public resetCaCertificateFile() {
    this._caCertificateFile = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get caCertificateFileInput() {
    return this._caCertificateFile;
  }

  // data_api_key - computed: false, optional: true, required: false
  private _dataApiKey?: string;
  public get dataApiKey() {
    return this._dataApiKey;
  }
  public set dataApiKey(value: string | undefined) {
    this._dataApiKey = value;
  }
  public resetDataApiKey() {
    this._dataApiKey = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dataApiKeyInput() {
    return this._dataApiKey;
  }

  // dialect - computed: false, optional: true, required: false
  private _dialect?: string;
  public get dialect() {
    return this._dialect;
  }
  public set dialect(value: string | undefined) {
    this._dialect = value;
  }
  public resetDialect() {
    this._dialect = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get dialectInput() {
    return this._dialect;
  }

  // node_url - computed: false, optional: true, required: false
  private _nodeUrl?: string;
  public get nodeUrl() {
    return this._nodeUrl;
  }
  public set nodeUrl(value: string | undefined) {
    this._nodeUrl = value;
  }
  public resetNodeUrl() {
    this._nodeUrl = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nodeUrlInput() {
    return this._nodeUrl;
  }

  // poll_interval - computed: false, optional: true, required: false
  private _pollInterval?: string;
  public get pollInterval() {
    return this._pollInterval;
  }
  public set pollInterval(value: string | undefined) {
    this._pollInterval = value;
  }
  public resetPollInterval() {
    this._pollInterval = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get pollIntervalInput() {
    return this._pollInterval;
  }

  // requests_per_minute - computed: false, optional: true, required: false
  private _requestsPerMinute?: number;
  public get requestsPerMinute() {
    return this._requestsPerMinute;
  }
  public set requestsPerMinute(value: number | undefined) {
    this._requestsPerMinute = value;
  }
  public resetRequestsPerMinute() {
    this._requestsPerMinute = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get requestsPerMinuteInput() {
    return this._requestsPerMinute;
  }

  // server_parameters_max_age - computed: false, optional: true, required: false
  private _serverParametersMaxAge?: string;
  public get serverParametersMaxAge() {
    return this._serverParametersMaxAge;
  }
  public set serverParametersMaxAge(value: string | undefined) {
    this._serverParametersMaxAge = value;
  }
  public resetServerParametersMaxAge() {
    this._serverParametersMaxAge = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get serverParametersMaxAgeInput() {
    return this._serverParametersMaxAge;
  }

  // strict_options - computed: false, optional: true, required: false
  private _strictOptions?: boolean | cdktf.IResolvable;
  public get strictOptions() {
    return this._strictOptions;
  }
  public set strictOptions(value: boolean | cdktf.IResolvable | undefined) {
    this._strictOptions = value;
  }
  public resetStrictOptions() {
    this._strictOptions = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get strictOptionsInput() {
    return this._strictOptions;
  }

  // alias - computed: false, optional: true, required: false
  private _alias?: string;
  public override get alias() {
    return this._alias;
  }
  public override set alias(value: string | undefined) {
    this._alias = value;
  }
  public resetAlias() {
    this._alias = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get aliasInput() {
    return this._alias;
  }

  // =========
  // SYNTHESIS
  // =========

  protected override synthesizeAttributes(): { [name: string]: any } {
    return {
      allow_duplicate_names: cdktf.booleanToTerraform(this._allowDuplicateNames),
      api_key: cdktf.stringToTerraform(this._apiKey),
      base_url: cdktf.stringToTerraform(this._baseUrl),
      ca_certificate_file: cdktf.stringToTerraform(this._caCertificateFile),
      data_api_key: cdktf.stringToTerraform(this._dataApiKey),
      dialect: cdktf.stringToTerraform(this._dialect),
      node_url: cdktf.stringToTerraform(this._nodeUrl),
      poll_interval: cdktf.stringToTerraform(this._pollInterval),
      requests_per_minute: cdktf.numberToTerraform(this._requestsPerMinute),
      server_parameters_max_age: cdktf.stringToTerraform(this._serverParametersMaxAge),
      strict_options: cdktf.booleanToTerraform(this._strictOptions),
      alias: cdktf.stringToTerraform(this._alias),
    };
  }

  protected override synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      allow_duplicate_names: {
        value: cdktf.booleanToHclTerraform(this._allowDuplicateNames),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      api_key: {
        value: cdktf.stringToHclTerraform(this._apiKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      base_url: {
        value: cdktf.stringToHclTerraform(this._baseUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      ca_certificate_file: {
        value: cdktf.stringToHclTerraform(this._caCertificateFile),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      data_api_key: {
        value: cdktf.stringToHclTerraform(this._dataApiKey),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      dialect: {
        value: cdktf.stringToHclTerraform(this._dialect),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      node_url: {
        value: cdktf.stringToHclTerraform(this._nodeUrl),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      poll_interval: {
        value: cdktf.stringToHclTerraform(this._pollInterval),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      requests_per_minute: {
        value: cdktf.numberToHclTerraform(this._requestsPerMinute),
        isBlock: false,
        type: "simple",
        storageClassType: "number",
      },
      server_parameters_max_age: {
        value: cdktf.stringToHclTerraform(this._serverParametersMaxAge),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      strict_options: {
        value: cdktf.booleanToHclTerraform(this._strictOptions),
        isBlock: false,
        type: "simple",
        storageClassType: "boolean",
      },
      alias: {
        value: cdktf.stringToHclTerraform(this._alias),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
