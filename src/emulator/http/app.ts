import { type Context, Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { DIALECTS } from "../../api/dialects";
import { OPERATIONS, type OperationId } from "../../api/operations";
import { arriveAtNode, NODES_PATH } from "../dataPlane/arrival";
import { keyInHeaders } from "../domain/access";
import { type Exchange, errorReply } from "../domain/calls/exchange";
import { parseJson, readText } from "../domain/rules/body";
import { controlRoutes } from "../testing/control/routes";
import type { TestWorld } from "../testing/world";
import { dispatch, type Route } from "./dispatch";
import { broken, type Env, send, serve } from "./serve";

/** The path of the API; the base URL ends with it. */
export const API_PATH = "/api/v1";
/** The path of the emulator's own control. */
export const CONTROL_PATH = "/control";

/** Returns the emulator as a hono app: the API, the nodes and the control path. */
export function createApp(world: TestWorld): Hono<Env> {
  // hono's default tries a router first that does not support these paths. Without it, the first request takes half
  // the time.
  const app = new Hono<Env>({ router: new TrieRouter() });
  app.route(CONTROL_PATH, controlRoutes(world));
  for (const id of Object.keys(OPERATIONS) as OperationId[]) {
    const { method, path } = OPERATIONS[id];
    app.on(method, API_PATH + routePath(path), (context) => {
      // hono routes HEAD as GET; the API has no HEAD.
      const route = context.req.raw.method === method ? { id, params: context.req.param() } : null;
      return serve(context, world, (request) => arrive(world, request, route));
    });
  }
  addNodes(app, world);
  app.all("*", (context) => serve(context, world, (request) => arrive(world, request, null)));
  app.onError((error, context) => send(context, broken(error), world));
  return app;
}

function addNodes(app: Hono<Env>, world: TestWorld): void {
  const served = (context: Context<Env>) =>
    serve(context, world, (request) => arriveAtNode(world, request, context.req.param("hostname") ?? ""));
  app.all(`${NODES_PATH}/:hostname`, served);
  app.all(`${NODES_PATH}/:hostname/*`, served);
}

function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

async function arrive(world: TestWorld, request: Request, route: Route | null): Promise<Exchange> {
  const { pathname, searchParams: query } = new URL(request.url);
  const secret = keyInHeaders(request.headers, DIALECTS[world.dialect].managementKeyHeader);
  const key = (secret !== null && world.keys.get(secret)) || null;
  const { method } = request;
  const path = pathname.startsWith(`${API_PATH}/`) ? pathname.slice(API_PATH.length) : pathname;
  const contentType = request.headers.get("content-type");
  const body = await readText(request);
  return {
    method,
    path,
    query: Object.fromEntries(query),
    operation: route?.id ?? null,
    key: key?.name ?? null,
    body: journalBody(body),
    cluster: route?.params.cluster_id ?? route?.params.id,
    error: errorReply,
    carryOut: () => {
      const { reply, done } = dispatch(world, { method, path, route, key, query, contentType, body });
      return { outcome: reply, done };
    },
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
