import { randomUUID } from "node:crypto";
import type { ClientOptions } from "../client";
import { type AnyProvider, define, TerraformError } from "../framework";
import { apiKeys } from "./apiKeys/resource";
import { warningOfBudgetWaits } from "./budget";
import { cloningOperation } from "./cloningOperation/resource";
import { cluster } from "./cluster/resource";
import { configurationChange } from "./configurationChange/resource";
import { accountData } from "./dataSources/account";
import { cloningOperationsData } from "./dataSources/cloningOperations";
import { clusterMetricsData } from "./dataSources/clusterMetrics";
import { clusterOptionsData } from "./dataSources/clusterOptions";
import { clusterData, clustersData } from "./dataSources/clusters";
import { configurationChangesData } from "./dataSources/configurationChanges";
import { invoiceData, invoicesData } from "./dataSources/invoices";
import { serverParametersData } from "./dataSources/serverParameters";
import { scopedSearchKey } from "./scopedSearchKey/function";
import { serverParameter } from "./serverParameter/resource";
import { type Service, serviceOf } from "./service";
import { type Environment, schema, settingsFrom } from "./settings";
import { checkToolVersion } from "./toolVersion";

/**
 * The provider; `env` is where settings come from that the configuration leaves out, `dependencies` is what its client
 * takes from the outside world.
 */
export function searchcloud(env: Environment, dependencies: ClientOptions["dependencies"] = {}): AnyProvider {
  return define<Service>().provider({
    name: "searchcloud",
    description: "Hosted search clusters, through their management API.",
    schema,
    configure: async (config, { log, terraformVersion }) => {
      checkToolVersion(terraformVersion);
      const settings = settingsFrom(config, env);
      if (!settings) return serviceOf({});
      // Loaded here: most of the processes that Terraform starts are never configured.
      const { createClient, ConfigurationError } = await import("../client");
      // The tool tells its number and not its name (docs/design/decisions/0014-tool-version.md).
      const userAgent = `cdktf-provider-searchcloud (Terraform or OpenTofu ${terraformVersion})`;
      const options = { ...settings, env, log, userAgent, dependencies };
      const nodes = once(async () => (await import("../nodes")).createNodesClient(options));
      try {
        return serviceOf({ ...settings, nodes, client: createClient(options) });
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        const { summary, detail, attribute } = error;
        // What is on a server of one's own needs no management API (docs/design/data-plane.md#shared).
        if (error.isMissing)
          return serviceOf({ ...settings, nodes, client: new TerraformError(summary, detail) });
        throw new TerraformError(summary, detail, attribute === null ? [] : [attribute]);
      }
    },
    resources: [cluster, configurationChange, cloningOperation, serverParameter, apiKeys(randomUUID)].map(
      warningOfBudgetWaits,
    ),
    dataSources: [
      accountData,
      clusterData,
      clustersData,
      clusterMetricsData,
      clusterOptionsData,
      configurationChangesData,
      cloningOperationsData,
      serverParametersData,
      invoicesData,
      invoiceData,
    ],
    moreTypes: () => import("./nodes/types"),
    functions: [scopedSearchKey],
  });
}

/** The same, which is made when it is first asked for. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
