import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Control } from "../control/control";
import { readControl } from "../control/read";
import { CONTROL_REQUESTS } from "../control/requests";

/** The part of the control path that is about cloning operations; below `/clusters/<id>`. */
export function cloneRoutes(control: Control): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const requests = CONTROL_REQUESTS;
  app.post("/:id/clones", async (context) => {
    const body = await readControl(context, requests.clone);
    return context.json({ id: control.cloneOutside(context.req.param("id"), body) });
  });
  app.post("/:id/clones/:clone/cancel", (context) => {
    control.cancelCloneOutside(context.req.param("id"), context.req.param("clone"));
    return context.json({});
  });
  app.post("/:id/clones/:clone/begin", (context) => {
    control.beginClone(context.req.param("id"), context.req.param("clone"));
    return context.json({});
  });
  app.post("/:id/clones/:clone/finish", async (context) => {
    const { outcome } = await readControl(context, requests.finish);
    control.finishClone(context.req.param("id"), context.req.param("clone"), outcome);
    return context.json({});
  });
  app.post("/:id/fail-next-clone", (context) => {
    control.failNextClone(context.req.param("id"));
    return context.json({});
  });
  return app;
}
