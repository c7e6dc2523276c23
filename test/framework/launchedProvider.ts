import { appendFileSync } from "node:fs";
import { serve } from "../../src/framework/serve";
import { emptyWorld, nullProvider } from "./nullProvider";

// The null provider as an executable. Each process has a world of its own, which outlives none of them: what a test
// reads again it has planted here.
const world = emptyWorld();
world.things.set("t-1", { label: "x", size: 1, kind: "plain", tags: {}, revision: 1 });

const journal = process.env.NULL_JOURNAL;
if (journal) {
  appendFileSync(journal, `start ${process.pid}\n`);
  process.on("exit", (code) => appendFileSync(journal, `exit ${process.pid} ${code}\n`));
  world.afterCreate = async (signal) => {
    if (!process.env.NULL_WAITS) return;
    appendFileSync(journal, "waiting\n");
    await new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new Error("interrupted"))),
    );
  };
}

serve(nullProvider(world), { address: "example.internal/test/null" }).catch((error) => {
  process.stderr.write(`${error}\n`);
  process.exit(1);
});
