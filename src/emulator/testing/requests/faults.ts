import * as z from "zod";
import { OPERATIONS, type OperationId } from "../../../api/operations";
import { NODE_ROUTES, type NodeRouteId } from "../../dataPlane/routes";
import { lagBody, namedKind } from "./seeds";

type AnyOperationId = OperationId | NodeRouteId;
const OPERATION_IDS = [...Object.keys(OPERATIONS), ...Object.keys(NODE_ROUTES)];

/** The requests that a fault applies to. All given properties must match. */
const match = z
  .strictObject({
    /** An operation of the management API or of the nodes. */
    operation: z.enum(OPERATION_IDS as [AnyOperationId, ...AnyOperationId[]]),
    method: z.string(),
    /** Path relative to the base URL, of the nodes `/nodes/{hostname}/…`. `*` matches within one segment, `**` anything. */
    path: z.string(),
    /** The first matching request that it applies to, counted from 1 since the fault was added. @default 1 */
    nth: z.int().min(1),
    /** Number of matching requests that it applies to from there; 0: all. @default 1 */
    times: z.int().min(0),
  })
  .partial();
export type FaultMatchBody = z.infer<typeof match>;

export const pair = z.strictObject({ memory: z.string(), vcpu: z.string() });
export type Pair = z.infer<typeof pair>;
const body = z.record(z.string(), z.unknown());

/** The actions of a race on the nodes: the acts of the same name, with their arguments. */
const dataAction = z.union([
  z.strictObject({ create_collection: body }),
  z.strictObject({ patch_collection: z.strictObject({ name: z.string(), body }) }),
  z.strictObject({ drop_collection: z.string() }),
  z.strictObject({ add_documents: z.strictObject({ collection: z.string(), documents: z.array(body) }) }),
  z.strictObject({ put_alias: z.strictObject({ name: z.string(), collection_name: z.string() }) }),
  z.strictObject({ delete_alias: z.string() }),
  z.strictObject({ create_node_key: body }),
  z.strictObject({ revoke_key: z.int() }),
  z.strictObject({ put_named: z.strictObject({ kind: namedKind, name: z.string(), body }) }),
  z.strictObject({ delete_named: z.strictObject({ kind: namedKind, name: z.string() }) }),
  z.strictObject({ lag_node: z.strictObject({ hostname: z.string(), ...lagBody.shape }) }),
  z.strictObject({ catch_up_node: z.string() }),
  z.strictObject({ take_node_down: z.string() }),
  z.strictObject({ bring_node_up: z.string() }),
  z.strictObject({ restart_node: z.string() }),
]);
export type DataAction = z.infer<typeof dataAction>;

/**
 * The actions of a race. `begin`, `cancel`, `finish` (it succeeds) and `fail` apply to the change that is pending
 * or in progress, the same with `_clone` to the clone.
 */
const action = z.union([
  z.enum(["begin", "cancel", "finish", "fail", "terminate"]),
  z.enum(["begin_clone", "cancel_clone", "finish_clone", "fail_clone"]),
  z.strictObject({ change: body }),
  z.strictObject({ auto_upgrade: pair }),
  z.strictObject({ clone: body }),
  z.strictObject({ set_parameter: z.strictObject({ name: z.string(), value: z.string() }) }),
  z.strictObject({ delete_parameter: z.string() }),
  dataAction,
]);
export type OutsideAction = z.infer<typeof action>;

/** `cluster` defaults to the one that the request addresses. */
const race = { do: action, cluster: z.string().optional() };

const side = z.enum(["before", "after"]);
const headers = z.record(z.string(), z.string()).optional();
const status = z.int().min(200).max(599);

/**
 * The effect of a fault. `when` decides if the operation is carried out first (`after`) or not at all (`before`,
 * the default). With `delay`, `hold` and `race` it is always carried out, and `when` decides on which side of it
 * they act.
 */
const effect = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("status"),
    status,
    /** `json`: an Error body with `message`. `truncated`: the first half of it. @default "json" */
    body: z.enum(["json", "html", "empty", "truncated", "text"]).optional(),
    message: z.string().optional(),
    headers,
    when: side.optional(),
  }),
  /**
   * The response of the operation, damaged: truncated JSON, HTML, empty, or with a wrong content type. The
   * operation is always carried out.
   */
  z.strictObject({
    kind: z.literal("damage"),
    as: z.enum(["truncated", "html", "empty", "wrong_content_type"]),
  }),
  /** Any response. */
  z.strictObject({ kind: z.literal("answer"), status, json: z.unknown(), headers, when: side.optional() }),
  /** The connection is broken; `midway` after the head and half of the body. */
  z.strictObject({ kind: z.literal("reset"), when: z.enum(["before", "after", "midway"]).optional() }),
  /** Waits for this many milliseconds of real time. */
  z.strictObject({ kind: z.literal("delay"), milliseconds: z.int().min(0), when: side.optional() }),
  /** Waits until the holds are released. */
  z.strictObject({ kind: z.literal("hold"), when: side.optional() }),
  /** Acts outside the API; the operation is carried out, too. */
  z.strictObject({ kind: z.literal("race"), ...race, when: side.optional() }),
  z.strictObject({ kind: z.literal("redirect"), location: z.string(), status: status.optional() }),
  /** Status 200 with an Error body. */
  z.strictObject({ kind: z.literal("error_in_200"), message: z.string().optional() }),
]);
export type FaultEffectBody = z.infer<typeof effect>;
export type EffectSide = z.infer<typeof side>;

export const faultRequest = z.strictObject({ match: match.optional(), effect });
export type FaultRequest = z.infer<typeof faultRequest>;

/** Acts outside the API right before or after a request is carried out. */
export const raceRequest = z.strictObject({ match: match.optional(), when: side, ...race });
export type RaceRequest = z.infer<typeof raceRequest>;
