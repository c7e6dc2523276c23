import type { Client, ClientOptions } from "../client";
import type { NodesClient } from "../dataPlane";
import { isUnknown, TerraformError } from "../framework";
import type { Settings } from "./settings";
import { loadClient, loadDataPlane, type Service, serviceOf } from "./shared/service";

/** The parts of the environment that the client uses. */
export type ServiceOptions = Pick<ClientOptions, "env" | "log" | "secrets" | "userAgent" | "dependencies">;

/** A service whose connections can be closed. */
export interface OpenService extends Service {
  /** Closes the connections of the clients that were made. */
  close(): Promise<void>;
}

/**
 * Opens the service that resources and the commands of the package use.
 *
 * @throws TerraformError for settings that cannot work.
 */
export async function serviceFrom(settings: Settings, options: ServiceOptions): Promise<OpenService> {
  const { createClient, ConfigurationError } = await loadClient();
  const given = { ...settings, ...options };
  const { dataApiKey } = settings;
  // Needed even without a request to a node, because the management API may echo the key.
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
    // A server of your own needs no management API (docs/design/data-plane.md#shared).
    if (error.isMissing) return opened(new TerraformError(summary, detail));
    throw new TerraformError(summary, detail, attribute === null ? [] : [attribute]);
  }
}
