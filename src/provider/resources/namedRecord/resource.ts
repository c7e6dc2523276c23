import { isDeepStrictEqual } from "node:util";
import type { Nodes, OpenBody, OpenNodeRecord } from "../../../dataPlane";
import {
  type AnyResource,
  type Call,
  define,
  GONE,
  type Gone,
  isUnknown,
  type Planning,
  TerraformError,
  type Update,
  type Validator,
  type ValuesOf,
} from "../../../framework";
import { fixedText, text } from "../../model/attributes";
import { warnOfVersionName } from "../../shared/collection/versionNames";
import {
  childId,
  existsError,
  importOnNodes,
  isServerOlder,
  movesOnNodes,
  type NodePrivateState,
  namedIdentity,
  nodeAttributes,
  nodePrivateStateOf,
  nodeValidators,
  onNodes,
  refreshOnNodes,
  removeOnNodes,
  requireServer,
  requireServerAtPlan,
  resolveNodes,
  resolveNodesAtPlan,
  type ServerNeed,
} from "../../shared/dataPlane";
import { loadDataPlane, type Service } from "../../shared/service";
import {
  type Credential,
  configuredCredentials,
  credentialValidator,
  editedCredentials,
  hasCredential,
  isOfCredential,
  removedCredentials,
  showsCredentials,
  versionedCredentials,
} from "./credentials";
import type { AnyRecordDefinition } from "./definition";

const common = (nameDescription: string) =>
  ({
    id: text("`cluster_id/name`, or the first of `node_urls` and `/name`."),
    ...nodeAttributes,
    name: fixedText(nameDescription),
  }) as const;

type Common = ReturnType<typeof common>;
type Values = ValuesOf<Common>;

interface PrivateState extends NodePrivateState {
  /** From an import until an edit: the state has all parts that the server has, and the configuration may have fewer. */
  readonly imported?: true;
  /** The credentials whose first version after the import is stored: each further one is sent, also after a removal. */
  readonly versioned?: readonly string[];
}

type RecordCall = Call<Values, Service, PrivateState>;
type RecordPlanning = Planning<Values, Service, PrivateState>;

/** Creates the resource of a definition: a record that a server keeps by name (docs/design/data-plane.md#named). */
export function namedRecord(definition: AnyRecordDefinition): AnyResource {
  return define<Service, PrivateState>().resource({
    name: definition.type,
    description: definition.description,
    schema: { ...common(definition.nameDescription), ...definition.fields } as Common,
    validators: [
      ...nodeValidators,
      ...(definition.validators ?? []),
      ...credentialsOf(definition).map(credentialValidator),
    ] as readonly unknown[] as readonly Validator<Values>[],
    updates: {
      write: writeOf(definition),
    },
    plan: (planning) => plan(definition, planning),
    create: (call, planned) => create(definition, call, planned),
    read: (call, state) => read(definition, call, state),
    delete: async (call, state) =>
      removeOnNodes(call, state, displayName(definition, state), async (nodes, dataPlane) => {
        const { kind, removable: { from } = {} } = definition;
        const isOlder = from !== undefined && (await isServerOlder(nodes, from, call.signal));
        const deleted = isOlder ? "missing" : await dataPlane.deleteNamed(nodes, kind, state.name, call);
        if (from === undefined || deleted === "deleted") return deleted;
        // A server that cannot delete one answers 404, as if it were missing. The key may not be allowed to read the version.
        if ((await dataPlane.readNamed(nodes, kind, state.name, call)) === null) return "missing";
        warnOfLeft(definition, call, state);
        return "deleted";
      }),
    import: async (call, id) => {
      const values = importOnNodes(call, id);
      call.setPrivateState({ ...call.privateState, imported: true });
      return values;
    },
    importIds: [{ form: "cluster_id/name", example: "kq3v9x2m7c1d/products" }],
    identity: namedIdentity,
    moves: movesOnNodes(definition.movedFrom ?? [], { privateState: { imported: true } }),
  });
}

function writeOf(definition: AnyRecordDefinition): Update<Values, Service, PrivateState> {
  const { replaces, path, request = `PUT ${path}` } = definition;
  return {
    request,
    ...(replaces && {
      requiresReplace: (changed, prior, planned) => (replaces(prior, planned) ? changed : []),
    }),
    apply: async (call, change) => {
      const { planned } = change;
      const all = credentialsOf(definition);
      const { imported, versioned = [] } = call.privateState ?? {};
      const isImported = ({ attribute }: Credential) => imported === true && !versioned.includes(attribute);
      const credentials = editedCredentials(all, call.config, change, isImported);
      const isOfCredentials =
        change.changed.length > 0 && change.changed.every((name) => isOfCredential(all, name));
      if (isOfCredentials && Object.keys(credentials).length === 0) {
        const names = [...versioned, ...versionedCredentials(all, { ...planned })];
        if (imported) call.setPrivateState({ ...call.privateState, versioned: [...new Set(names)] });
        return {};
      }
      const nodes = await readyNodes(definition, call, planned, editNeedOf(definition));
      const toBody = definition.toEdit ?? definition.toBody;
      return put(definition, call, nodes, { planned, body: toBody({ ...planned }), credentials });
    },
  };
}

