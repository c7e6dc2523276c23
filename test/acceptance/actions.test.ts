import { testWith } from "../support/features";
import { prepareNodes } from "./everyType/onNodes";
import { APPLY, body, eachScene, flat, type Lines, NODE_KEY, OPTIONS, SHOP, seedShop } from "./support";

/** Actions in the real terraform; their effects under every fault are tested without it (test/provider/actions). */
const on = eachScene(OPTIONS);
const testAction = testWith("actions");

const action = (type: string, lines: Lines = {}) =>
  `action "searchcloud_${type}" "it" {\nconfig {\n${body({ cluster_id: `"${SHOP}"`, ...lines })}\n}\n}`;
const invoke = (type: string) => [...APPLY, `-invoke=action.searchcloud_${type}.it`];
const RESTART = "POST /clusters/shop1/configuration-changes";

testAction("a restart is invoked, and its progress shown", async () => {
  seedShop(on.emulator);
  await on.write(action("restart"));
  await on.workspace.init();
  const { output } = await on.workspace.terraform([...invoke("restart"), "-no-color"]);
  expect(on.writes()).toEqual([RESTART]);
  expect(flat(output)).toMatch(/Configuration change \w+ \(a restart, due \S+, \w+\) was requested/);
  expect(flat(output)).toContain(`succeeded): cluster ${SHOP} was restarted`);
});

testAction("a trigger runs it after an edit; an ephemeral key is in no saved plan", async () => {
  prepareNodes(on.emulator);
  on.workspace.env.TF_VAR_key = NODE_KEY;
  const block = (words: string) => `variable "key" {
  type      = string
  ephemeral = true
}
${action("clear_cache", { cluster_id: '"shop2"', api_key: "var.key" })}
resource "searchcloud_stopwords_set" "it" {
  cluster_id = "shop2"
  name       = "common"
  stopwords  = ${words}
  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.searchcloud_clear_cache.it]
    }
  }
}`;
  await on.apply(block('["the"]'));
  on.wrote();
  await on.write(block('["the", "a"]'));
  const plan = JSON.stringify(await on.workspace.planJson());
  expect(plan).toContain("action.searchcloud_clear_cache.it");
  expect(plan).not.toContain(NODE_KEY);
  expect(await on.apply()).toContain("the cache was cleared (1 of 1 nodes)");
  expect(on.wrote()).toEqual(["upsertStopwordsSet", "clearCache"]);
  await on.empty();
});

testAction("interrupted, the error says what became of the restart", async () => {
  seedShop(on.emulator);
  await on.write(action("restart"));
  const running = await on.heldAt({ operation: "getConfigurationChange" }, undefined, invoke("restart"));
  const { code, output } = await on.interruptedButAnswered(running);
  expect(code).toBe(1);
  expect(flat(output)).toMatch(/Interrupted while waiting .* was requested, and the service carries it out/);
  expect(on.writes()).toEqual([RESTART]);
});
