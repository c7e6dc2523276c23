import { resolve } from "node:path";
import { type IResolvable, TerraformStack, Token } from "cdktf";
import type { Construct } from "constructs";
import { check, warnAboutLiteralKey } from "./checks";
import { SearchcloudProvider } from "./generated/provider";
import { installPlugin } from "./installPlugin";

/** The service's names of headers and versions. */
export type Dialect = "search-cloud" | "typesense-cloud" | (string & Record<never, never>);

/** The connection to the service. Each setting can come from the environment instead. */
export interface SearchCloudProviderProps {
  /**
   * Key of the management API. Prefer the environment: a literal is readable in the synthesized files, a variable in saved
   * plans.
   * @default - the environment variable SEARCHCLOUD_API_KEY
   */
  readonly apiKey?: string;

  /**
   * Base URL of the management API, with the version segment: `https://…/api/v1`. Plain HTTP to loopback only.
   * @default - the environment variable SEARCHCLOUD_BASE_URL
   */
  readonly baseUrl?: string;

  /**
   * Path of a file with additional certificate authorities (PEM, one or more), for a proxy or a service with a private certificate.
   * A relative path starts in the directory of the program, that of `cdktf.json`, and is absolute in the synthesized files. In the
   * variable, it starts in the stack's directory, in which Terraform runs.
   * @default - the environment variable SEARCHCLOUD_CA_CERTIFICATE_FILE, else only Node's authorities
   */
  readonly caCertificateFile?: string;

  /**
   * The service's names of headers and versions: `search-cloud` or `typesense-cloud`.
   * @default - the environment variable SEARCHCLOUD_DIALECT, else `search-cloud`
   */
  readonly dialect?: Dialect;

  /**
   * Poll interval while waiting for a cluster, a change or a clone, such as `30s`.
   * @default - the environment variable SEARCHCLOUD_POLL_INTERVAL, else `60s`
   */
  readonly pollInterval?: string;

  /**
   * Maximum number of requests per minute of one run; 0 turns the limit off. The service allows 30 per key (management API,
   * Limits).
   * @default - the environment variable SEARCHCLOUD_REQUESTS_PER_MINUTE, else 30
   */
  readonly requestsPerMinute?: number;

  /**
   * Maximum age of server parameters that a plan reuses from an earlier refresh, such as `12h`. A refresh reads them with one
   * request per cluster. Within this time, a cluster without other changes needs no request, which the plan reports.
   * @default - the environment variable SEARCHCLOUD_SERVER_PARAMETERS_MAX_AGE, else `0s`: every refresh reads them
   */
  readonly serverParametersMaxAge?: string;

  /**
   * Allows creating a cluster with the name of an existing one. Otherwise it is an error, because an interrupted run has most often
   * created the existing cluster.
   * @default - the environment variable SEARCHCLOUD_ALLOW_DUPLICATE_NAMES, else false
   */
  readonly allowDuplicateNames?: boolean | IResolvable;

  /**
   * Makes a plan fail for a memory, vCPU, region or network that is missing from the service's cluster options. Otherwise it warns,
   * and the service decides at apply.
   * @default - the environment variable SEARCHCLOUD_STRICT_OPTIONS, else false
   */
  readonly strictOptions?: boolean | IResolvable;

  /**
   * Data-plane key for constructs on nodes without their own key. Prefer the environment: a literal is readable in the synthesized
   * files, a variable in saved plans.
   * @default - the environment variable SEARCHCLOUD_DATA_API_KEY
   */
  readonly dataApiKey?: string;

  /**
   * URL of a cluster's node, with `{hostname}` in place of the node's hostname: for private links, such as
   * `"https://{hostname}.private.example:8443"`. Plain HTTP to loopback only.
   * @default - the environment variable SEARCHCLOUD_NODE_URL, else `https://{hostname}`
   */
  readonly nodeUrl?: string;

  /**
   * Name of this provider configuration if a stack has several.
   * @default - the stack's only configuration of this provider
   */
  readonly alias?: string;

  /**
   * Path of the plugin's executable, for development of the provider.
   * @default - the environment variable SEARCHCLOUD_PLUGIN_PATH, else the plugin that comes with this package
   */
  readonly pluginPath?: string;
}

/**
 * The connection to the service: its management API, and the nodes of its clusters. Synthesis writes the plugin into the stack's
 * directory, so nothing needs to be installed or configured. If a stack has several, pass one as `provider`.
 * @throws if two providers of a stack have different plugin paths, if the stack belongs to another library than these constructs, and
 * at synthesis if the plugin is missing.
 */
export class SearchCloudProvider extends SearchcloudProvider {
  constructor(scope: Construct, id: string, props: SearchCloudProviderProps = {}) {
    const { pluginPath, caCertificateFile, ...config } = props;
    checkLibrary(scope);
    super(scope, id, { ...config, caCertificateFile: absolute(caCertificateFile) });
    warnAboutLiteralKey(this, "apiKey", config.apiKey, "SEARCHCLOUD_API_KEY");
    warnAboutLiteralKey(this, "dataApiKey", config.dataApiKey, "SEARCHCLOUD_DATA_API_KEY");
    installPlugin(this, pluginPath);
  }
}

/** Returns an absolute path, because Terraform runs in another directory. */
function absolute(path: string | undefined): string | undefined {
  return path === undefined || path === "" || Token.isUnresolved(path) ? path : resolve(path);
}

/** The mark of jsii, with which the libraries are built, on their classes. Subclasses inherit it. */
const RTTI = Symbol.for("jsii.rtti");

/**
 * Checks that the stack belongs to the library for which these constructs are built: otherwise, synthesis would fail with an obscure
 * error. Two copies of one library are fine.
 * @throws if the stack belongs to the other library
 */
function checkLibrary(scope: Construct): void {
  const stack = TerraformStack.of(scope);
  const [own, given] = [TerraformStack, stack.constructor].map(libraryOf);
  check(
    given === own,
    `Stack "${stack.node.id}" belongs to ${given}, but these constructs are for ${own}. Import the constructs for the library of your ` +
      'program: "cdktf-provider-searchcloud", or "cdktf-provider-searchcloud/cdktn".',
  );
}

function libraryOf(type: object): string | undefined {
  return (type as { readonly [RTTI]?: { readonly fqn?: string } })[RTTI]?.fqn?.split(".")[0];
}
