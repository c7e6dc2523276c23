import {
  block,
  checks,
  define,
  defineResourceSchema,
  FunctionError,
  GONE,
  isUnknown,
  REPLACE,
  STATE_ONLY,
  t,
} from "../../src/framework";

/** The service behind the null provider: records in memory, with hooks for the tests. */
export interface World {
  readonly things: Map<string, Thing>;
  readonly calls: string[];
  /** Awaited by every create after the thing exists: a test can interrupt here. */
  afterCreate: (signal: AbortSignal) => Promise<void>;
  prefix: string;
  /** The operation that fails before it does anything. */
  refuse?: "create" | "delete";
  /** What the service answers to a create over the truth. */
  answer?: object;
  next: number;
}

export interface Thing {
  label: string | null;
  size: number;
  kind: string;
  tags: { [key: string]: string };
  revision: number;
}

export function emptyWorld(): World {
  return { things: new Map(), calls: [], afterCreate: async () => {}, prefix: "", next: 1 };
}

interface Private {
  readonly created: "yes" | "protected";
}

const schema = defineResourceSchema({
  id: { type: t.string, mode: "computed", description: "Identifier." },
  label: { type: t.string, mode: "optional", updatedBy: "rename", description: "Name." },
  size: {
    type: t.number,
    mode: "optional_computed",
    updatedBy: "resize",
    description: "Size.",
    validators: [checks.between(1, 9)],
  },
  kind: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: REPLACE,
    description: "Kind; another kind is another thing.",
  },
  tags: { type: t.map(t.string), mode: "optional", updatedBy: "rename", description: "Tags." },
  exact: { type: t.exactNumber, mode: "optional", updatedBy: STATE_ONLY, description: "Any number." },
  anything: { type: t.dynamic, mode: "optional", updatedBy: STATE_ONLY, description: "Any value." },
  labels: { type: t.set(t.string), mode: "optional", updatedBy: STATE_ONLY, description: "Texts." },
  note: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description: "A note, upper and lower case alike.",
    semanticallyEqual: sameNote,
  },
  summary: {
    type: t.nested.single({
      text: { type: t.string, mode: "computed", description: "Label and size." },
      revision: { type: t.number, mode: "computed", description: "Number of changes." },
    }),
    mode: "computed",
    description: "What it is.",
  },
  one: block(
    { name: { type: t.string, mode: "optional", description: "Name." } },
    { updatedBy: STATE_ONLY, description: "One." },
  ),
  many: {
    block: "list",
    updatedBy: STATE_ONLY,
    description: "Many.",
    fields: {
      name: { type: t.string, mode: "required", description: "Name.", validators: [checks.oneOf("a", "b")] },
      serial: { type: t.string, mode: "computed", description: "Set by the service." },
    },
  },
  group: {
    block: "set",
    updatedBy: STATE_ONLY,
    description: "A set.",
    fields: { name: { type: t.string, mode: "required", description: "Name." } },
  },
  sized: {
    block: "map",
    updatedBy: STATE_ONLY,
    description: "By name.",
    fields: {
      size: { type: t.number, mode: "required", description: "Size.", validators: [checks.between(1, 9)] },
      inner: block(
        { name: { type: t.string, mode: "optional", description: "Name." } },
        { description: "A block in a block." },
      ),
    },
  },
  timeouts: block(
    {
      create: {
        type: t.string,
        mode: "optional",
        description: "A duration.",
        validators: [checks.duration()],
      },
    },
    { updatedBy: STATE_ONLY, description: "Timeouts." },
  ),
});

