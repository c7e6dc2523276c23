import {
  cloningOperationSchema,
  clusterSchema,
  configurationChangeSchema,
  metricsSchema,
  serverParameterSchema,
} from "../../src/api/records";
import { errorBodySchema } from "../../src/http/answers";
import documented from "./documents/records.json";

const pairs = documented["ConfigurationChange settings"].flatMap((name) => [`old_${name}`, `new_${name}`]);

test.each([
  ["Cluster", clusterSchema, documented.Cluster],
  ["ConfigurationChange", configurationChangeSchema, [...documented.ConfigurationChange, ...pairs]],
  ["CloningOperation", cloningOperationSchema, documented.CloningOperation],
  ["ServerConfigurationParameter", serverParameterSchema, documented.ServerConfigurationParameter],
  ["MetricsResponse", metricsSchema, documented.MetricsResponse],
  ["Error", errorBodySchema, documented.Error],
])("%s has the fields of the document, and no other", (_, schema, fields) => {
  expect(Object.keys(schema.unwrap().shape).sort()).toEqual([...fields].sort());
});
