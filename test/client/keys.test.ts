import { ApiError } from "../../src/client";
import { bench, never, rejection } from "./kit/client";
import { error, json, type Reply, text } from "./kit/transport";

const POST = "POST /clusters/c1/api-keys";
const ADMIN = "adm1nKeyThatNobodyMaySee00000001";
const SEARCH = "searchKeyThatNobodyMaySee0000001";
const PAIR = { admin_key: ADMIN, search_only_key: SEARCH };
const ISSUED = { success: true, api_keys: PAIR };

/** Answers in turn; the last reply stands for all that follow. */
function issuing(...replies: Reply[]) {
  const made = bench((_, count) => replies[Math.min(count, replies.length) - 1] ?? error(500, "none"));
  return { ...made, result: made.client.issueApiKeys("c1", { signal: never() }) };
}

/** All that a failure shows to anybody: the error with its cause, and the log. */
function shown(failed: unknown, log: ReturnType<typeof bench>["log"]): string {
  if (!(failed instanceof ApiError)) throw failed;
  const { message, stack, cause } = failed;
  return JSON.stringify([failed, message, stack, String(cause), cause, log.entries]);
}

test("a pair is one POST without a body", async () => {
  const { result, transport } = issuing(json(200, ISSUED));
  expect(await result).toEqual(PAIR);
  expect(transport.lines).toEqual([POST]);
  expect(transport.requests[0]?.body).toBeNull();
});

describe("a lost answer", () => {
  test.each<[string, Reply]>([
    ["an empty answer", text(200, "")],
    ["the keys, cut short", text(200, JSON.stringify(ISSUED).slice(0, -5))],
    ["the keys, with a status of failure", json(500, ISSUED)],
    ["the keys, in a place that nobody knows", json(200, { success: true, ...PAIR })],
    [
      "the keys, one of them of another kind",
      json(200, { api_keys: { admin_key: ADMIN, search_only_key: [SEARCH] } }),
    ],
  ])(
    "%s: nothing is sent again, the way to revoke the pair is said, and no key is shown",
    async (_, reply) => {
      const { result, transport, log } = issuing(reply, json(200, ISSUED));
      const failed = await rejection(result);
      expect(failed).toMatchObject({ kind: "lost_write", operation: "issueClusterApiKeys", ids: [] });
      expect((failed as ApiError).detail).toContain(
        "An unknown pair of keys may have been issued. It stays valid until it is revoked, and running again issues another pair. List the keys at the cluster itself with an admin key of it (GET /keys of the data plane), and delete by its id each one that nobody uses (DELETE /keys/<id>).",
      );
      expect(transport.lines).toEqual([POST]);
      expect(shown(failed, log)).not.toMatch(/NobodyMaySee/);
    },
  );
});
