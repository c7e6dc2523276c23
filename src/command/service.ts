import { version } from "../../package.json";
import { nodeUrlProblem } from "../api/addresses";
import type { Nodes } from "../dataPlane";
import { serviceFrom } from "../provider/configure";
import { type Settings, settingsFromEnvironment } from "../provider/settings";
import { type NodeCall, resolveNodes } from "../provider/shared/dataPlane";
import { CommandError, UsageError } from "./errors";
import type { Terminal } from "./terminal";

export type Service = NodeCall["service"];

/** Runs an action with the service of the settings, then closes the connections. */
export async function withService<T>(
  settings: Settings,
  { env, stderr, secrets }: Pick<Terminal, "env" | "stderr" | "secrets">,
  act: (service: Service) => Promise<T>,
): Promise<T> {
  const warn = (message: string) => stderr.write(`${message}\n`);
  const service = await serviceFrom(settings, {
    env,
    log: { debug: () => {}, info: () => {}, warn },
    secrets,
    userAgent: `cdktf-provider-searchcloud/${version} (command)`,
  });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

/** The options that name nodes. */
export interface NodeOptions {
  readonly cluster?: string;
  readonly node?: readonly string[];
}

/** The environment variables in `--help`, which are those of the provider. */
export const ENVIRONMENT = `
Environment variables:
  SEARCHCLOUD_DATA_API_KEY         data-plane key (required)
  SEARCHCLOUD_BASE_URL             with --cluster: base URL of the management API (required)
  SEARCHCLOUD_API_KEY              with --cluster: management key, to look up the nodes (required)
  SEARCHCLOUD_NODE_URL             with --cluster: URL of a node (default https://{hostname})
  SEARCHCLOUD_DIALECT              search-cloud (default) or typesense-cloud
  SEARCHCLOUD_CA_CERTIFICATE_FILE  additional certificate authorities (PEM)
`;

/**
 * Runs an action with the nodes that the options name.
 * @param purpose such as "to import documents"
 * @throws UsageError unless exactly one option names nodes
 */
export async function withNodes<T>(
  { cluster, node }: NodeOptions,
  terminal: Terminal,
  purpose: string,
  act: (nodes: Nodes) => Promise<T>,
): Promise<T> {
  if ((cluster === undefined) === (node === undefined))
    throw new UsageError("Specify the nodes: either --cluster ID or --node URL.");
  for (const url of node ?? []) {
    const problem = nodeUrlProblem(url);
    if (problem !== undefined) throw new UsageError(`--node ${url} ${problem}.`);
  }
  const settings = settingsFromEnvironment(terminal.env);
  if (settings.dataApiKey === undefined)
    throw new CommandError(
      `No data-plane key ${purpose}: set the environment variable SEARCHCLOUD_DATA_API_KEY, for example to the admin_key of a searchcloud_api_keys resource.`,
    );
  const values = { cluster_id: cluster ?? null, node_urls: node ? [...node] : null, api_key: null };
  return withService(settings, terminal, async (service) =>
    act(await resolveNodes({ service, signal: terminal.signal }, values, purpose)),
  );
}
