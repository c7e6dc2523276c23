import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyAction } from "../../../src/framework";
import { actions } from "../../../src/provider/operations";
import { START } from "../../client/kit/clock";
import { type ActionAccount, actionAccount } from "./kit";

/** Every action, interrupted at each of its requests: nothing is done twice, and the error says what became of the operation. */
const folder = mkdtempSync(join(tmpdir(), "interrupted-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CONFIGS: { readonly [name: string]: (on: ActionAccount) => object } = {
  restart: () => ({}),
  cancel_change: ({ service }) => {
    const outside = { new_memory: "16_gb", new_vcpu: "4_vcpus" };
    service.changeOutside("c-1", { perform_change_at: START / 1000 + 86_400, ...outside });
    return {};
  },
  cancel_clone: ({ service }) => {
    service.cloneOutside("c-1");
    return {};
  },
  snapshot: ({ urls }) => ({ cluster_id: null, node_urls: urls, snapshot_path: "here" }),
  compact: () => ({}),
  clear_cache: () => ({}),
  import_documents: ({ service }) => {
    service.createCollectionOutside("c-1", { name: "books", fields: [{ name: "title", type: "string" }] });
    return { collection: "books", content: '{"title":"Emma"}' };
  },
  rotate_keys: () => ({ output_file: join(mkdtempSync(join(folder, "keys-")), "keys.json"), revoke: true }),
};

test("every action is interrupted", () => {
  expect(Object.keys(CONFIGS).sort()).toEqual(actions.map(({ name }) => name).sort());
});

/** Invokes it, interrupted when the nth request arrives or has been carried out. */
async function interrupted(action: AnyAction, nth: number, when: "before" | "after") {
  const on = actionAccount();
  const config = { cluster_id: "c-1", ...CONFIGS[action.name]?.(on) };
  if (action.name === "rotate_keys") await on.invoke(action, { ...config, revoke: false });
  const stop = new AbortController();
  on.service.clearJournal();
  let count = 0;
  const { send } = on.service.transport;
  on.service.transport.send = async (request) => {
    count += 1;
    const isLast = count === nth;
    if (isLast && when === "before") stop.abort();
    const answer = await send(request);
    if (isLast) stop.abort();
    return answer;
  };
  const ran = await on.invoke(action, config, { signal: stop.signal });
  return { on, ran, config, count };
}

describe.each(actions.map((action) => [action.name, action] as const))("%s", (name, action) => {
  test.each(["before", "after"] as const)("interrupted %s each request", async (when) => {
    for (let nth = 1; ; nth += 1) {
      const { on, ran, config, count } = await interrupted(action, nth, when);
      const said = [name, nth, ran.text] as const;
      const posts = on.service.journal().filter(({ method, done }) => method === "POST" && done);
      expect([...said, posts.length]).toEqual([...said, Math.min(posts.length, 1)]);
      expect([...said, ran.text.includes("Nothing is lost")]).toEqual([...said, false]);
      expect([...said, ran.text.includes("Unexpected failure")]).toEqual([...said, false]);
      if (ran.failed && posts.length > 0) expect(said[2]).toMatch(OUTCOMES);
      if (name === "rotate_keys") {
        const path = join(String((config as { readonly output_file?: string }).output_file), "..");
        const kept = readdirSync(path)
          .map((file) => readFileSync(join(path, file), "utf8"))
          .join();
        const issued = on.service
          .state()
          .node_keys.filter((key) => !("description" in key && key.description === "test"));
        for (const { value_prefix } of issued as unknown as readonly { value_prefix: string }[])
          expect([...said, kept.includes(`"${value_prefix}`) || ran.text.includes("DELETE /keys")]).toEqual([
            ...said,
            true,
          ]);
      }
      if (count < nth) break;
    }
  });
});

/** The words for an operation that was requested. */
const OUTCOMES =
  /was requested|has begun|its record shows it|nothing was requested of|is unknown whether|was imported|were imported|never arrived|keys\.json|may |DELETE \/keys/;
