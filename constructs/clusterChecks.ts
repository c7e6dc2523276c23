import { Fn, Op, type Postcondition, TerraformSelf, Token } from "cdktf";
import { STARTING_STATUSES } from "../src/api/enumerations";
import { check } from "./checks";
import type { ClusterProps } from "./cluster";
import { checkParameterName } from "./serverParameter";

/** Fails a deploy that ends before the cluster is in service, without tainting it. A suspended cluster passes. */
export const IN_SERVICE: Postcondition = {
  condition: Op.or(
    Op.neq(TerraformSelf.getAny("hostnames"), Token.nullValue()),
    Op.not(Fn.contains([...STARTING_STATUSES], TerraformSelf.getString("status"))),
  ),
  errorMessage:
    "The cluster is not in service yet. It is kept in the state, and provisioning continues: run deploy again to wait " +
    "for it. Do not remove or replace it.",
};

/** @throws if several instances would have the same name, and for an invalid parameter name */
export function checkClusterProps(owner: string, id: string, props: ClusterProps): void {
  const { clusterName, count, forEach, serverParameters = {} } = props;
  const given = forEach !== undefined ? "forEach" : `count ${count}`;
  const isSeveral = typeof count === "number" && !Token.isUnresolved(count) && count > 1;
  // The service would create one instance and reject the others.
  check(
    clusterName !== undefined || (forEach === undefined && !isSeveral),
    `${owner} has ${given} and no clusterName, so all its instances would have the name "${id}", but cluster names ` +
      "are unique in an account: pass a clusterName that differs for each instance.",
  );
  if (Token.isUnresolved(serverParameters)) return;
  for (const name of Object.keys(serverParameters)) checkParameterName(owner, name);
}
