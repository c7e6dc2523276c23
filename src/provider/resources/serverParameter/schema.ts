import { type Call, checks, defineResourceSchema, type Planning, type ValuesOf } from "../../../framework";
import { fixedText, givenText, text } from "../../model/attributes";
import type { ChildPrivateState } from "../../shared/child";
import type { Service } from "../../shared/service";

/** The attributes of `searchcloud_server_parameter` (docs/design/architecture.md#types; docs/design/api-assumptions.md#parameters). */
export const serverParameterSchema = defineResourceSchema({
  id: text("Identifier of the parameter."),
  cluster_id: fixedText("Cluster reference ID of the cluster that the parameter belongs to."),
  name: {
    ...fixedText("Name of the parameter, such as `max-per-page`. A cluster has each name at most once."),
    validators: [checks.notEmpty(), noSpaceAround],
  },
  value: {
    ...givenText(
      'Value of the parameter, always a string, such as `"500"`. Takes effect at the next restart of the cluster.',
    ),
    mode: "required",
    updatedBy: "set",
  },
  created_at: text("When the parameter was first set (RFC 3339)."),
  updated_at: text("When its value was last set (RFC 3339)."),
});

export type ParameterValues = ValuesOf<typeof serverParameterSchema>;
export type ParameterCall = Call<ParameterValues, Service, ChildPrivateState>;
export type ParameterPlanning = Planning<ParameterValues, Service, ChildPrivateState>;

function noSpaceAround(name: string): string | undefined {
  return name.trim() === name ? undefined : "must not begin or end with white space";
}
