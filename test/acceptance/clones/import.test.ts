import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CloneSeed } from "../../../src/emulator";
import { flat, type Scene } from "../support";
import { CLONE, cloneScene, copy, SHOP, valuesOf } from "./kit";

const ID = "cl-1";
const BLOCK = `import {\n  to = ${CLONE}\n  id = "${SHOP}/${ID}"\n}`;
let on: Scene;
afterEach(() => on.close());

/** A clone that somebody else has made, of a cluster that is there. */
async function seeded(
  clone: CloneSeed = {},
  assumptions: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  on = await cloneScene(assumptions);
  on.emulator.forget(SHOP);
  const clones = [{ id: ID, status: "succeeded" as const, ...clone }];
  on.emulator.seed({ clusters: [{ id: SHOP, search_server_version: "30.1", clones }] });
}

test.each(["filled", "null"])(
  "what a clone was requested with is imported, and nothing is sent (unrequested fields %s)",
  async (clone_unrequested_fields) => {
    const emails = ["a@example.com"];
    await seeded(
      { target_region: "paris", search_server_version: "30.2", notification_email_addresses: emails },
      { clone_unrequested_fields },
    );
    await on.write(BLOCK);
    await on.workspace.plan(["-generate-config-out=generated.tf"]);
    const generated = await readFile(join(on.workspace.directory, "generated.tf"), "utf8");
    expect(generated).toMatch(/target_region += "paris"/);
    await on.workspace.write({ "generated.tf": "" });
    const body = 'target_region = "paris"\nsearch_server_version = "30"\n';
    await on.write(`${copy(`${body}notification_email_addresses = ["a@example.com"]`)}\n${BLOCK}`);
    expect((await on.change()).actions.join()).toMatch(/^(no-op|update)$/);
    await on.workspace.apply();
    expect(await valuesOf(on)).toMatchObject({
      id: ID,
      cluster_id: SHOP,
      status: "succeeded",
      target_cluster_id: expect.any(String),
    });
    await on.workspace.emptyPlan();
    expect(on.writes()).toEqual([]);
    await on.write(copy('target_region = "tokyo"'));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
  },
);

test("settings that only Terraform knows are adopted in place, once", async () => {
  await seeded();
  await on.write(copy());
  await on.workspace.import(CLONE, `${SHOP}/${ID}`);
  const ours = 'terminate_clone_on_destroy = true\nwait = true\ntimeouts {\n create = "1h"\n}';
  const told = 'notification_email_addresses = ["a@example.com"]';
  await on.write(copy(`${ours}\n${told}\ntriggers = { of = "monday" }`));
  expect((await on.change()).actions).toEqual(["update"]);
  await on.workspace.apply();
  await on.workspace.emptyPlan();
  for (const edit of [`${told}\ntriggers = { of = "tuesday" }`, 'triggers = { of = "monday" }']) {
    await on.write(copy(`${ours}\n${edit}`));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
  }
  expect(on.writes()).toEqual([]);
});

test("a clone in progress is imported, and waited for", async () => {
  await seeded({ status: "in_progress" });
  await on.write(`${copy()}\n${BLOCK}`);
  expect((await on.change()).actions).toEqual(["update"]);
  await on.workspace.apply();
  expect((await on.resource(CLONE)).values.status).toBe("succeeded");
  await on.workspace.emptyPlan();
  expect(on.writes()).toEqual([]);
});

test("a missing clone cannot be imported", async () => {
  await seeded();
  await on.write(copy());
  const { output } = await on.workspace.import(CLONE, `${SHOP}/cl-2`, { expect: 1 });
  expect(flat(output)).toContain("Cannot import cloning operation cl-2");
});
