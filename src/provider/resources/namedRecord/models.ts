import { checks, defineResourceSchema, t, type ValueValidator } from "../../../framework";
import { givenName, givenText } from "../../model/attributes";
import {
  isObject,
  jsonObject,
  observedJson,
  parsedJson,
  sameJson,
  sortedJson,
  withoutRedacted,
} from "../../model/jsonText";
import { type Credential, credentialFields, usableCredential } from "./credentials";
import { coversJson, defineRecord, type Note, nonNull } from "./definition";

/**
 * Models of other services, which a server calls for its searches (docs/design/data-plane.md#models). A POST creates one. A PUT changes
 * only the properties that it names, so that a property which a configuration leaves out is not managed.
 */

const LEFT_OUT = "If it is left out, it is not managed.";
const optional = { mode: "optional_computed", updatedBy: "write" } as const;
const optionalText = (description: string) =>
  ({ ...givenText(`${description} ${LEFT_OUT}`), ...optional }) as const;
const optionalNumber = (description: string, check: ValueValidator<number>) =>
  ({ type: t.number, ...optional, description: `${description} ${LEFT_OUT}`, validators: [check] }) as const;

const NOT_MANAGED =
  "Servers change only what an edit names: an optional property that is left out is not managed, and keeps its value. To remove one, replace the " +
  "model (`-replace`). A server calls the vendor before it creates or changes a model, and rejects it if the vendor does not answer.";

const modelName = {
  type: t.string,
  mode: "required",
  updatedBy: "write",
  description:
    "The vendor and its name of the model, such as `openai/gpt-4o`, `cloudflare/@cf/meta/llama-3-8b-instruct` or `vllm/NousResearch/Llama-3`. " +
    "Another vendor replaces the model, because the credential and the other properties are those of the vendor.",
  validators: [checks.matching(/^[^/]+\/.+$/s, 'a vendor and a model, such as "openai/gpt-4o"')],
} as const;
const maxBytes = (description: string) =>
  ({
    type: t.number,
    mode: "required",
    updatedBy: "write",
    description,
    validators: [checks.between(1, Number.MAX_SAFE_INTEGER)],
  }) as const;
const systemPrompt = {
  type: t.string,
  ...optional,
  description: 'Instructions for the model. `""` removes them. If they are left out, they are not managed.',
} as const;
const accountId = optionalText("Id of the account at Cloudflare, for its models.");
const extra = (example: string, ...validators: readonly ValueValidator<string>[]) =>
  ({
    type: t.string,
    ...optional,
    semanticallyEqual: sameJson,
    description:
      `A JSON object with further properties of the model, such as \`jsonencode(${example})\`. It is compared as JSON, and parts that the server adds ` +
      `are no drift. It is shown in plans, and holds no credential. ${LEFT_OUT}`,
    validators,
  }) as const;

const API_KEY: Credential = { attribute: "model_api_key", toBody: (value) => ({ api_key: value }) };
const apiKeyFields = credentialFields(
  "model_api_key",
  "Credential of the vendor, which the server uses to call the model. Servers show its first five characters only.",
  usableCredential,
);

/** Rejects properties in `extra` that have an attribute of their own. */
function ownProperties(
  own: readonly string[],
  credentials: Readonly<Record<string, string>>,
): ValueValidator<string> {
  return (text) => {
    const names = propertiesIn(text);
    const named = names.find((name) => own.includes(name));
    if (named !== undefined)
      return `holds "${named}", which is an attribute of the model: write it beside extra`;
    const secret = names.find((name) => Object.hasOwn(credentials, name));
    if (secret !== undefined)
      return `holds "${secret}", which is a credential: write it as ${credentials[secret]}_wo`;
    return names.includes("id") ? 'holds "id": the name of the model is its id' : undefined;
  };
}

const propertiesIn = (text: unknown): readonly string[] => {
  const value = typeof text === "string" ? parsedJson(text) : undefined;
  return isObject(value) ? Object.keys(value) : [];
};

