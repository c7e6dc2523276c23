import { checks, t } from "../../framework";
import { givenName } from "../model/attributes";

/** The cluster of an action. */
export const clusterArgument = (description: string) =>
  ({ ...givenName(description), mode: "required" }) as const;

/** The timeout of an action. @param description ends with the default */
export const timeoutArgument = (description: string) =>
  ({ type: t.string, mode: "optional", description, validators: [checks.duration("1s")] }) as const;
