import type { CloningOperationRecord, HttpRequest } from "../../../src/client";
import { START } from "./clock";
import { FaultyService } from "./faults";
import { error, json, type Reply } from "./transport";

/** A record with every field, made at the test clock's start. */
export function clone(given: Partial<CloningOperationRecord> = {}): CloningOperationRecord {
  return {
    id: "cl1",
    status: "pending",
    created_at: START / 1000,
    updated_at: START / 1000,
    completed_at: null,
    source_region: "oregon",
    target_region: "oregon",
    search_server_version: "30.1",
    target_cluster_reference_id: null,
    notification_email_addresses: [],
    ...given,
  };
}

/** The cloning operations of one cluster: lists the newest first, clones as often as it is asked, cancels what is pending. */
export class ClonesService extends FaultyService {
  /** Newest first. */
  readonly clones: CloningOperationRecord[] = [];
  /** Whether a clone is answered in an envelope. */
  enveloped = true;

  protected work({ method, url, body }: HttpRequest): Reply {
    const { pathname } = new URL(url);
    const [, id] = pathname.match(/\/cloning-operations(?:\/([^/]+))?$/) ?? [];
    const date = this.date();
    if (id === undefined && method === "GET") return this.page(url, "cloning_operations", this.clones);
    const sent = JSON.parse(body ?? "{}");
    if (id === undefined) {
      const made = clone({ ...sent, id: `new-${this.clones.length + 1}` });
      this.clones.unshift(made);
      return json(201, this.mutation(made), date);
    }
    const found = this.clones.find((one) => one.id === id);
    if (found === undefined) return error(404, "Cloning operation not found", date);
    if (method === "GET") return json(200, found, date);
    if (found.status !== "pending") return error(422, `The cloning operation is ${found.status}`, date);
    Object.assign(found, sent);
    return json(200, this.mutation(found), date);
  }

  private mutation(record: CloningOperationRecord): object {
    return this.enveloped ? { success: true, cloning_operation: record } : record;
  }
}
