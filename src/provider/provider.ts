import { randomUUID } from "node:crypto";
import type { ClientOptions } from "../client";
import { type AnyProvider, define } from "../framework";
import { serviceFrom } from "./configure";
import { accountData, clusterOptionsData } from "./dataSources/account";
import {
  cloningOperationsData,
  configurationChangesData,
  serverParametersData,
} from "./dataSources/clusterLists";
import { clusterMetricsData } from "./dataSources/clusterMetrics";
import { clusterData, clustersData } from "./dataSources/clusters";
import { invoiceData, invoicesData } from "./dataSources/invoices";
import { scopedSearchKey } from "./functions/scopedSearchKey";
import { apiKeys } from "./resources/apiKeys/resource";
import { cloningOperation } from "./resources/cloningOperation/resource";
import { cluster } from "./resources/cluster/resource";
import { configurationChange } from "./resources/configurationChange/resource";
import { serverParameter } from "./resources/serverParameter/resource";
import { type Environment, providerSchema, settingsFrom } from "./settings";
import { warningOfDelays } from "./shared/delays";
import { type Service, serviceOf } from "./shared/service";
import { checkToolVersion } from "./toolVersion";

/**
 * Defines the provider. `env` supplies settings that the configuration omits, `dependencies` what its client takes from outside.
 */
export function searchcloud(env: Environment, dependencies: ClientOptions["dependencies"] = {}): AnyProvider {
  return define<Service>().provider({
    name: "searchcloud",
    description: "Hosted search clusters, and the collections, documents and keys on them.",
    schema: providerSchema,
    configure: async (config, { log, terraformVersion, secrets, defer }) => {
      checkToolVersion(terraformVersion);
      const settings = settingsFrom(config, env);
      if (!settings) {
        defer();
        return serviceOf({});
      }
      // Terraform and OpenTofu send their version but not their name (docs/design/decisions/0014-tool-version.md).
      const userAgent = `cdktf-provider-searchcloud (Terraform or OpenTofu ${terraformVersion})`;
      return serviceFrom(settings, { env, log, secrets, userAgent, dependencies });
    },
    resources: [cluster, configurationChange, cloningOperation, serverParameter, apiKeys(randomUUID)].map(
      warningOfDelays,
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
    moreTypes: async () => {
      const { resources, ...others } = await import("./dataPlaneTypes");
      return { ...others, resources: resources.map(warningOfDelays) };
    },
    operations: () => import("./operations"),
    functions: [scopedSearchKey],
  });
}
