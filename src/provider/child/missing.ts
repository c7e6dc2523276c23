import { TerraformError } from "../../framework";
import { clientOf, type Service } from "../service";
import type { ChildKept } from "./privateState";

/** What was looked for and is not there. */
interface Missing {
  readonly service: Service;
  readonly privateState: ChildKept | undefined;
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
    `The state was written against ${privateState.host}; the provider now asks ${host}, which answers 404. Nothing was changed. Set base_url back, ` +
      "or remove it from the state.",
  );
}
