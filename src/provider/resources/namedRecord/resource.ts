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
  nodesOf,
  nodeValidators,
  onNodes,
  refreshOnNodes,
  removeOnNodes,
  requireServer,
  requireServerAtPlan,
  type ServerNeed,
} from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import type { AnyRow } from "./row";

const common = (nameDescription: string) =>
  ({
    id: text("`cluster_id/name`, or the first of `node_urls` and `/name`."),
    ...nodeAttributes,
    name: fixedText(nameDescription),
  }) as const;

type Common = ReturnType<typeof common>;
type Values = ValuesOf<Common>;

interface PrivateState extends NodePrivateState {
  /** From an import until an edit: the text in state is all that the server has, and the configuration may name less. */
  readonly imported?: true;
}

type RecordCall = Call<Values, Service, PrivateState>;
type RecordPlanning = Planning<Values, Service, PrivateState>;

/** What a server keeps by name: one type per row (docs/design/data-plane.md#named). */
export function namedRecord(row: AnyRow): AnyResource {
  return define<Service, PrivateState>().resource({
    name: row.type,
    description: row.description,
    schema: { ...common(row.nameDescription), ...row.fields } as Common,
    validators: [...nodeValidators, ...(row.validators ?? [])] as readonly Validator<Values>[],
    updates: {
      write: writeOf(row),
    },
    plan: (planning) => plan(row, planning),
    create: (call, planned) => create(row, call, planned),
    read: (call, state) => read(row, call, state),
    delete: async (call, state) =>
      removeOnNodes(call, state, called(row, state), async (nodes) => {
        const { deleteNamed } = await import("../../../dataPlane");
        return deleteNamed(nodes, row.kind, state.name, call);
      }),
    import: async (call, id) => {
      const values = importOnNodes(call, id);
      call.setPrivateState({ ...call.privateState, imported: true });
      return values;
    },
    importIds: [{ form: "cluster_id/name", example: "kq3v9x2m7c1d/products" }],
  });
}

function writeOf(row: AnyRow): Update<Values, Service, PrivateState> {
  const { replaces, path } = row;
  return {
    request: `PUT ${path}`,
    ...(replaces && {
      requiresReplace: (changed, prior, planned) => (replaces(prior, planned) ? changed : []),
    }),
    apply: async (call, { planned }) =>
      put(row, call, await ready(row, call, planned), planned, row.toEdit ?? row.toBody),
  };
}

async function plan(row: AnyRow, planning: RecordPlanning): Promise<void> {
  const { action, prior, planned, privateState } = planning;
  if (action === "delete" && prior && row.endsWith !== undefined)
    planning.warn(`${called(row, prior)} ends`, row.endsWith);
  if (action === "delete" || !planned) return;
  if (privateState?.imported) keepImported(row, planning);
  if (planning.changed.length === 0) return;
  judge(row, planning, planned);
  await requireServerAtPlan(planning, planned, { ...needOf(row), purpose: purposeOf(row, "write") });
}

/** Refuses, and comments, what is to be written, as far as it is known. */
function judge(row: AnyRow, planning: RecordPlanning, planned: Plannable<Values>): void {
  if (!planning.changed.some((name) => name in row.fields)) return;
  const values = planned as Record<string, unknown>;
  if (["name", ...Object.keys(row.fields)].some((name) => isUnknown(values[name] as never))) return;
  const known = values as { readonly name: string };
  const problem = row.problem?.(known);
  if (problem) throw new TerraformError(problem.summary, problem.detail, problem.path);
  for (const { summary, detail } of row.notes?.(known) ?? []) planning.warn(summary, detail);
}

/** What only the server names is no edit of somebody who has just imported it. */
function keepImported({ compared }: AnyRow, planning: RecordPlanning): void {
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

/** A PUT would replace a record that somebody else has made. */
async function create(row: AnyRow, call: RecordCall, planned: Values): Promise<Partial<Values>> {
  const nodes = await ready(row, call, planned);
  const { readNamed } = await import("../../../dataPlane");
  if (await readNamed(nodes, row.kind, planned.name, call)) {
    const id = childId(planned, planned.name);
    throw existsError(row.type, called(row, planned), id, "No state of this configuration has it.");
  }
  return put(row, call, nodes, planned, row.toBody, true);
}

/** The nodes, whose server has this type of record. */
async function ready(row: AnyRow, call: RecordCall, planned: Values): Promise<Nodes> {
  const nodes = await nodesOf(call, planned, purposeOf(row, "write"));
  await requireServer(nodes, needOf(row), call.signal);
  return nodes;
}

function needOf({ noun, servers }: AnyRow): ServerNeed {
  return { what: `${noun}s`, ...servers };
}

async function put(
  row: AnyRow,
  call: RecordCall,
  nodes: Nodes,
  planned: Values,
  toBody: AnyRow["toBody"],
  isNew = false,
): Promise<Partial<Values>> {
  const { putNamed } = await import("../../../dataPlane");
  const { name } = planned;
  const isWanted = (record: OpenNodeRecord) =>
    row.isWanted ? row.isWanted(record, { ...planned }) : isAsPlanned(row, record, planned);
  await putNamed(nodes, { kind: row.kind, name, body: toBody(planned), isNew, isWanted }, call);
  call.setPrivateState(nodePrivateStateOf(call.service, planned));
  return { id: planned.id ?? childId(planned, name) };
}

/** Whether a server has all that is planned: what it answers means the same as the configuration. */
function isAsPlanned(row: AnyRow, record: OpenNodeRecord, planned: Values): boolean {
  const wanted = planned as Record<string, unknown>;
  return Object.entries(row.fromAnswer(record, wanted)).every(([name, value]) => {
    const field = row.fields[name];
    const isSame = field && "semanticallyEqual" in field ? field.semanticallyEqual : undefined;
    const [now, then] = [value ?? null, wanted[name] ?? null];
    if (isSame && now !== null && then !== null) return isSame(now as never, then as never);
    return isDeepStrictEqual(unordered(now), unordered(then));
  });
}

/** Servers sort lists: here they are sets. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => JSON.stringify(unordered(one))).sort();
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return parts.map(([name, part]) => [name, unordered(part)]);
}

function read(row: AnyRow, call: RecordCall, state: Values): Promise<Partial<Values> | Gone> {
  return refreshOnNodes<Values>(call, state, called(row, state), async (nodes) => {
    const { readNamed } = await import("../../../dataPlane");
    const answer = await readNamed(nodes, row.kind, state.name, call);
    return answer ? row.fromAnswer(answer, state) : GONE;
  });
}

/** As a sentence begins with it: `Preset "listing" of cluster c-1`. */
function called(row: AnyRow, values: Values): string {
  return `${row.noun} "${values.name}" ${onNodes(values)}`;
}

function purposeOf({ noun }: AnyRow, verb: string): string {
  return `to ${verb} a ${noun.toLowerCase()}`;
}
