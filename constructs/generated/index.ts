// Made from the provider's schema by src/tools/generate.ts. Do not edit.

export * as apiKeys from './api-keys';
export * as cloningOperation from './cloning-operation';
export * as cluster from './cluster';
export * as configurationChange from './configuration-change';
export * as documents from './documents';
export * as serverParameter from './server-parameter';
export * as dataSearchcloudAccount from './data-searchcloud-account';
export * as dataSearchcloudCloningOperations from './data-searchcloud-cloning-operations';
export * as dataSearchcloudCluster from './data-searchcloud-cluster';
export * as dataSearchcloudClusterMetrics from './data-searchcloud-cluster-metrics';
export * as dataSearchcloudClusterOptions from './data-searchcloud-cluster-options';
export * as dataSearchcloudClusters from './data-searchcloud-clusters';
export * as dataSearchcloudConfigurationChanges from './data-searchcloud-configuration-changes';
export * as dataSearchcloudDocument from './data-searchcloud-document';
export * as dataSearchcloudInvoice from './data-searchcloud-invoice';
export * as dataSearchcloudInvoices from './data-searchcloud-invoices';
export * as dataSearchcloudNodes from './data-searchcloud-nodes';
export * as dataSearchcloudSearch from './data-searchcloud-search';
export * as dataSearchcloudServerParameters from './data-searchcloud-server-parameters';
export * as provider from './provider';
