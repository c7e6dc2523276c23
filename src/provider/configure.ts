import type { Client, ClientOptions } from "../client";
import type { NodesClient } from "../dataPlane";
import { isUnknown, TerraformError } from "../framework";
import type { Settings } from "./settings";
import { loadClient, loadDataPlane, type Service, serviceOf } from "./shared/service";

/** What the client takes from its surroundings. */
export type ServiceOptions = Pick<ClientOptions, "env" | "log" | "secrets" | "userAgent" | "dependencies">;

/** A service, and the end of its connections. */
export interface OpenService extends Service {
  /** Closes the connections of the clients that were made. */
  close(): Promise<void>;
}

/**
 * What resources, and the commands of the package, work with.
 * @throws TerraformError for settings that cannot work.
 */
export async function serviceFrom(settings: Settings, options: ServiceOptions): Promise<OpenService> {
  const { createClient, ConfigurationError } = await loadClient();
  const given = { ...settings, ...options };
  const { dataApiKey } = settings;
  // Also where nothing asks nodes: the management API may know it.
  if (dataApiKey && !isUnknown(dataApiKey)) options.secrets?.add(dataApiKey.value, "the data-plane key");
  const opened = (client: Client | TerraformError): OpenService => {
    const reached = client instanceof TerraformError ? undefined : client;
    let made: Promise<NodesClient> | undefined;
    const nodes = () => {
      made ??= loadDataPlane().then(({ createNodesClient }) =>
        createNodesClient({ ...given, issuedAt: reached?.issuedAt }),
      );
      return made;
    };
    return Object.assign(serviceOf({ ...settings, nodes, client }), {
      async close() {
        await (await made)?.close();
        await reached?.close();
      },
    });
  };
  try {
    return opened(createClient(given));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { summary, detail, attribute } = error;
    // What is on a server of one's own needs no management API (docs/design/data-plane.md#shared).
    if (error.isMissing) return opened(new TerraformError(summary, detail));
    throw new TerraformError(summary, detail, attribute === null ? [] : [attribute]);
  }
}
