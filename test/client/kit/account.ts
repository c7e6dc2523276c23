import type { ClusterRecord, HttpRequest } from "../../../src/client";
import { START } from "./clock";
import { FaultyService } from "./faults";
import { error, json, type Reply } from "./transport";

/** A record with every field; the time is that of the test clock's start. */
export function cluster(given: Partial<ClusterRecord> = {}): ClusterRecord {
  return {
    id: "c1",
    name: "products",
    memory: "8_gb",
    vcpu: "4_vcpus",
    gpu: "no",
    high_performance_disk: "no",
    search_server_version: "30.1",
    high_availability: "no",
    high_availability_node_count: null,
    search_delivery_network: "off",
    load_balancing: "no",
    regions: ["oregon"],
    region_node_counts: { oregon: 1 },
    auto_upgrade_capacity: null,
    hostnames: null,
    usage: null,
    provisioned_by: { user_name: "ci", user_type: "API Key" },
    provisioned_at: START / 1000,
    status: "in_service",
    ...given,
  };
}

/** A few lines of the service: lists, creates, renames and terminates, and fails where it is told to. */
export class Account extends FaultyService {
  readonly clusters: ClusterRecord[] = [];
  /** Ids that the list leaves out. */
  readonly unlisted = new Set<string>();

  protected work({ method, url, body }: HttpRequest): Reply {
    const { pathname } = new URL(url);
    const [, id, lifecycle] = pathname.match(/\/clusters(?:\/([^/]+))?(\/lifecycle)?$/) ?? [];
    const date = this.date();
    if (id === undefined && method === "GET") {
      const listed = this.clusters.filter((one) => !this.unlisted.has(one.id));
      return this.page(url, "clusters", listed);
    }
    if (id === undefined) {
      const { regions: _, ...fields } = JSON.parse(body ?? "");
      const made = cluster({ status: "provisioning", ...fields, id: `new-${this.clusters.length + 1}` });
      this.clusters.push(made);
      return json(201, { success: true, cluster: made }, date);
    }
    const found = this.clusters.find((one) => one.id === id);
    if (found === undefined) return error(404, "Cluster not found", date);
    if (lifecycle !== undefined) {
      found.status = "deprovisioning";
      return json(201, { success: true, message: "Cluster termination has been initiated" }, date);
    }
    if (method === "GET") return json(200, found, date);
    Object.assign(found, JSON.parse(body ?? ""));
    return json(200, { success: true, cluster: found }, date);
  }
}
