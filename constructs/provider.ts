import { Annotations, type IResolvable, Token } from "cdktf";
import type { Construct } from "constructs";
import { SearchcloudProvider } from "./generated/provider";
import { installPlugin } from "./plugin/installPlugin";

/** Which names the service uses for headers and versions (docs/design/api-assumptions.md#dialects). */
export type Dialect = "search-cloud" | "typesense-cloud" | (string & Record<never, never>);

/** How to reach the service; each can come from the environment instead. */
export interface SearchCloudProviderProps {
  /**
   * Key of the management API. Better not written here: a literal ends up in the synthesized files, and a variable in
   * saved plans.
   *
   * @default - the environment variable SEARCHCLOUD_API_KEY
   */
  readonly apiKey?: string;

  /**
   * Where the management API is, with the version segment: `https://…/api/v1`. Plain HTTP to loopback only.
   *
   * @default - the environment variable SEARCHCLOUD_BASE_URL
   */
  readonly baseUrl?: string;

  /**
   * Which names the service uses for headers and versions.
   *
   * @default - the environment variable SEARCHCLOUD_DIALECT, else `search-cloud`
   */
  readonly dialect?: Dialect;

  /**
   * Time between two looks at something that is waited for, such as `30s`.
   *
   * @default - the environment variable SEARCHCLOUD_POLL_INTERVAL, else `60s`
   */
  readonly pollInterval?: string;

  /**
   * Requests that one run sends in a minute at most; 0 means no limit of our own. The service allows 30 for each key
   * (docs/design/api-assumptions.md#limits).
   *
   * @default - the environment variable SEARCHCLOUD_REQUESTS_PER_MINUTE, else 30
   */
  readonly requestsPerMinute?: number;

  /**
   * Whether a cluster may be made although the account has one of the same name. Without it such a create is an error,
   * since it is most often a cluster that an interrupted run has made.
   *
   * @default - the environment variable SEARCHCLOUD_ALLOW_DUPLICATE_NAMES, else false
   */
  readonly allowDuplicateNames?: boolean | IResolvable;

  /**
   * Name of this provider configuration when a stack has several.
   *
   * @default - the stack's only configuration of this provider
   */
  readonly alias?: string;

  /**
   * Path of the plugin's executable, for work on the provider itself.
   *
   * @default - the environment variable SEARCHCLOUD_PLUGIN_PATH, else the plugin that comes with this package
   */
  readonly pluginPath?: string;
}

/**
 * The connection to the management API, and the plugin that speaks to it: synthesis writes the plugin into the stack's
 * directory, so that nothing has to be installed or configured. Pass it as `provider` where a stack has several.
 */
export class SearchCloudProvider extends SearchcloudProvider {
  constructor(scope: Construct, id: string, props: SearchCloudProviderProps = {}) {
    const { pluginPath, ...config } = props;
    super(scope, id, config);
    if (config.apiKey !== undefined && !Token.isUnresolved(config.apiKey)) {
      Annotations.of(this).addWarning(
        "The prop apiKey is a literal, so the key stands readable in the synthesized files. Set the environment " +
          "variable SEARCHCLOUD_API_KEY instead, or pass a sensitive TerraformVariable.",
      );
    }
    installPlugin(this, pluginPath);
  }
}
