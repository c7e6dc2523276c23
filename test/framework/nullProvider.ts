import {
  block,
  checks,
  define,
  defineResourceSchema,
  defineSchema,
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
  /** Milliseconds from the opening of a token to its renewal. */
  renewAfter?: number;
  /** The operation on a token that fails after it was done. */
  refuseToken?: "open" | "close";
  /** Awaited by every token after it is opened. */
  afterOpen?: () => Promise<unknown>;
  /** A result that replaces the value of an opened token. */
  tokenValue?: unknown;
  /** The operation that fails before it does anything. */
  refuse?: "create" | "delete";
  /** Values that the service returns for a create in place of the true ones. */
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

const description = "What it is.";
const text = { type: t.string, description } as const;
const size = { type: t.number, description, validators: [checks.between(1, 9)] } as const;
const computed = { ...text, mode: "computed" } as const;
const optional = { ...text, mode: "optional" } as const;
const required = { ...text, mode: "required" } as const;
const stateOnly = { updatedBy: STATE_ONLY, description } as const;

const notShort = (value: string) => (value.length < 8 ? `must be longer than ${value}` : undefined);

const schema = defineResourceSchema({
  id: computed,
  label: { ...optional, updatedBy: "rename" },
  size: { ...size, mode: "optional_computed", updatedBy: "resize" },
  kind: { ...text, mode: "optional_computed", updatedBy: REPLACE },
  tags: { ...optional, type: t.map(t.string), updatedBy: "rename" },
  anything: { ...optional, type: t.dynamic, updatedBy: STATE_ONLY },
  note: {
    ...optional,
    updatedBy: STATE_ONLY,
    semanticallyEqual: (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
  },
  summary: {
    type: t.nested.single({ text: computed, revision: { ...computed, type: t.number } }),
    mode: "computed",
    description,
  },
  one: block({ name: optional }, stateOnly),
  many: {
    ...stateOnly,
    block: "list",
    fields: { name: { ...required, validators: [checks.oneOf("a", "b")] }, serial: computed },
  },
  group: { ...stateOnly, block: "set", fields: { name: required } },
  sized: {
    ...stateOnly,
    block: "list",
    fields: { size: { ...size, mode: "required" }, inner: block({ name: optional }, { description }) },
  },
  secret: { ...optional, writeOnly: true, alternative: "label", validators: [notShort] },
  secret_version: { ...optional, type: t.number, updatedBy: "seal" },
  locks: {
    ...stateOnly,
    block: "list",
    fields: { name: required, pin: { ...optional, writeOnly: true } },
  },
  timeouts: block({ create: { ...optional, validators: [checks.duration()] } }, stateOnly),
});

interface Private {
  readonly created: "yes" | "protected";
}

const { resource, provider } = define<World, Private | undefined>();

const thing = resource({
  name: "thing",
  description: "A thing in memory.",
  schema,
  updates: {
    seal: {
      request: "seal",
      apply: async ({ service, config }, { planned }) => {
        service.calls.push(`seal ${planned.id} ${planned.secret} ${config?.secret}`);
      },
    },
    rename: {
      request: "rename",
      makesUnknown: ["summary"],
      apply: async ({ service }, { planned: { id, label, tags }, changed }) => {
        service.calls.push(`rename ${id} ${changed.join("+")}`);
        change(service, id, { label, tags: tags ?? {} });
      },
    },
    resize: {
      request: "resize",
      makesUnknown: ["summary"],
      describeAtPlan: ({ warn }) => warn("A resize interrupts the thing", "It is away for a moment."),
      apply: async ({ service }, { planned: { id, size } }) => {
        service.calls.push(`resize ${id}`);
        change(service, id, { size: size ?? 1 });
      },
    },
  },
  plan: ({ action, config, service, prior, planned, privateState, setPrivateState, warn, error }) => {
    if (config && config.secret !== null)
      service.calls.push(`plan ${isUnknown(config.secret) ? "an unknown secret" : config.secret}`);
    if (planned?.note === "stored at plan") setPrivateState({ created: "yes" });
    if (prior?.note === "announced" && !planned) warn("A thing ends", `Thing ${prior.id}.`);
    if (planned?.note === "announced" && !prior) warn("A thing begins", "It is billed.");
    if (planned?.label === "throw at plan") throw new Error("thrown at plan");
    if (action === "delete" && privateState?.created === "protected")
      error("Protected", "It must not be destroyed.");
    if (planned && isUnknown(planned.label))
      warn("A label that is not known yet", "It comes from another resource.");
  },
  create: async (
    { config, service, saveState, setPrivateState, signal },
    { label, size, kind, tags, note },
  ) => {
    mayFail(service, "create");
    const id = `${service.prefix}t-${service.next++}`;
    const pins = config?.locks.map(({ name, pin }) => ` ${name}=${pin}`).join("") ?? "";
    service.calls.push(`create ${id}${config?.secret ? ` ${config.secret}` : ""}${pins}`);
    const thing = { label, size: size ?? 1, kind: kind ?? "plain", tags: tags ?? {}, revision: 1 };
    service.things.set(id, thing);
    setPrivateState({ created: note === "protect" ? "protected" : "yes" });
    saveState({ id, kind: thing.kind, size: thing.size });
    await service.afterCreate(signal);
    // What a resource returns of its write-only arguments is dropped.
    return { ...valuesOf(id, thing), ...(config?.secret && { secret: config.secret }), ...service.answer };
  },
  read: async ({ service }, { id }) => {
    service.calls.push(`read ${id}`);
    const found = service.things.get(id ?? "");
    return found ? valuesOf(id, found) : GONE;
  },
  delete: async ({ service }, { id }) => {
    mayFail(service, "delete");
    service.calls.push(`delete ${id}`);
    service.things.delete(id ?? "");
  },
  import: async (_, id) => ({ id }),
});

function valuesOf(id: string | null, { label, size, kind, tags, revision }: Thing) {
  const summary = { text: `${label}/${size}`, revision };
  return { id, label, size, kind, tags: Object.keys(tags).length > 0 ? tags : null, summary };
}

function mayFail(world: World, operation: World["refuse"]): void {
  if (world.refuse === operation) throw new Error(`the world refuses to ${operation}`);
}

function change(world: World, id: string | null, values: Partial<Thing>): void {
  const found = world.things.get(id ?? "");
  if (!found) throw new Error(`there is no thing ${id}`);
  Object.assign(found, values, { revision: found.revision + 1 });
}

const { ephemeral } = define<World, { readonly serial: number }>();

const token = ephemeral({
  name: "token",
  description: "A token in memory.",
  schema: defineSchema({
    name: { ...required, validators: [checks.notEmpty()] },
    value: { ...computed, sensitive: true },
  }),
  open: async ({ service, setPrivateState, renewAt }, { name }) => {
    const serial = service.next++;
    service.calls.push(`open ${name} ${serial}`);
    if (service.refuseToken === "open") throw new Error("the world refuses to open");
    setPrivateState({ serial });
    await service.afterOpen?.();
    if (service.renewAfter !== undefined) renewAt(Date.now() + service.renewAfter);
    const value = service.tokenValue ?? `token-of-${name}-${serial}`;
    return { name: "observed", value: value as string };
  },
  renew: async ({ service, privateState }) => {
    service.calls.push(`renew ${privateState?.serial}`);
  },
  close: async ({ service, privateState, signal }) => {
    service.calls.push(`close ${privateState?.serial}${signal.aborted ? " (stopped)" : ""}`);
    if (service.refuseToken === "close") throw new Error("the world refuses to close");
  },
});

/** A provider with nothing behind it. Its resource uses every feature of a resource. */
export function nullProvider(world: World) {
  return provider({
    name: "null",
    description: "Things in memory.",
    schema: { prefix: optional },
    configure: async ({ prefix }, { log, terraformVersion }) => {
      log.info("the null provider is configured", { terraform: terraformVersion });
      world.prefix = isUnknown(prefix) ? "" : (prefix ?? "");
      return world;
    },
    resources: [thing],
    dataSources: [],
    ephemeralResources: [token],
    functions: [],
  });
}
