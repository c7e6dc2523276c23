import { setTimeout as delay } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { OPERATIONS, type OperationId } from "../../api/operations";
import { actOutside } from "../control/outside";
import { controlRoutes } from "../control/routes";
import { type Asides, withFaults } from "../faults/faulting";
import { keyHeader, type World } from "../world";
import { keyInHeaders } from "./access";
import { parseJson, readText } from "./body";
import { type Arrival, dispatch, type Route } from "./dispatch";
import type { JournalEntry } from "./journal";
import { jsonReply, type Outcome } from "./reply";

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
    const operation = OPERATIONS[id];
    app.on(operation.method, API_PATH + operation.path.replace(/\{(\w+)\}/g, ":$1"), (context) => {
      const { req } = context;
      // hono routes HEAD as GET; the API has none.
      const route = req.raw.method === operation.method ? { id, operation, params: req.param() } : null;
      return serve(context, world, route);
    });
  }
  app.all("*", (context) => serve(context, world, null));
  app.onError((error, context) => send(context, broken(error), world));
  return app;
}

async function serve(context: Context<Env>, world: World, route: Route | null): Promise<Response> {
  const { arrival, entry, faults } = await arrive(world, context.req.raw, route);
  const asides: Asides = {
    delay: (milliseconds: number) => delay(milliseconds, undefined, { ref: false }),
    hold: () => world.holds.wait(),
    race: ({ cluster = route?.params.cluster_id ?? route?.params.id, do: action }) =>
      actOutside(world, cluster, action),
  };
  const work = () => {
    const { done, ...reply } = dispatch(world, arrival);
    entry.done = done;
    return reply;
  };
  const outcome = await withFaults(faults, work, asides).catch(broken);
  entry.status = outcome.kind === "reply" ? outcome.reply.status : "reset";
  return send(context, outcome, world);
}

function broken(error: Error): Outcome {
  const message = `The emulator failed: ${error.message}`;
  return { kind: "reply", reply: jsonReply(500, { success: false, message }) };
}

async function arrive(world: World, request: Request, route: Route | null) {
  world.clock.requestArrived();
  const at = new Date(world.clock.now()).toISOString();
  const url = new URL(request.url);
  const { pathname } = url;
  const path = pathname.startsWith(`${API_PATH}/`) ? pathname.slice(API_PATH.length) : pathname;
  const { method } = request;
  const secret = keyInHeaders(request.headers, keyHeader(world));
  const arrival: Arrival = {
    method,
    path,
    route,
    key: (secret !== null && world.keys.get(secret)) || null,
    query: url.searchParams,
    contentType: request.headers.get("content-type"),
    body: await readText(request),
  };
  const operation = route?.id ?? null;
  const faults = world.faults.meet({ operation, method, path });
  const entry: JournalEntry = world.journal.begin({
    at,
    method,
    path,
    query: Object.fromEntries(url.searchParams),
    operation,
    key: arrival.key?.name ?? null,
    body: journalBody(arrival.body),
    done: false,
    status: null,
    faults: faults.map(({ id }) => id),
  });
  return { arrival, entry, faults };
}

function journalBody(body: string | null): unknown {
  if (body === "" || body === null) return null;
  try {
    return parseJson(body);
  } catch {
    return body;
  }
}

function send(context: Context<Env>, outcome: Outcome, world: World): Response {
  const { outgoing, incoming } = context.env;
  const date = new Date(world.clock.now()).toUTCString();
  if (outcome.kind === "reply") {
    const { status, headers, body } = outcome.reply;
    return new Response(NO_BODY.has(status) ? null : body, { status, headers: { ...headers, date } });
  }
  if (outcome.reply === null) {
    incoming.socket.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  }
  const { status, headers, body } = outcome.reply;
  outgoing.writeHead(status, { ...headers, date, "content-length": Buffer.byteLength(body) });
  outgoing.write(body.slice(0, Math.floor(body.length / 2)), () => incoming.socket.destroy());
  return RESPONSE_ALREADY_SENT;
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