/** The vendor of a model; undefined if it is not known yet. */
function vendorOf(modelName: unknown): string | undefined {
  return typeof modelName === "string" ? modelName.split("/")[0] : undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The parts of a definition that both kinds of models share; `own` are the properties with attributes of the same names. */
function modelParts(own: readonly string[], secrets: readonly string[]) {
  return {
    compared: { attribute: "extra", covers: coversJson } as const,
    toBody: (values: Values) => ({
      ...nonNull(Object.fromEntries(own.map((name) => [name, values[name] ?? null]))),
      ...(typeof values.extra === "string" ? (parsedJson(values.extra) as object) : {}),
    }),
    fromAnswer: (answer: Values, state: Values) => {
      // After an import, the state has no model yet, and takes over everything.
      const isNew = (state.model_name ?? null) === null;
      const isManaged = (name: string) => isNew || (state[name] ?? null) !== null;
      const values = own.map((name) => [name, isManaged(name) ? (answer[name] ?? null) : null]);
      const rest = Object.entries(answer).filter(
        ([name]) => name !== "id" && !own.includes(name) && !secrets.includes(name),
      );
      const text = typeof state.extra === "string" ? state.extra : null;
      const configured = text === null ? undefined : parsedJson(text);
      const seen = withoutRedacted(Object.fromEntries(rest), configured) as Values;
      const hasExtra = text !== null || (isNew && Object.keys(seen).length > 0);
      return { ...Object.fromEntries(values), extra: hasExtra ? extraOf(text, seen) : null };
    },
    replaces: (prior: Values, planned: Values) => {
      const vendor = vendorOf(planned.model_name);
      return vendor !== undefined && vendor !== vendorOf(prior.model_name);
    },
    notes: (values: Values & { readonly name: string }, prior: Values | null): readonly Note[] => {
      const left = propertiesIn(prior?.extra).filter((name) => !propertiesIn(values.extra).includes(name));
      return left.length === 0
        ? []
        : [
            {
              summary: `Model "${values.name}" keeps properties that are removed from extra: ${left.join(", ")}`,
              detail:
                "Servers change only the properties that an edit names. To remove these from the server, replace the model (-replace), with its credential.",
            },
          ];
    },
  };
}

/** Keeps the notation of the configured properties if the server has them. */
function extraOf(text: string | null, rest: Values): string {
  if (text === null) return sortedJson(rest);
  const configured = sortedJson(parsedJson(text));
  const observed = observedJson(configured, rest);
  return observed === configured ? text : observed;
}

/** Vendors without a credential, or whose models may do without. */
const OPEN = ["vllm"];
const KNOWN = ["openai", "cloudflare", "google", "gcp", "azure", ...OPEN];

const CONVERSATION = [
  ...["model_name", "history_collection", "max_bytes", "system_prompt", "ttl", "account_id", "vllm_url"],
];

export const conversationModel = defineRecord({
  type: "conversation_model",
  movedFrom: [["typesense_conversation_model", "id", "fluent", "alan"]],
  kind: "ConversationModel",
  path: "/conversations/models/{name}",
  noun: "Conversation model",
  description:
    "A model of a vendor that answers questions from the results of searches, which name it in `conversation_model_id`. Needs server version 27 or " +
    `later. ${NOT_MANAGED}`,
  nameDescription: "Name of the model, its id at the server.",
  servers: { from: "27", otherwise: "Older servers choose the id of a model, and replace it as a whole." },
  fields: defineResourceSchema({
    model_name: modelName,
    ...apiKeyFields,
    history_collection: {
      ...givenName(
        "Collection that keeps the conversations, with the fields `conversation_id`, `role`, `message` and `model_id` (string) and `timestamp` (int32). " +
          "An edit moves no conversation.",
      ),
      mode: "required",
      updatedBy: "write",
    },
    max_bytes: maxBytes("Most bytes that a request to the model holds, at most its context window."),
    system_prompt: systemPrompt,
    ttl: optionalNumber(
      "Seconds after which the server deletes a message of a conversation. The server's default is 86400.",
      checks.between(0, Number.MAX_SAFE_INTEGER),
    ),
    account_id: accountId,
    vllm_url: optionalText("URL of your own vLLM server, for its models."),
    extra: extra(
      '{ openai_url = "https://llm.example.com" }',
      jsonObject,
      ownProperties(CONVERSATION, { api_key: "model_api_key" }),
    ),
  }),
  credentials: [API_KEY],
  needs: ({ model_name }) => {
    const vendor = vendorOf(model_name) ?? "";
    return KNOWN.includes(vendor) && !OPEN.includes(vendor) ? "model_api_key" : undefined;
  },
  ...modelParts(CONVERSATION, ["api_key"]),
});

const TOKENS = ["access_token", "refresh_token", "client_secret"];

/** Checks the credentials of Google Cloud. The messages never contain them. */
const usableTokens: ValueValidator<string> = (text) => {
  const problem = jsonObject(text);
  if (problem !== undefined) return problem;
  const entries = Object.entries(JSON.parse(text) as object);
  const names = TOKENS.map((name) => `"${name}"`).join(", ");
  if (entries.some(([name]) => !TOKENS.includes(name)))
    return `may only hold ${names}; write other properties in extra`;
  if (entries.length === 0) return `must hold ${names}`;
  return entries.every(([, value]) => typeof value === "string" && usableCredential(value) === undefined)
    ? undefined
    : "must hold strings of letters, digits and other visible ASCII characters";
};

const CREDENTIALS: Credential = {
  attribute: "model_credentials",
  toBody: (value) =>
    isObject(parsedJson(value)) ? (parsedJson(value) as Readonly<Record<string, unknown>>) : {},
};

const NL_SEARCH = [
  ...["model_name", "max_bytes", "system_prompt", "temperature", "top_p", "top_k", "account_id", "api_url"],
];

export const nlSearchModel = defineRecord({
  type: "nl_search_model",
  movedFrom: [["typesense_nl_search_model", "id", "fluent", "alan"]],
  kind: "NlSearchModel",
  path: "/nl_search_models/{name}",
  noun: "Natural language search model",
  description:
    "A model of a vendor that turns questions into filters and sort orders of searches, which name it in `nl_model_id`. Needs server version 29 or " +
    `later. ${NOT_MANAGED}`,
  nameDescription: "Name of the model, its id at the server.",
  servers: { from: "29" },
  fields: defineResourceSchema({
    model_name: modelName,
    ...apiKeyFields,
    ...credentialFields(
      "model_credentials",
      "Credentials of Google Cloud (`gcp/…`): a JSON object with `access_token`, `refresh_token` and `client_secret`, best written with `jsonencode`. " +
        "`project_id`, `client_id` and `region` belong into `extra`.",
      usableTokens,
    ),
    max_bytes: maxBytes("Most bytes that an answer of the model holds."),
    system_prompt: systemPrompt,
    temperature: optionalNumber("How much the answers vary, from 0 to 2.", between(0, 2)),
    top_p: optionalNumber(
      "Share of the likeliest words among which Google's models choose, from 0 to 1.",
      between(0, 1),
    ),
    top_k: optionalNumber(
      "Number of the likeliest words among which Google's models choose.",
      checks.between(0, Number.MAX_SAFE_INTEGER),
    ),
    account_id: accountId,
    api_url: optionalText("URL of your own vLLM server, for its models."),
    extra: extra(
      '{ stop_sequences = ["END"] }',
      jsonObject,
      ownProperties(NL_SEARCH, {
        api_key: "model_api_key",
        ...Object.fromEntries(TOKENS.map((name) => [name, "model_credentials"])),
      }),
    ),
  }),
  credentials: [API_KEY, CREDENTIALS],
  needs: ({ model_name }) => {
    const vendor = vendorOf(model_name) ?? "";
    if (vendor === "gcp") return "model_credentials";
    return KNOWN.includes(vendor) && !OPEN.includes(vendor) ? "model_api_key" : undefined;
  },
  ...modelParts(NL_SEARCH, ["api_key", ...TOKENS]),
});

/** Accepts a number in a range, whole or not. */
function between(least: number, most: number): ValueValidator<number> {
  return (value) =>
    value >= least && value <= most ? undefined : `must be a number from ${least} to ${most}, not ${value}`;
}
