import { isUnknown, type Plannable } from "../../../framework";
import { servicesWithKey } from "./modelKeys";
import type { CollectionSettings, SettingsPlanning } from "./schema";

/** The part of a plan that shows the key. */
interface KeyPlanning extends Pick<SettingsPlanning, "warn"> {
  readonly config: Pick<Plannable<CollectionSettings>, "model_api_key_wo"> | null;
}

/** Warns of a key that is sent nowhere, or to several services, of which all but one would learn a key that is not theirs. */
export function warnOfModelKey(
  { warn, config }: KeyPlanning,
  { field: fields }: Pick<Plannable<CollectionSettings>, "field">,
): void {
  if ((config?.model_api_key_wo ?? null) === null || isUnknown(fields)) return;
  const services = servicesWithKey(fields as CollectionSettings["field"]);
  if (services.length > 1)
    warn(
      `model_api_key_wo is sent to ${services.length} services: ${services.join(", ")}`,
      "It is the key of all fields without a credential in extra, so the server uses it for each of their models, and every service would receive it. " +
        "If it is the key of one service only, use another collection for the models of the others, or write their keys in embed.model_config of the " +
        "field's extra, which is stored in the state.",
      ["model_api_key_wo"],
    );
  if (services.length > 0) return;
  warn(
    "model_api_key_wo is not used",
    "It is the key of fields whose extra has embed.model_config with a model of another service, such as openai/text-embedding-3-small, and no credential. " +
      "No field has. Remove the argument, or remove the credential from extra.",
    ["model_api_key_wo"],
  );
}
