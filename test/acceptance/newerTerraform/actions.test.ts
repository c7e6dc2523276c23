import { UNKNOWN } from "../../../src/wire";
import { QUERY_VERSIONS } from "../../support/core/versions";
import { oneAccount } from "./support";

/** Actions of a cluster, their progress and their interruption. */
const RESTART = "searchcloud_restart";
const SHOP = { cluster_id: "shop1" };
const POST = "POST /clusters/shop1/configuration-changes";

describe.each(QUERY_VERSIONS)("with Terraform %s", (version) => {
  const on = oneAccount(version, (emulator) => {
    emulator.seed({ clusters: [{ id: "shop1", memory: "8_gb", vcpu: "2_vcpus" }] });
  });

  test("a plan may have unknown arguments, and sends nothing", async () => {
    await on.core.planAction(RESTART, { cluster_id: UNKNOWN });
    expect(on.writes()).toEqual([]);
  });

  test("an action tells its progress, and sends one request", async () => {
    const messages: string[] = [];
    await on.core.invoke(RESTART, SHOP, (message) => messages.push(message));
    expect(messages[0]).toMatch(/ was requested$/);
    expect(messages.at(-1)).toMatch(/cluster shop1 was restarted$/);
    expect(on.writes()).toEqual([POST]);
  });

  test("Ctrl-C in the middle of the stream ends it with the rest of the story", async () => {
    const invocation = on.core.invoke(RESTART, SHOP, () => on.core.interrupt());
    await expect(invocation).rejects.toThrow(/interrupted/i);
    expect(on.writes()).toEqual([POST]);
  });

  test("a Terraform that is killed in the middle of the stream leaves no process, and what was requested", async () => {
    on.emulator.clock.advance(3_600_000);
    await expect(on.core.invoke(RESTART, SHOP, () => on.core.kill())).rejects.toThrow("Cancelled");
    expect(on.writes()).toEqual([POST]);
  });
});
