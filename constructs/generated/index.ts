// Made from the provider's schema by src/tools/generate.ts. Do not edit.

export * as analyticsRule from './analytics-rule';
export * as apiKeys from './api-keys';
export * as cloningOperation from './cloning-operation';
export * as cluster from './cluster';
export * as collectionAlias from './collection-alias';
export * as configurationChange from './configuration-change';
export * as curationSet from './curation-set';
export * as key from './key';
export * as preset from './preset';
export * as serverParameter from './server-parameter';
export * as stopwordsSet from './stopwords-set';
export * as synonymSet from './synonym-set';
export * as dataSearchcloudAccount from './data-searchcloud-account';
export * as dataSearchcloudCloningOperations from './data-searchcloud-cloning-operations';
export * as dataSearchcloudCluster from './data-searchcloud-cluster';
export * as dataSearchcloudClusterMetrics from './data-searchcloud-cluster-metrics';
export * as dataSearchcloudClusterOptions from './data-searchcloud-cluster-options';
export * as dataSearchcloudClusters from './data-searchcloud-clusters';
export * as dataSearchcloudConfigurationChanges from './data-searchcloud-configuration-changes';
export * as dataSearchcloudInvoice from './data-searchcloud-invoice';
export * as dataSearchcloudInvoices from './data-searchcloud-invoices';
export * as dataSearchcloudNodes from './data-searchcloud-nodes';
export * as dataSearchcloudServerParameters from './data-searchcloud-server-parameters';
export * as provider from './provider';