async function plan(definition: AnyRecordDefinition, planning: RecordPlanning): Promise<void> {
  const { action, prior, planned, privateState } = planning;
  if (action === "delete" && prior) await planDelete(definition, planning, prior);
  if (action === "delete" || !planned) return;
  if (privateState?.imported) keepImported(definition, planning);
  if (action === "create") planNew(definition, planning);
  if (planning.changed.length === 0) return;
  checkPlanned(definition, planning);
  await requireServerAtPlan(planning, planned, {
    ...(action === "update" ? editNeedOf(definition) : needOf(definition)),
    purpose: purposeOf(definition, "write"),
  });
}

/** Warns if a destroy loses something, or leaves it on a server that cannot delete it. */
async function planDelete(
  definition: AnyRecordDefinition,
  planning: RecordPlanning,
  prior: Values,
): Promise<void> {
  const { from } = definition.removable ?? {};
  if (from !== undefined) {
    const nodes = await resolveNodesAtPlan(planning, prior, purposeOf(definition, "delete"));
    if (nodes && (await isServerOlder(nodes, from, planning.signal)))
      return warnOfLeft(definition, planning, prior);
  }
  if (definition.endsWith !== undefined)
    planning.warn(`${displayName(definition, prior)} ends`, definition.endsWith);
}

function warnOfLeft(
  definition: AnyRecordDefinition,
  { warn }: Pick<RecordCall, "warn">,
  values: Values,
): void {
  warn(
    `${displayName(definition, values)} stays at the server`,
    `Servers before version ${definition.removable?.from} cannot delete one. It leaves the state only: nothing is sent. To use its name again, import it; ` +
      "once the server is upgraded, an import and a destroy delete it.",
  );
}

/** Plans nothing for what the configuration leaves out, and rejects a record without the credential that it needs. */
function planNew(definition: AnyRecordDefinition, planning: RecordPlanning): void {
  const config = planning.config as Record<string, unknown> | null;
  if (config === null) return;
  for (const [name, field] of Object.entries(definition.fields)) {
    const isLeftOut =
      "mode" in field && field.mode === "optional_computed" && (config[name] ?? null) === null;
    if (isLeftOut)
      (planning as unknown as Planning<Record<string, null>, Service, PrivateState>).set(name, null);
  }
  const needed = definition.needs?.(config);
  if (needed === undefined || hasCredential(config, needed)) return;
  throw new TerraformError(
    `${definition.noun} "${config.name}" has no credential`,
    `The server calls its vendor, and rejects a new model of ${config.model_name} without ${needed}. Nothing was changed. Set ${needed}_wo and ` +
      `${needed}_wo_version, or ${needed} for a tool without write-only arguments.`,
    [`${needed}_wo`],
  );
}

/** Rejects a record that the server would reject, and warns, if all of its values are known. */
function checkPlanned(definition: AnyRecordDefinition, planning: RecordPlanning): void {
  if (!planning.changed.some((name) => name in definition.fields)) return;
  const values = planning.planned as Record<string, unknown>;
  if (["name", ...Object.keys(definition.fields)].some((name) => isUnknown(values[name] as never))) return;
  const known = values as { readonly name: string };
  const problem = definition.problem?.(known);
  if (problem) throw new TerraformError(problem.summary, problem.detail, problem.path);
  const prior = planning.prior as Record<string, unknown> | null;
  for (const name of removedCredentials(
    credentialsOf(definition),
    prior ?? {},
    known as Record<string, unknown>,
  ))
    planning.warn(
      `${definition.noun} "${known.name}" keeps its ${name} at the server`,
      "An edit cannot remove a credential, so the server goes on using it. To remove it, revoke it at the vendor, or replace the record (-replace).",
    );
  const named = definition.collectionsIn?.(known as never) ?? [];
  const { cluster_id, node_urls } = planning.planned ?? { cluster_id: null, node_urls: null };
  const what = `${definition.noun} "${known.name}"`;
  const path = definition.compared ? [definition.compared.attribute] : [];
  warnOfVersionName(planning, what, { cluster_id, node_urls }, named, path);
  for (const { summary, detail } of definition.notes?.(known, prior) ?? []) planning.warn(summary, detail);
}

