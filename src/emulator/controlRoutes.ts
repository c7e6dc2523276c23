import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { type Control, UnknownCluster } from "./control";
import { CONTROL_REQUESTS } from "./controlRequests";

/**
 * The control path: plain JSON, no key, no dialect, no faults, not in the journal. A body that is not as
 * described answers 400, an unknown cluster or path 404, each with `{ "error": … }`.
 */
export function controlRoutes(control: Control): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const requests = CONTROL_REQUESTS;
  app.post("/advance", async (context) => {
    const { seconds } = await read(context, requests.advance);
    return context.json({ now: control.advance(seconds) });
  });
  app.post("/seed", async (context) => {
    return context.json({ clusters: control.seed(await read(context, requests.seed)) });
  });
  app.patch("/clusters/:id", async (context) => {
    control.patchCluster(context.req.param("id"), await read(context, requests.clusterPatch));
    return context.json({});
  });
  app.post("/clusters/:id/terminate", (context) => {
    control.terminateOutside(context.req.param("id"));
    return context.json({});
  });
  app.post("/clusters/:id/forget", (context) => {
    control.forget(context.req.param("id"));
    return context.json({});
  });
  app.get("/faults", (context) => context.json({ faults: control.state().faults }));
  app.post("/faults", async (context) => {
    return context.json({ id: control.addFault(await read(context, requests.fault)) });
  });
  app.delete("/faults", (context) => {
    control.clearFaults();
    return context.json({});
  });
  app.post("/hold/release", (context) => context.json({ released: control.releaseHolds() }));
  app.get("/journal", (context) => context.json({ requests: control.journal() }));
  app.delete("/journal", (context) => {
    control.clearJournal();
    return context.json({});
  });
  app.get("/state", (context) => context.json(control.state()));
  app.post("/account", async (context) => {
    control.setAccount(await read(context, requests.account));
    return context.json({ account: control.state().account });
  });
  app.post("/keys", async (context) => {
    return context.json(control.addKey(await read(context, requests.key)));
  });
  app.post("/assumptions", async (context) => {
    control.setAssumptions(await read(context, requests.assumptions));
    return context.json({ assumptions: control.state().assumptions });
  });
  app.all("*", (context) =>
    context.json({ error: `There is no ${context.req.method} ${context.req.path}.` }, 404),
  );
  app.onError((error, context) => {
    return context.json({ error: error.message }, error instanceof UnknownCluster ? 404 : 400);
  });
  return app;
}

async function read<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const body = await context.req.json().catch(() => {
    throw new Error("The body is not JSON.");
  });
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
