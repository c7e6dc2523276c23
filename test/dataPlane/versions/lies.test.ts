import { createNodesClient, type Nodes } from "../../../src/dataPlane";
import { catchUp } from "../../../src/dataPlane/versions/catchUp";
import { copyDocuments } from "../../../src/dataPlane/versions/copy";
import { requireFilter, requireRights } from "../../../src/dataPlane/versions/rights";
import { settle } from "../../../src/dataPlane/versions/settle";
import type { Transport } from "../../../src/http/transport";
import { FROM, numbered, TO, twoVersions, type Versions } from "./kit";

/** Servers that answer success and do nothing, and clocks that jump. */

/** Returns nodes whose imports are answered with success, and not carried out, while the test says so. */
function deaf(on: Versions, isDeaf: () => boolean): Nodes {
  return {
    ...on.nodes,
    stream: (async (id: string, input: { lines?: () => AsyncIterable<Uint8Array> }, options: never) => {
      if (id !== "importDocuments" || !isDeaf()) return on.nodes.stream(id as never, input as never, options);
      let text = "";
      for await (const piece of input.lines?.() ?? []) text += Buffer.from(piece).toString();
      const answers = text
        .split("\n")
        .filter(Boolean)
        .map(() => '{"success":true}\n');
      async function* body() {
        yield Buffer.from(answers.join(""));
      }
      return { hasEnd: true, [Symbol.asyncIterator]: body };
    }) as Nodes["stream"],
  };
}

test("an edit that the server accepts during the catch-up and does not store is carried over after the move", async () => {
  const on = twoVersions(numbered(20));
  let isDeaf = false;
  const ctx = on.ctx({ nodes: deaf(on, () => isDeaf) });
  const copied = await on.ended(copyDocuments(ctx));
  await on.write("7", "edited");
  isDeaf = true;
  on.hook = async (line) => {
    // The overlap of later passes does not reach back to the edit.
    if (line === `GET export ${TO}`) await on.clock.sleep(90_000, ctx.signal);
  };
  const caught = await on.ended(catchUp(ctx, copied));
  on.hook = () => undefined;
  isDeaf = false;
  expect((await on.rows(TO)).get("7")?.title).toBe("old");
  await on.clock.sleep(600_000, ctx.signal);
  const settled = await on.ended(settle(ctx, caught));
  expect(settled).toMatchObject({ updated: 1, created: 0, deleted: 0, left: [] });
  expect(await on.rows(TO)).toEqual(await on.rows(FROM));
});

test("a document that the server accepts after the move and does not store is named", async () => {
  const on = twoVersions(numbered(20));
  let isDeaf = false;
  const ctx = on.ctx({ nodes: deaf(on, () => isDeaf) });
  const caught = await on.ended(catchUp(ctx, await on.ended(copyDocuments(ctx))));
  await on.write("last", "created");
  isDeaf = true;
  const settled = await on.ended(settle(ctx, caught));
  expect(settled.left).toEqual([{ id: "last", why: expect.stringMatching(/does not have it now/) }]);
});

test("a Date that is hours ahead when the copy begins hides no edit", async () => {
  const on = twoVersions(numbered(20));
  let aheadMs = 3 * 3_600_000;
  const jumping: Transport = {
    ...on.service.transport,
    async send(request) {
      const answer = await on.service.transport.send(request);
      const date = new Date(on.clock.now() + aheadMs).toUTCString();
      return { ...answer, headers: { ...answer.headers, date } };
    },
  };
  const client = createNodesClient({
    log: on.log,
    dependencies: { transport: jumping, clock: on.clock, random: () => 0 },
  });
  const nodes = { ...client.at(on.nodes.target), stream: on.nodes.stream };
  const ctx = on.ctx({ nodes });
  const copied = await on.ended(copyDocuments(ctx));
  expect(nodes.serverNow()).toBeGreaterThan(on.clock.now() + 3_600_000);
  aheadMs = 0;
  await on.write("7", "edited");
  const caught = await on.ended(catchUp(ctx, copied));
  await on.ended(settle(ctx, caught));
  expect((await on.rows(TO)).get("7")?.title).toBe("edited");
});

test("a server, or a proxy, that ignores the filter of a write is found before anything is moved", async () => {
  const on = twoVersions(numbered(20));
  const ignoring: Nodes = {
    ...on.nodes,
    call: (async (id: string, input: { query: object }, options: never) =>
      on.nodes.call(
        id as "updateDocuments",
        (id === "updateDocuments" ? { ...input, query: { filter_by: "updated_at:>0" } } : input) as never,
        options,
      )) as Nodes["call"],
  };
  const ctx = on.ctx({ nodes: ignoring });
  await on.ended(requireRights(ctx));
  await on.ended(copyDocuments(ctx));
  await expect(on.ended(requireFilter(ctx))).rejects.toMatchObject({
    summary: expect.stringMatching(/was ignored/),
    detail: expect.stringMatching(/20 documents.*apply again/s),
  });
});
