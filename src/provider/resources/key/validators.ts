import type { Validator } from "../../../framework";
import { nodeValidators } from "../../shared/dataPlane";
import type { KeyValues } from "./schema";

/** There is one way to give a key its value, and each part of the way without secrets needs the others. */
export const keyValidators: readonly Validator<KeyValues>[] = [
  ...nodeValidators,
  {
    reads: ["value", "value_wo"],
    check: ({ value, value_wo }) =>
      value === null || value_wo === null
        ? undefined
        : {
            path: ["value_wo"],
            summary: "Both value and value_wo",
            detail:
              "A key has one value: value_wo keeps it out of the state, value stores it there. Remove one of them, or both, so that the provider generates one.",
          },
  },
  {
    reads: ["value_wo", "value_wo_version"],
    check: ({ value_wo, value_wo_version: version }) => {
      if ((value_wo === null) === (version === null)) return undefined;
      return version === null
        ? {
            path: ["value_wo"],
            summary: "value_wo without value_wo_version",
            detail:
              "Terraform cannot see that value_wo changes, so its version tells: set value_wo_version = 1, and raise it with each new value.",
          }
        : {
            path: ["value_wo_version"],
            summary: "value_wo_version without value_wo",
            detail:
              "It is the version of value_wo, which is not set, or null. Set value_wo, or remove value_wo_version.",
          };
    },
  },
  {
    reads: ["bootstrap", "value_wo"],
    check: ({ bootstrap, value_wo }) =>
      bootstrap === true && value_wo === null
        ? {
            path: ["bootstrap"],
            summary: "bootstrap without value_wo",
            detail:
              "A key that opens the nodes for everything else must not be in the state. Set value_wo and value_wo_version, or remove bootstrap.",
          }
        : undefined,
  },
  {
    reads: ["bootstrap", "cluster_id"],
    check: ({ bootstrap, cluster_id: cluster }) =>
      bootstrap === true && cluster === null
        ? {
            path: ["bootstrap"],
            summary: "bootstrap without cluster_id",
            detail:
              "The management API issues keys for its own clusters only. Set cluster_id, or remove bootstrap, and create the key with an admin key of your " +
              "server (api_key, or data_api_key of the provider).",
          }
        : undefined,
  },
];
