import { defineResourceSchema } from "../../../framework";
import { jsonObject, observedJson } from "../../model/jsonText";
import { coversJson, JSON_TEXT } from "./parts";
import { row } from "./row";

export const preset = row({
  type: "preset",
  kind: "Preset",
  path: "/presets/{name}",
  noun: "Preset",
  description:
    "Search parameters under a name: a search with `preset=name` takes them from it. Needs server 0.24 or later.",
  nameDescription: "Name of the preset.",
  servers: { from: "0.24" },
  fields: defineResourceSchema({
    value: {
      ...JSON_TEXT,
      description:
        'The search parameters: a JSON object such as `jsonencode({ query_by = "title", per_page = 20 })`, or with a list of `searches` for ' +
        "a search of several collections. Order of keys and layout do not count, and what the server adds is no drift.",
      validators: [jsonObject],
    },
  }),
  compared: { attribute: "value", covers: coversJson },
  toBody: ({ value }) => ({ value: JSON.parse(value) }),
  fromAnswer: ({ value }, state) => ({ value: observedJson(state.value ?? null, value ?? {}) }),
});
