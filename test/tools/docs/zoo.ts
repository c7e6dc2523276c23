import {
  block,
  checks,
  define,
  defineResourceSchema,
  defineSchema,
  REPLACE,
  STATE_ONLY,
  t,
} from "../../../src/framework";
import type { AnyProvider, AnyResource } from "../../../src/framework/provider";

const pen = defineResourceSchema({
  id: { type: t.string, mode: "computed", description: "Identifier of the pen." },
  name: { type: t.string, mode: "required", updatedBy: "rename", description: "Name of the pen." },
  zoo_id: { type: t.string, mode: "required", updatedBy: REPLACE, description: "The zoo." },
  key: {
    type: t.string,
    mode: "optional",
    sensitive: true,
    updatedBy: STATE_ONLY,
    description: "Key of its door.",
  },
  keepers: {
    type: t.number,
    mode: "optional_computed",
    updatedBy: "rename",
    description: "How many. Left out, one.",
  },
  animals: {
    type: t.map(t.number),
    mode: "optional_computed",
    updatedBy: "move",
    description: "How many of each.",
  },
  feeding: block(
    {
      at: { type: t.string, mode: "required", description: "Time of day." },
      by: block(
        { name: { type: t.string, mode: "optional", description: "Who." } },
        { description: "Keeper." },
      ),
    },
    { updatedBy: STATE_ONLY, description: "When they are fed." },
  ),
  address: {
    type: t.nested.single({
      street: { type: t.string, mode: "computed", description: "Street." },
      gates: {
        type: t.nested.list({ number: { type: t.number, mode: "computed", description: "Which." } }),
        mode: "computed",
        description: "Its gates.",
      },
    }),
    mode: "computed",
    description: "Where it is.",
  },
  timeouts: block(
    {
      create: {
        type: t.string,
        mode: "optional",
        description: "How long to build.",
        validators: [checks.duration()],
      },
      delete: { type: t.string, mode: "optional", description: "How long to clear. The default is `5m`." },
    },
    { updatedBy: STATE_ONLY, description: "How long it may take." },
  ),
});

const { resource, dataSource, provider } = define<null>();
const nothing = async () => ({});

/** A resource with everything that the pages treat apart. */
export const PEN: AnyResource = resource({
  name: "pen",
  description: "A pen. With animals in it.",
  schema: pen,
  timeouts: { create: "30m", update: "1h", delete: "5m" },
  updates: {
    rename: { carriedBy: "PATCH /pens/{id}", apply: nothing },
    move: { carriedBy: "none: another pen is built", requiresReplace: () => [], apply: nothing },
  },
  create: nothing,
  read: nothing,
  delete: async () => {},
  import: nothing,
  importIds: [
    { form: "id", example: "p1" },
    { form: "zoo_id/name", example: "z1/lions" },
  ],
});

const KEEPER: AnyResource = resource({
  name: "keeper",
  description: "A keeper.",
  schema: defineResourceSchema({ id: { type: t.string, mode: "computed", description: "Who." } }),
  updates: {},
  create: nothing,
  read: nothing,
  delete: async () => {},
  notImported: "Nobody can be told apart.",
});

/** A small provider that has one of each kind. */
export const ZOO: AnyProvider = provider({
  name: "zoo",
  description: "A zoo.",
  schema: defineSchema({
    key: { type: t.string, mode: "optional", sensitive: true, description: "The key." },
  }),
  configure: async () => null,
  resources: [PEN, KEEPER],
  dataSources: [
    dataSource({
      name: "open_pens",
      description: "The pens.",
      schema: defineSchema({
        status: { type: t.string, mode: "optional", description: "Only those." },
        pens: {
          type: t.nested.list({ id: { type: t.string, mode: "computed", description: "Identifier." } }),
          mode: "computed",
          description: "The pens.",
        },
      }),
      read: nothing,
    }),
  ],
  functions: [
    {
      name: "count_legs",
      summary: "Counts legs.",
      description: "Counts the legs of animals.",
      parameters: [
        { name: "animals", type: t.map(t.number), description: "How many of each." },
        { name: "more", type: t.dynamic, description: "Others.", allowNull: true },
      ],
      returns: t.number,
      call: () => 4,
    },
  ],
});
