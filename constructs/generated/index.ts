// Made from the provider's schema by src/tools/generate.ts. Do not edit.

export * as apiKeys from './api-keys';
export * as cloningOperation from './cloning-operation';
export * as cluster from './cluster';
export * as configurationChange from './configuration-change';
export * as serverParameter from './server-parameter';
export * as dataSearchcloudCluster from './data-searchcloud-cluster';
export * as dataSearchcloudClusters from './data-searchcloud-clusters';
export * as dataSearchcloudConfigurationChanges from './data-searchcloud-configuration-changes';
export * as provider from './provider';
