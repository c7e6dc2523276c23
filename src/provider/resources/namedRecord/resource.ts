import { isDeepStrictEqual } from "node:util";
import type { Nodes, OpenNodeRecord } from "../../../dataPlane";
import {
  type AnyResource,
  type Call,
  define,
  GONE,
  type Gone,
  isUnknown,
  type Plannable,
  type Planning,
  TerraformError,
  type Update,
  type Validator,
  type ValuesOf,
} from "../../../framework";
import { fixedText, text } from "../../model/attributes";
import {
  childId,
  existsError,
  importOnNodes,
  type NodePrivateState,
  nodeAttributes,
  nodePrivateStateOf,
  nodeValidators,
  onNodes,
  refreshOnNodes,
  removeOnNodes,
  requireServer,
  requireServerAtPlan,
  resolveNodes,
  type ServerNeed,
} from "../../shared/dataPlane";
import { loadDataPlane, type Service } from "../../shared/service";
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
}

type RecordCall = Call<Values, Service, PrivateState>;
type RecordPlanning = Planning<Values, Service, PrivateState>;

/** Creates the resource of a definition: a record that a server keeps by name (docs/design/data-plane.md#named). */
export function namedRecord(definition: AnyRecordDefinition): AnyResource {
  return define<Service, PrivateState>().resource({
    name: definition.type,
    description: definition.description,
    schema: { ...common(definition.nameDescription), ...definition.fields } as Common,
    validators: [...nodeValidators, ...(definition.validators ?? [])] as readonly Validator<Values>[],
    updates: {
      write: writeOf(definition),
    },
    plan: (planning) => plan(definition, planning),
    create: (call, planned) => create(definition, call, planned),
    read: (call, state) => read(definition, call, state),
    delete: async (call, state) =>
      removeOnNodes(call, state, displayName(definition, state), (nodes, { deleteNamed }) =>
        deleteNamed(nodes, definition.kind, state.name, call),
      ),
    import: async (call, id) => {
      const values = importOnNodes(call, id);
      call.setPrivateState({ ...call.privateState, imported: true });
      return values;
    },
    importIds: [{ form: "cluster_id/name", example: "kq3v9x2m7c1d/products" }],
  });
}

function writeOf(definition: AnyRecordDefinition): Update<Values, Service, PrivateState> {
  const { replaces, path } = definition;
  return {
    request: `PUT ${path}`,
    ...(replaces && {
      requiresReplace: (changed, prior, planned) => (replaces(prior, planned) ? changed : []),
    }),
    apply: async (call, { planned }) =>
      put(
        definition,
        call,
        await readyNodes(definition, call, planned),
        planned,
        definition.toEdit ?? definition.toBody,
      ),
  };
}

async function plan(definition: AnyRecordDefinition, planning: RecordPlanning): Promise<void> {
  const { action, prior, planned, privateState } = planning;
  if (action === "delete" && prior && definition.endsWith !== undefined)
    planning.warn(`${displayName(definition, prior)} ends`, definition.endsWith);
  if (action === "delete" || !planned) return;
  if (privateState?.imported) keepImported(definition, planning);
  if (planning.changed.length === 0) return;
  checkPlanned(definition, planning, planned);
  await requireServerAtPlan(planning, planned, {
    ...needOf(definition),
    purpose: purposeOf(definition, "write"),
  });
}

/** Rejects a record that the server would reject, and warns, if all of its values are known. */
function checkPlanned(
  definition: AnyRecordDefinition,
  planning: RecordPlanning,
  planned: Plannable<Values>,
): void {
  if (!planning.changed.some((name) => name in definition.fields)) return;
  const values = planned as Record<string, unknown>;
  if (["name", ...Object.keys(definition.fields)].some((name) => isUnknown(values[name] as never))) return;
  const known = values as { readonly name: string };
  const problem = definition.problem?.(known);
  if (problem) throw new TerraformError(problem.summary, problem.detail, problem.path);
  for (const { summary, detail } of definition.notes?.(known) ?? []) planning.warn(summary, detail);
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
  return put(definition, call, nodes, planned, definition.toBody, true);
}

/** Returns the nodes. @throws TerraformError if their server does not have this type of record. */
async function readyNodes(
  definition: AnyRecordDefinition,
  call: RecordCall,
  planned: Values,
): Promise<Nodes> {
  const nodes = await resolveNodes(call, planned, purposeOf(definition, "write"));
  await requireServer(nodes, needOf(definition), call.signal);
  return nodes;
}

function needOf({ noun, servers }: AnyRecordDefinition): ServerNeed {
  return { what: `${noun}s`, ...servers };
}

async function put(
  definition: AnyRecordDefinition,
  call: RecordCall,
  nodes: Nodes,
  planned: Values,
  toBody: AnyRecordDefinition["toBody"],
  isNew = false,
): Promise<Partial<Values>> {
  const { putNamed } = await loadDataPlane();
  const { name } = planned;
  const isWanted = (record: OpenNodeRecord) =>
    definition.isWanted
      ? definition.isWanted(record, { ...planned })
      : isAsPlanned(definition, record, planned);
  await putNamed(nodes, { kind: definition.kind, name, body: toBody(planned), isNew, isWanted }, call);
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
