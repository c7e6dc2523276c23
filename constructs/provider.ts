import { resolve } from "node:path";
import { type IResolvable, TerraformStack, Token } from "cdktf";
import type { Construct } from "constructs";
import { check, warnAboutLiteralKey } from "./checks";
import { SearchcloudProvider } from "./generated/provider";
import { installPlugin } from "./installPlugin";

/** The names that the service uses for headers and versions. */
export type Dialect = "search-cloud" | "typesense-cloud" | (string & Record<never, never>);

/** The connection to the service; each setting can come from the environment instead. */
export interface SearchCloudProviderProps {
  /**
   * Key of the management API. Prefer the environment: a literal is readable in the synthesized files, and a variable in
   * saved plans.
   * @default - the environment variable SEARCHCLOUD_API_KEY
   */
  readonly apiKey?: string;

  /**
   * Base URL of the management API, with the version segment: `https://…/api/v1`. Plain HTTP to loopback only.
   * @default - the environment variable SEARCHCLOUD_BASE_URL
   */
  readonly baseUrl?: string;

  /**
   * Path of a file with certificates of authorities (PEM, one or more) that are trusted beside those that Node trusts: for a
   * proxy or a service with a certificate of the company's own. A relative path begins in the folder in which the program runs,
   * that of `cdktf.json`, and is absolute in the synthesized files. In the variable, it begins in the stack's folder, in which
   * Terraform runs.
   * @default - the environment variable SEARCHCLOUD_CA_CERTIFICATE_FILE, else what Node trusts alone
   */
  readonly caCertificateFile?: string;

  /**
   * The names that the service uses for headers and versions: `search-cloud` or `typesense-cloud`.
   * @default - the environment variable SEARCHCLOUD_DIALECT, else `search-cloud`
   */
  readonly dialect?: Dialect;

  /**
   * How often to poll while waiting for a cluster, a change or a clone, such as `30s`.
   * @default - the environment variable SEARCHCLOUD_POLL_INTERVAL, else `60s`
   */
  readonly pollInterval?: string;

  /**
   * Maximum number of requests that one run sends in a minute; 0 turns the limit off. The service allows 30 for each key
   * (management API, Limits).
   * @default - the environment variable SEARCHCLOUD_REQUESTS_PER_MINUTE, else 30
   */
  readonly requestsPerMinute?: number;

  /**
   * How old the server parameters that a refresh found may be when a plan uses them again, such as `12h`. A refresh reads
   * them with one request per cluster; within this time, a cluster on which nothing else has changed costs none, and the plan
   * says so.
   * @default - the environment variable SEARCHCLOUD_SERVER_PARAMETERS_MAX_AGE, else `0s`: every refresh reads them
   */
  readonly serverParametersMaxAge?: string;

  /**
   * Whether a cluster may be created although the account has one of the same name. Otherwise such a create is an error,
   * since the existing cluster is most often one that an interrupted run has created.
   * @default - the environment variable SEARCHCLOUD_ALLOW_DUPLICATE_NAMES, else false
   */
  readonly allowDuplicateNames?: boolean | IResolvable;

  /**
   * Whether a plan fails for a memory, vCPU, region or network that the cluster options of the service do not list. Otherwise
   * it warns, and the service decides at apply.
   * @default - the environment variable SEARCHCLOUD_STRICT_OPTIONS, else false
   */
  readonly strictOptions?: boolean | IResolvable;

  /**
   * Data-plane key for what is on the nodes of clusters, where a construct has none of its own. Prefer the environment: a
   * literal is readable in the synthesized files, and a variable in saved plans.
   * @default - the environment variable SEARCHCLOUD_DATA_API_KEY
   */
  readonly dataApiKey?: string;

  /**
   * URL of a node of a cluster, in which `{hostname}` is replaced by the node's hostname: for private links, such as
   * `"https://{hostname}.private.example:8443"`. Plain HTTP to loopback only.
   * @default - the environment variable SEARCHCLOUD_NODE_URL, else `https://{hostname}`
   */
  readonly nodeUrl?: string;

  /**
   * Name of this provider configuration when a stack has several.
   * @default - the stack's only configuration of this provider
   */
  readonly alias?: string;

  /**
   * Path of the plugin's executable, for development of the provider itself.
   * @default - the environment variable SEARCHCLOUD_PLUGIN_PATH, else the plugin that comes with this package
   */
  readonly pluginPath?: string;
}

/**
 * The connection to the service: its management API, and the nodes of its clusters. Synthesis writes the plugin into the stack's directory, so that nothing has to be
 * installed or configured. Pass it as `provider` where a stack has several.
 * @throws when two providers of a stack have different plugin paths, when the stack is one of another library than these
 * constructs, and at synthesis when there is no plugin at the path.
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

/** Terraform runs in another folder. */
function absolute(path: string | undefined): string | undefined {
  return path === undefined || path === "" || Token.isUnresolved(path) ? path : resolve(path);
}

/** How jsii, which the libraries are built with, marks their classes; subclasses inherit it. */
const RTTI = Symbol.for("jsii.rtti");

/**
 * The constructs are built for each library, and synthesis fails obscurely where those for one are in a stack of the other.
 * Two copies of one library are fine.
 * @throws when the stack is not one of the library that these constructs are for.
 */
function checkLibrary(scope: Construct): void {
  const stack = TerraformStack.of(scope);
  const [ours, theirs] = [TerraformStack, stack.constructor].map(libraryOf);
  check(
    theirs === ours,
    `Stack "${stack.node.id}" is one of ${theirs}, but these constructs are for ${ours}. Import those for the library that ` +
      'your program uses: "cdktf-provider-searchcloud", or "cdktf-provider-searchcloud/cdktn".',
  );
}

function libraryOf(type: object): string | undefined {
  return (type as { readonly [RTTI]?: { readonly fqn?: string } })[RTTI]?.fqn?.split(".")[0];
}
