import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Control } from "../control/control";
import { readControl } from "../control/read";
import { CONTROL_REQUESTS } from "../control/requests";

/** The part of the control path that is about configuration changes; below `/clusters/<id>`. */
export function changeRoutes(control: Control): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const requests = CONTROL_REQUESTS;
  app.post("/:id/changes", async (context) => {
    const body = await readControl(context, requests.change);
    return context.json({ id: control.changeOutside(context.req.param("id"), body) });
  });
  app.post("/:id/changes/:change/cancel", (context) => {
    control.cancelOutside(context.req.param("id"), context.req.param("change"));
    return context.json({});
  });
  app.post("/:id/changes/:change/begin", (context) => {
    control.beginChange(context.req.param("id"), context.req.param("change"));
    return context.json({});
  });
  app.post("/:id/changes/:change/finish", async (context) => {
    const { outcome } = await readControl(context, requests.finish);
    control.finishChange(context.req.param("id"), context.req.param("change"), outcome);
    return context.json({});
  });
  app.post("/:id/fail-next-change", (context) => {
    control.failNextChange(context.req.param("id"));
    return context.json({});
  });
  app.post("/:id/auto-upgrade", async (context) => {
    const { memory, vcpu } = await readControl(context, requests.autoUpgrade);
    control.autoUpgrade(context.req.param("id"), memory, vcpu);
    return context.json({});
  });
  return app;
}
