import type { ClientOptions } from "../client";
import { TerraformError } from "../framework";
import { type Service, serviceOf } from "./service";
import type { Settings } from "./settings";

/** What the client takes from its surroundings. */
export type ServiceOptions = Pick<ClientOptions, "env" | "log" | "userAgent" | "dependencies">;

/**
 * What resources, and the commands of the package, work with.
 * @throws TerraformError for settings that cannot work.
 */
export async function serviceFrom(settings: Settings, options: ServiceOptions): Promise<Service> {
  // Loaded here: most of the processes that Terraform starts are never configured.
  const { createClient, ConfigurationError } = await import("../client");
  const given = { ...settings, ...options };
  const nodes = once(async () => (await import("../nodes")).createNodesClient(given));
  try {
    return serviceOf({ ...settings, nodes, client: createClient(given) });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { summary, detail, attribute } = error;
    // What is on a server of one's own needs no management API (docs/design/data-plane.md#shared).
    if (error.isMissing)
      return serviceOf({ ...settings, nodes, client: new TerraformError(summary, detail) });
    throw new TerraformError(summary, detail, attribute === null ? [] : [attribute]);
  }
}

/** The same, which is made when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
