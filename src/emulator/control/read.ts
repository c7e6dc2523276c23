import type { Context } from "hono";
import * as z from "zod";

/** The body of a request to the control path. @throws Error that says what is wrong with it. */
export async function readControl<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const body = await context.req.json().catch(() => {
    throw new Error("The body is not JSON.");
  });
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
