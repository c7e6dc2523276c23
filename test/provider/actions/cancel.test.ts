import { cancelChange, cancelClone } from "../../../src/provider/actions/cancel";
import { UNKNOWN } from "../../../src/wire/cty/value";
import { START } from "../../client/kit/clock";
import { FAULTS } from "../../support/faultMatrix";
import { type ActionAccount, actionAccount } from "./kit";

const CONFIG = { cluster_id: "c-1" };

/** Both kinds, with the acts of the emulator that play them. */
const KINDS = [
  {
    what: "configuration change",
    action: cancelChange,
    operation: "cancelConfigurationChange",
    request: ({ service }: ActionAccount) =>
      service.changeOutside("c-1", {
        perform_change_at: START / 1000 + 86_400,
        new_memory: "16_gb",
        new_vcpu: "4_vcpus",
      }),
    begin: ({ service }: ActionAccount, id: string) => service.beginChange("c-1", id),
    end: ({ service }: ActionAccount, id: string) => service.finishChange("c-1", id, "succeeded"),
    status: ({ service }: ActionAccount) => service.state().changes.map(({ status }) => status),
  },
  {
    what: "cloning operation",
    action: cancelClone,
    operation: "cancelCloningOperation",
    request: ({ service }: ActionAccount) => service.cloneOutside("c-1"),
    begin: ({ service }: ActionAccount, id: string) => service.beginClone("c-1", id),
    end: ({ service }: ActionAccount, id: string) => service.finishClone("c-1", id, "succeeded"),
    status: ({ service }: ActionAccount) => service.state().clones.map(({ status }) => status),
  },
] as const;

describe.each(KINDS)("$what", ({ what, action, operation, request, begin, end, status }) => {
  const account = () => actionAccount({ assumptions: { clone_seconds: 600 } });

  test("a pending one is cancelled, whoever requested it; again, nothing is pending, which is no error", async () => {
    const on = account();
    const id = request(on);
    const ran = await on.invoke(action, CONFIG);
    expect([ran.text, status(on)]).toEqual(["", ["canceled"]]);
    expect(ran.progress).toEqual([
      expect.stringMatching(new RegExp(`^${what} ${id} of cluster c-1 is cancelled$`, "i")),
    ]);
    const again = await on.invoke(action, CONFIG);
    expect([again.text, again.progress]).toEqual([
      "",
      [`No ${what} of cluster c-1 is pending: nothing to cancel`],
    ]);
    const named = await on.invoke(action, { ...CONFIG, id });
    expect([named.text, named.sent.includes(operation)]).toEqual(["", false]);
  });

  test.each([[{}], [{ named: true }]])(
    "one that has begun is an error, because it goes on %p",
    async ({ named = false }: { named?: boolean }) => {
      const on = account();
      const id = request(on);
      begin(on, id);
      const ran = await on.invoke(action, named ? { ...CONFIG, id } : CONFIG);
      expect(ran.text).toContain(`${id} of cluster c-1 has begun and cannot be cancelled`);
      expect(ran.sent).not.toContain(operation);
    },
  );

  test("one that has ended is a warning; one that does not exist is an error", async () => {
    const on = account();
    const id = request(on);
    begin(on, id);
    end(on, id);
    const ran = await on.invoke(action, { ...CONFIG, id });
    expect([ran.failed, ran.text]).toEqual([
      false,
      expect.stringContaining("had ended before it could be cancelled"),
    ]);
    const none = await on.invoke(action, { ...CONFIG, id: "nope" });
    expect([none.failed, none.text]).toEqual([true, expect.stringContaining("does not exist")]);
  });

  test("the plan names what is pending now, and changes nothing", async () => {
    const on = account();
    expect((await on.plan(action, { cluster_id: UNKNOWN })).text).toContain(
      "of a cluster that is not known yet is cancelled",
    );
    expect((await on.plan(action, CONFIG)).text).toContain(`No ${what} of cluster c-1 is pending now`);
    const id = request(on);
    const ran = await on.plan(action, CONFIG);
    expect(ran.said.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(new RegExp(`^${what} ${id} of cluster c-1 is cancelled$`, "i")),
    ]);
    expect(status(on)).toEqual(["pending"]);
  });

  test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
    "%s: it ends cancelled, or the error says that it is not",
    async (_, fault) => {
      const on = account();
      request(on);
      on.service.holdFor(fault.letsGoAfter ?? null);
      on.service.addFault({ match: { operation }, effect: fault.effect });
      const ran = await on.invoke(action, CONFIG);
      // A clone may begin while a request is lost.
      if (!ran.failed) expect(status(on)).toEqual(["canceled"]);
      else if (ran.text.includes("has begun and cannot be cancelled"))
        expect(status(on)).toEqual(["in_progress"]);
      else expect([fault.tells, status(on)]).toEqual(["refused", ["pending"]]);
    },
  );

  test("interrupted, it says that the record shows the outcome", async () => {
    const on = account();
    request(on);
    const ran = await on.invoke(action, CONFIG, { signal: AbortSignal.abort() });
    expect(ran.text).toContain("check its record");
    expect(ran.text).not.toContain("Nothing is lost");
  });
});
