import { checks, defineResourceSchema, REPLACE, t, type ValuesOf } from "../../framework";
import { text } from "../api/attributes";

/** The attributes of `searchcloud_server_parameter` (docs/design/architecture.md#types; docs/design/api-assumptions.md#parameters). */
export const schema = defineResourceSchema({
  id: text("Identifier of the parameter."),
  cluster_id: {
    type: t.string,
    mode: "required",
    updatedBy: REPLACE,
    description: "Cluster reference ID of the cluster that the parameter belongs to.",
    validators: [checks.notEmpty()],
  },
  name: {
    type: t.string,
    mode: "required",
    updatedBy: REPLACE,
    description: "Name of the parameter, such as `max-per-page`. A cluster has each name at most once.",
    validators: [checks.notEmpty(), noSpaceAround],
  },
  value: {
    type: t.string,
    mode: "required",
    updatedBy: "set",
    description:
      'Value of the parameter, always a string, such as `"500"`. Takes effect at the next restart of the cluster.',
    validators: [checks.notEmpty()],
  },
  created_at: text("When the parameter was first set (RFC 3339)."),
  updated_at: text("When its value was last set (RFC 3339)."),
});

export type ParameterValues = ValuesOf<typeof schema>;

function noSpaceAround(name: string): string | undefined {
  return name.trim() === name ? undefined : "must not begin or end with white space";
}
