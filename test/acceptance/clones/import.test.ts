import type { CloneSeed } from "../../../src/emulator";
import { importBlock, SHOP } from "../support";
import { CLONE, copy, eachCloneScene } from "./kit";

const ID = "cl-1";
const BLOCK = importBlock(`${SHOP}/${ID}`, CLONE);
const on = eachCloneScene();

/** Adds a clone that another client has requested, of an existing cluster. */
function seed(clone: CloneSeed = {}): void {
  on.emulator.forget(SHOP);
  const clones = [{ id: ID, status: "succeeded" as const, ...clone }];
  on.emulator.seed({ clusters: [{ id: SHOP, search_server_version: "30.1", clones }] });
}

test.each(["filled", "null"])(
  "the requested values of a clone are imported, and nothing is sent (unrequested fields %s)",
  async (clone_unrequested_fields) => {
    on.emulator.setAssumptions({ clone_unrequested_fields });
    const emails = ["a@example.com"];
    seed({ target_region: "paris", search_server_version: "30.2", notification_email_addresses: emails });
    await on.write(BLOCK);
    expect(await on.generated()).toMatch(/target_region += "paris"/);
    await on.workspace.write({ "generated.tf": "" });
    const body = 'target_region = "paris"\nsearch_server_version = "30"\n';
    const text = `${copy(`${body}notification_email_addresses = ["a@example.com"]`)}\n${BLOCK}`;
    expect((await on.change(text)).actions.join()).toMatch(/^(no-op|update)$/);
    await on.apply();
    expect(await on.values(CLONE)).toMatchObject({
      id: ID,
      cluster_id: SHOP,
      status: "succeeded",
      target_cluster_id: expect.any(String),
    });
    await on.empty();
    expect(on.writes()).toEqual([]);
    expect((await on.change(copy('target_region = "tokyo"'))).actions).toEqual(["delete", "create"]);
  },
);

test("a clone in progress is imported and awaited; a missing one cannot be imported", async () => {
  seed({ status: "in_progress" });
  await on.write(copy());
  const { output } = await on.workspace.import(CLONE, `${SHOP}/cl-2`, { expect: 1 });
  expect(output).toContain("Cannot import cloning operation cl-2");
  expect((await on.change(`${copy()}\n${BLOCK}`)).actions).toEqual(["update"]);
  await on.apply();
  expect((await on.values(CLONE)).status).toBe("succeeded");
  await on.empty();
  expect(on.writes()).toEqual([]);
});
