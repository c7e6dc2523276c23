import { Hono } from "hono";
import { type Loopback, serve } from "./loopback";

export interface S3 extends Loopback {
  /** Objects by `bucket/key`. */
  readonly objects: ReadonlyMap<string, string>;
  /** Writes that were carried out: `PUT bucket/key`, with the encryption that they asked for. */
  readonly writes: readonly string[];
}

/** As much of S3 and STS as Terraform's backend needs, with conditional writes. */
export async function startS3(): Promise<S3> {
  const objects = new Map<string, string>();
  const writes: string[] = [];
  const app = new Hono();
  const keyOf = (path: string) => decodeURIComponent(path.slice(1));

  app.post("/", (context) =>
    context.text(
      "<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:role/plan</Arn>" +
        "<UserId>id</UserId><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>",
      200,
      { "Content-Type": "text/xml" },
    ),
  );
  app.get("/:bucket", (context) => {
    const xml = `<ListBucketResult><Name>${context.req.param("bucket")}</Name><KeyCount>0</KeyCount></ListBucketResult>`;
    return context.text(xml, 200, { "Content-Type": "application/xml" });
  });
  app.get("/:bucket/:key{.+}", (context) => {
    const found = objects.get(keyOf(context.req.path));
    return found === undefined ? failure("NoSuchKey", 404) : context.body(found);
  });
  app.put("/:bucket/:key{.+}", async (context) => {
    const key = keyOf(context.req.path);
    if (context.req.header("if-none-match") === "*" && objects.has(key))
      return failure("PreconditionFailed", 412);
    objects.set(key, await context.req.text());
    const encryption = [
      context.req.header("x-amz-server-side-encryption"),
      context.req.header("x-amz-server-side-encryption-aws-kms-key-id"),
    ];
    writes.push(["PUT", key, ...encryption].join(" ").trim());
    return context.body(null, 200, { ETag: '"1"' });
  });
  app.delete("/:bucket/:key{.+}", (context) => {
    objects.delete(keyOf(context.req.path));
    writes.push(`DELETE ${keyOf(context.req.path)}`);
    return context.body(null, 204);
  });
  return { ...(await serve(app)), objects, writes };
}

function failure(code: string, status: 404 | 412): Response {
  const xml = `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return new Response(xml, { status, headers: { "Content-Type": "application/xml" } });
}
