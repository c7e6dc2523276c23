import { setTimeout as delay } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { DIALECTS } from "../../api/dialects";
import { OPERATIONS, type OperationId } from "../../api/operations";
import { actOutside } from "../control/outside";
import { controlRoutes } from "../control/routes";
import { withFaults } from "../faults/faulting";
import type { World } from "../world";
import { keyInHeaders } from "./access";
import { parseJson, readText } from "./body";
import { type Arrival, dispatch, type Route } from "./dispatch";
import { errorReply, type Outcome } from "./reply";

/** The path under which the API stands; the base URL ends with it. */
export const API_PATH = "/api/v1";
/** The path under which the emulator itself is controlled. */
export const CONTROL_PATH = "/control";

type Env = { Bindings: HttpBindings };

/** The emulator as a hono app: the API, and the control path beside it. */
export function createApp(world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.route(CONTROL_PATH, controlRoutes(world));
  for (const id of Object.keys(OPERATIONS) as OperationId[]) {
    const { method, path } = OPERATIONS[id];
    app.on(method, API_PATH + path.replace(/\{(\w+)\}/g, ":$1"), (context) => {
      // hono routes HEAD as GET; the API has none.
      const route = context.req.raw.method === method ? { id, params: context.req.param() } : null;
      return serve(context, world, route);
    });
  }
  app.all("*", (context) => serve(context, world, null));
  app.onError((error, context) => send(context, broken(error), world));
  return app;
}

async function serve(context: Context<Env>, world: World, route: Route | null): Promise<Response> {
  world.clock.requestArrived();
  const at = new Date(world.clock.now()).toISOString();
  const arrival = await arrive(world, context.req.raw, route);
  const { method, path, query, key, body } = arrival;
  const operation = route?.id ?? null;
  const faults = world.faults.meet({ operation, method, path });
  const entry = world.journal.begin({
    at,
    method,
    path,
    query: Object.fromEntries(query),
    operation,
    key: key?.name ?? null,
    body: journalBody(body),
    done: false,
    status: null,
    faults: faults.map(({ id }) => id),
  });
  const work = () => {
    const { reply, done } = dispatch(world, arrival);
    entry.done = done;
    return reply;
  };
  const outcome = await withFaults(faults, work, {
    delay: (milliseconds) => delay(milliseconds, undefined, { ref: false }),
    hold: () => world.holds.wait(),
    race: ({ cluster = route?.params.cluster_id ?? route?.params.id, do: action }) =>
      actOutside(world, cluster, action),
  }).catch(broken);
  entry.status = "reset" in outcome ? "reset" : outcome.status;
  return send(context, outcome, world);
}

async function arrive(world: World, request: Request, route: Route | null): Promise<Arrival> {
  const { pathname, searchParams } = new URL(request.url);
  const secret = keyInHeaders(request.headers, DIALECTS[world.dialect].managementKeyHeader);
  return {
    method: request.method,
    path: pathname.startsWith(`${API_PATH}/`) ? pathname.slice(API_PATH.length) : pathname,
    route,
    key: (secret !== null && world.keys.get(secret)) || null,
    query: searchParams,
    contentType: request.headers.get("content-type"),
    body: await readText(request),
  };
}

function journalBody(body: string | null): unknown {
  if (body === "" || body === null) return null;
  try {
    return parseJson(body);
  } catch {
    return body;
  }
}

function broken(error: Error): Outcome {
  return errorReply(500, `The emulator failed: ${error.message}`);
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function send(context: Context<Env>, outcome: Outcome, world: World): Response {
  const { outgoing, incoming } = context.env;
  const reply = "reset" in outcome ? outcome.reset : outcome;
  if (reply === null) {
    incoming.socket.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  }
  const { status, body } = reply;
  const headers = { ...reply.headers, date: new Date(world.clock.now()).toUTCString() };
  if (reply === outcome) return new Response(NO_BODY.has(status) ? null : body, { status, headers });
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  outgoing.write(body.slice(0, Math.floor(body.length / 2)), () => incoming.socket.destroy());
  return RESPONSE_ALREADY_SENT;
}
