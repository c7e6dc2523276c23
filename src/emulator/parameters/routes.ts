import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Control } from "../control/control";
import { readControl } from "../control/read";
import { CONTROL_REQUESTS } from "../control/requests";

/** The part of the control path that is about server parameters and keys; below `/clusters/<id>`. */
export function parameterRoutes(control: Control): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.put("/:id/parameters/:name", async (context) => {
    const { value } = await readControl(context, CONTROL_REQUESTS.parameter);
    const { id, name } = context.req.param();
    return context.json({ id: control.setParameterOutside(id, name, value) });
  });
  app.delete("/:id/parameters/:name", (context) => {
    control.deleteParameterOutside(context.req.param("id"), context.req.param("name"));
    return context.json({});
  });
  app.get("/:id/running-parameters", (context) => {
    return context.json({ parameters: control.runningParameters(context.req.param("id")) });
  });
  app.get("/:id/issued-keys", (context) => {
    return context.json({ pairs: control.issuedKeys(context.req.param("id")) });
  });
  return app;
}
