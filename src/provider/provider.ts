import { randomUUID } from "node:crypto";
import type { ClientOptions } from "../client";
import { type AnyProvider, define } from "../framework";
import { accountData } from "./account/dataSource";
import { apiKeys } from "./apiKeys/resource";
import { sayingWhatTheBudgetCosts } from "./budget";
import { cloningOperation } from "./cloningOperation/resource";
import { cloningOperationsData } from "./cloningOperations/dataSource";
import { clusterData } from "./cluster/dataSource";
import { cluster } from "./cluster/resource";
import { clusterMetricsData } from "./clusterMetrics/dataSource";
import { clusterOptionsData } from "./clusterOptions/dataSource";
import { clustersData } from "./clusters/dataSource";
import { configurationChange } from "./configurationChange/resource";
import { configurationChangesData } from "./configurationChanges/dataSource";
import { invoiceData } from "./invoice/dataSource";
import { invoicesData } from "./invoices/dataSource";
import { scopedSearchKey } from "./scopedSearchKey/function";
import { serverParameter } from "./serverParameter/resource";
import { serverParametersData } from "./serverParameters/dataSource";
import { type Service, serviceOf } from "./service";
import { type Environment, fields, settingsFrom } from "./settings";

/**
 * The provider; `env` is where settings come from that the configuration leaves out, `dependencies` is what its client
 * takes from the outside world.
 */
export function searchcloud(env: Environment, dependencies: ClientOptions["dependencies"] = {}): AnyProvider {
  return define<Service>().provider({
    name: "searchcloud",
    description: "Hosted search clusters, through their management API.",
    fields,
    configure: async (config, { log, terraformVersion }) => {
      const settings = settingsFrom(config, env);
      if (!settings) return serviceOf(undefined, false);
      // Loaded here: most of the processes that Terraform starts never come so far.
      const { createClient } = await import("../client");
      const userAgent = `cdktf-provider-searchcloud terraform/${terraformVersion}`;
      return serviceOf(
        createClient({ ...settings, log, userAgent, dependencies }),
        settings.allowDuplicateNames,
      );
    },
    resources: [cluster, configurationChange, cloningOperation, serverParameter, apiKeys(randomUUID)].map(
      sayingWhatTheBudgetCosts,
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
    functions: [scopedSearchKey],
  });
}