function sameNote(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const { resource, dataSource, provider } = define<World, Private | undefined>();

const thing = resource({
  name: "thing",
  description: "A thing in memory.",
  schema,
  validators: [
    {
      reads: ["label", "size"],
      check: ({ label, size }) =>
        label === "big" && size === 1
          ? {
              path: ["size"],
              summary: "Too small for its label",
              detail: "Make it larger or change its label.",
            }
          : undefined,
    },
  ],
  updates: {
    rename: {
      carriedBy: "rename",
      makesUnknown: ["summary"],
      apply: async ({ service }, { planned, changed }) => {
        service.calls.push(`rename ${planned.id} ${changed.join("+")}`);
        if (planned.label === "refused") throw new Error("the service refuses this label");
        const found = mustFind(service, planned.id);
        found.label = planned.label;
        found.tags = planned.tags ?? {};
        found.revision += 1;
      },
    },
    resize: {
      carriedBy: "resize",
      makesUnknown: ["summary"],
      announce: ({ warn }) => warn("A resize interrupts the thing", "It is away for a moment."),
      apply: async ({ service }, { planned }) => {
        service.calls.push(`resize ${planned.id}`);
        if (planned.size === 9) throw new Error("the service refuses this size");
        const found = mustFind(service, planned.id);
        found.size = planned.size ?? 1;
        found.revision += 1;
      },
    },
  },
  plan: ({ action, prior, planned, privateState, setPrivateState, warn, error }) => {
    if (planned?.note === "stored at plan") setPrivateState({ created: "yes" });
    if (prior?.note === "announced" && !planned) warn("A thing ends", `Thing ${prior.id}.`);
    if (planned?.note === "announced" && !prior) warn("A thing begins", "It is billed.");
    if (planned?.label === "throw at plan") throw new Error("thrown at plan");
    if (action === "delete" && privateState?.created === "protected")
      error("Protected", "It must not be destroyed.");
    if (planned && isUnknown(planned.label))
      warn("A label that is not known yet", "It comes from another resource.");
  },
  create: async ({ service, saveState, setPrivateState, signal }, planned) => {
    mayFail(service, "create");
    const id = `${service.prefix}t-${service.next++}`;
    service.calls.push(`create ${id}`);
    const thing = {
      label: planned.label,
      size: planned.size ?? 1,
      kind: planned.kind ?? "plain",
      tags: planned.tags ?? {},
      revision: 1,
    };
    service.things.set(id, thing);
    setPrivateState({ created: planned.note === "protect" ? "protected" : "yes" });
    saveState({ id, kind: thing.kind, size: thing.size });
    await service.afterCreate(signal);
    return { ...describe(id, thing), ...service.answer };
  },
  read: async ({ service }, { id }) => {
    service.calls.push(`read ${id}`);
    const found = service.things.get(id ?? "");
    return found ? describe(id ?? "", found) : GONE;
  },
  delete: async ({ service }, { id }) => {
    mayFail(service, "delete");
    service.calls.push(`delete ${id}`);
    service.things.delete(id ?? "");
  },
  import: async (_, id) => ({ id }),
});

function describe(id: string, found: Thing) {
  return {
    id,
    label: found.label,
    size: found.size,
    kind: found.kind,
    tags: Object.keys(found.tags).length > 0 ? found.tags : null,
    summary: { text: `${found.label}/${found.size}`, revision: found.revision },
  };
}

function mayFail(world: World, operation: World["refuse"]): void {
  if (world.refuse === operation) throw new Error(`the world refuses to ${operation}`);
}

function mustFind(world: World, id: string | null): Thing {
  const found = world.things.get(id ?? "");
  if (!found) throw new Error(`there is no thing ${id}`);
  return found;
}

const lookup = dataSource({
  name: "thing",
  description: "A thing by its identifier.",
  schema: {
    id: { type: t.string, mode: "required", description: "Identifier." },
    label: { type: t.string, mode: "computed", description: "Name." },
  },
  read: async ({ service }, { id }) => ({ label: service.things.get(id)?.label ?? null }),
});

/** A provider with nothing behind it, that uses every part of the framework. */
export function nullProvider(world: World) {
  return provider({
    name: "null",
    description: "Things in memory.",
    schema: {
      prefix: { type: t.string, mode: "optional", description: "What every identifier begins with." },
    },
    configure: async ({ prefix }, { log, terraformVersion }) => {
      log.info("the null provider is configured", { terraform: terraformVersion });
      world.prefix = isUnknown(prefix) ? "" : (prefix ?? "");
      return world;
    },
    resources: [thing],
    dataSources: [lookup],
    functions: [
      {
        name: "shout",
        summary: "A text in capitals.",
        description: "A text in capitals.",
        parameters: [{ name: "text", type: t.string, description: "The text." }],
        returns: t.string,
        call: (text) => {
          if (text === "quiet") throw new FunctionError("nobody can shout that", 0);
          return String(text).toUpperCase();
        },
      },
    ],
  });
}
