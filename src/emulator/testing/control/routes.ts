import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { MAX_BODY_BYTES, parseJson, readText } from "../../domain/rules/body";
import type { TestWorld } from "../world";
import { type Act, UnknownIdError } from "./act";
import { ACTS } from "./acts";

/**
 * Returns the control path: every act as a request with plain JSON. It needs no key, has no dialect and no faults,
 * and is not in the journal. An invalid body answers 400, an unknown id or path 404, each with `{ "error": … }`.
 */
export function controlRoutes(world: TestWorld): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  for (const { line, body, answers, run } of Object.values<Act>(ACTS)) {
    const [method = "GET", path = "/"] = line.split(" ");
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
    app.on(method, path, async (context) => {
      const args: unknown[] = names.map((name) => context.req.param(name));
      if (body !== undefined) args.push(await readBody(context, body));
      const answer = run(world, ...(args as never[]));
      if (answers !== undefined) return context.json({ [answers]: answer });
      return context.json(answer === undefined ? {} : (answer as object));
    });
  }
  app.all("*", (context) =>
    context.json({ error: `Unknown request: ${context.req.method} ${context.req.path}.` }, 404),
  );
  app.onError((error, context) =>
    context.json({ error: error.message }, error instanceof UnknownIdError ? 404 : 400),
  );
  return app;
}

/** @throws Error that describes the problem of the body */
async function readBody(context: Context, schema: z.ZodType): Promise<unknown> {
  const text = await readText(context.req.raw);
  if (text === null) throw new Error(`The body is larger than ${MAX_BODY_BYTES} bytes.`);
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    throw new Error("The body is not valid JSON.");
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
