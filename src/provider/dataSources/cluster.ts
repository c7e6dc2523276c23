import { define, TerraformError } from "../../framework";
import { clientOf, type Service } from "../service";
import { recordFields, recordValues } from "./clusterRecord";
import { clusterId } from "./schema";

/** `data.searchcloud_cluster`: one cluster as it is now. */
export const clusterData = define<Service>().dataSource({
  name: "cluster",
  description: "One cluster as it is now, whether or not Terraform manages it.",
  schema: { ...recordFields, id: clusterId },
  read: async ({ service, signal }, { id }) => {
    const client = clientOf(service);
    const seen = await client.read(id, "shared", { signal });
    if (seen.kind !== "missing") return { ...recordValues(seen.cluster), id };
    throw new TerraformError(
      `There is no cluster ${id}`,
      `${client.host} answers 404 for it: there is no such cluster, or this key cannot see it. Give the cluster reference ID, as the service shows it.`,
      ["id"],
    );
  },
});
