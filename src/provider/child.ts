import { TerraformError } from "../framework";
import { clientOf, type Service } from "./service";

/** What is stored beside the state of a resource that belongs to a cluster. */
export interface ChildPrivateState {
  readonly cluster: string;
  /** Host of the service that answered with it: a 404 from another host proves nothing. */
  readonly host: string;
  /** From import until the first read. */
  readonly importing?: true;
}

/**
 * The two parts of the id by which a resource that belongs to a cluster is imported.
 *
 * @param forms the allowed forms: `"<cluster_id>/<id>"`
 * @throws TerraformError when a part is missing.
 */
export function splitImportId(
  id: string,
  forms: string,
): { readonly cluster: string; readonly child: string } {
  const slash = id.indexOf("/");
  const [cluster, child] = [id.slice(0, slash), id.slice(slash + 1)];
  if (slash > 0 && child !== "") return { cluster, child };
  throw new TerraformError("Invalid import id", `"${id}" must be ${forms}.`);
}

interface Missing {
  readonly service: Service;
  readonly privateState: Pick<ChildPrivateState, "host"> | undefined;
}

/**
 * A 404 from a host that never knew it is no proof that it is gone (docs/design/laws.md#l2).
 *
 * @param what with a capital: "Server parameter max-per-page of cluster c-1"
 * @throws TerraformError when the state was written against another host.
 */
export function refuseOtherHost({ service, privateState }: Missing, what: string): void {
  const { host } = clientOf(service);
  if (privateState === undefined || privateState.host === host) return;
  throw new TerraformError(
    `${what} is not at ${host}`,
    `The state was written against ${privateState.host}. The provider now sends its requests to ${host}, where an answer of 404 proves ` +
      "nothing. Nothing was changed. Set base_url back, or remove the resource from the state.",
  );
}