/** Parts that only the server has are no edit right after an import. */
function keepImported({ compared }: AnyRecordDefinition, planning: RecordPlanning): void {
  if (compared === undefined) return;
  const { attribute: name, covers } = compared;
  const { prior, planned, set } = planning as unknown as Planning<
    Record<string, unknown>,
    Service,
    PrivateState
  >;
  const [before, now] = [prior?.[name] ?? null, planned?.[name] ?? null];
  if (before === null || now === null || isUnknown(now as never)) return;
  if (covers(now as never, before as never)) set(name, before);
}

/** Looks for a record of the name first: a PUT would replace one that somebody else has created. */
async function create(
  definition: AnyRecordDefinition,
  call: RecordCall,
  planned: Values,
): Promise<Partial<Values>> {
  const nodes = await readyNodes(definition, call, planned);
  const { readNamed } = await loadDataPlane();
  if (await readNamed(nodes, definition.kind, planned.name, call)) {
    const id = childId(planned, planned.name);
    throw existsError(
      definition.type,
      displayName(definition, planned),
      id,
      "It is not in the state of this configuration.",
    );
  }
  const credentials = configuredCredentials(credentialsOf(definition), call.config, { ...planned });
  return put(definition, call, nodes, {
    planned,
    body: definition.toBody({ ...planned }),
    credentials,
    isNew: true,
  });
}

/** Returns the nodes. @throws TerraformError if their server does not have this type of record. */
async function readyNodes(
  definition: AnyRecordDefinition,
  call: RecordCall,
  planned: Values,
  need = needOf(definition),
): Promise<Nodes> {
  const nodes = await resolveNodes(call, planned, purposeOf(definition, "write"));
  await requireServer(nodes, need, call.signal);
  return nodes;
}

function credentialsOf({ credentials = [] }: AnyRecordDefinition): readonly Credential[] {
  return credentials;
}

function needOf({ noun, servers }: Pick<AnyRecordDefinition, "noun" | "servers">): ServerNeed {
  return { what: `${noun.replace(/y$/, "ie")}s`, ...servers };
}

function editNeedOf({ noun, servers, removable }: AnyRecordDefinition): ServerNeed {
  return removable ? { what: `Edits of a ${noun.toLowerCase()}`, ...removable } : needOf({ noun, servers });
}

/** A write of a whole record. */
interface RecordWrite {
  readonly planned: Values;
  readonly body: OpenBody;
  /** The part of the body that reads show only the beginning of. */
  readonly credentials: OpenBody;
  readonly isNew?: boolean;
}

async function put(
  definition: AnyRecordDefinition,
  call: RecordCall,
  nodes: Nodes,
  { planned, body, credentials, isNew = false }: RecordWrite,
): Promise<Partial<Values>> {
  const { putNamed } = await loadDataPlane();
  const { name } = planned;
  const isWanted = (record: OpenNodeRecord) =>
    showsCredentials(record, credentials) &&
    (definition.isWanted
      ? definition.isWanted(record, { ...planned })
      : isAsPlanned(definition, record, planned));
  const write = { kind: definition.kind, name, body: { ...body, ...credentials }, isNew, isWanted };
  await putNamed(nodes, write, call);
  call.setPrivateState(nodePrivateStateOf(call.service, planned));
  return { id: planned.id ?? childId(planned, name) };
}

/** True if the values of a record are equal to the planned ones. */
function isAsPlanned(definition: AnyRecordDefinition, record: OpenNodeRecord, planned: Values): boolean {
  const wanted = planned as Record<string, unknown>;
  return Object.entries(definition.fromAnswer(record, wanted)).every(([name, value]) => {
    const field = definition.fields[name];
    const isSame = field && "semanticallyEqual" in field ? field.semanticallyEqual : undefined;
    const [now, then] = [value ?? null, wanted[name] ?? null];
    if (isSame && now !== null && then !== null) return isSame(now as never, then as never);
    return isDeepStrictEqual(unordered(now), unordered(then));
  });
}

/** Converts lists to a form without order, because servers sort them. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(unordered(one))).sort();
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return parts.map(([name, part]) => [name, unordered(part)]);
}

function read(
  definition: AnyRecordDefinition,
  call: RecordCall,
  state: Values,
): Promise<Partial<Values> | Gone> {
  return refreshOnNodes<Values>(call, state, displayName(definition, state), async (nodes, { readNamed }) => {
    const answer = await readNamed(nodes, definition.kind, state.name, call);
    return answer ? definition.fromAnswer(answer, state) : GONE;
  });
}

/** Returns the name at the start of a sentence: `Preset "listing" of cluster c-1`. */
function displayName(definition: AnyRecordDefinition, values: Values): string {
  return `${definition.noun} "${values.name}" ${onNodes(values)}`;
}

function purposeOf({ noun }: AnyRecordDefinition, verb: string): string {
  return `to ${verb} a ${noun.toLowerCase()}`;
}
