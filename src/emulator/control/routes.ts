import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { UnknownChange } from "../changes/control";
import { changeRoutes } from "../changes/routes";
import { UnknownClone } from "../clones/control";
import { cloneRoutes } from "../clones/routes";
import { UnknownParameter } from "../parameters/control";
import { parameterRoutes } from "../parameters/routes";
import { type Control, UnknownCluster } from "./control";
import { readControl } from "./read";
import { CONTROL_REQUESTS } from "./requests";

const UNKNOWN = [UnknownCluster, UnknownChange, UnknownClone, UnknownParameter];

/**
 * The control path: plain JSON, no key, no dialect, no faults, not in the journal. A body that is not as
 * described answers 400, an unknown cluster, change, clone,
 * parameter or path 404, each with `{ "error": … }`.
 */
export function controlRoutes(control: Control): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const requests = CONTROL_REQUESTS;
  app.post("/advance", async (context) => {
    const { seconds } = await readControl(context, requests.advance);
    return context.json({ now: control.advance(seconds) });
  });
  app.post("/seed", async (context) => {
    return context.json({ clusters: control.seed(await readControl(context, requests.seed)) });
  });
  app.patch("/clusters/:id", async (context) => {
    control.patchCluster(context.req.param("id"), await readControl(context, requests.clusterPatch));
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
  app.route("/clusters", changeRoutes(control));
  app.route("/clusters", cloneRoutes(control));
  app.route("/clusters", parameterRoutes(control));
  app.post("/races", async (context) => {
    return context.json({ id: control.race(await readControl(context, requests.race)) });
  });
  app.get("/faults", (context) => context.json({ faults: control.state().faults }));
  app.post("/faults", async (context) => {
    return context.json({ id: control.addFault(await readControl(context, requests.fault)) });
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
    control.setAccount(await readControl(context, requests.account));
    return context.json({ account: control.state().account });
  });
  app.post("/keys", async (context) => {
    return context.json(control.addKey(await readControl(context, requests.key)));
  });
  app.post("/assumptions", async (context) => {
    control.setAssumptions(await readControl(context, requests.assumptions));
    return context.json({ assumptions: control.state().assumptions });
  });
  app.all("*", (context) =>
    context.json({ error: `There is no ${context.req.method} ${context.req.path}.` }, 404),
  );
  app.onError((error, context) => {
    const unknown = UNKNOWN.some((kind) => error instanceof kind);
    return context.json({ error: error.message }, unknown ? 404 : 400);
  });
  return app;
}
