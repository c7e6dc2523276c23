import type { Client } from "../../../src/client";
import type { AnyResource } from "../../../src/framework";
import { cloningOperation } from "../../../src/provider/resources/cloningOperation/resource";
import { configurationChange } from "../../../src/provider/resources/configurationChange/resource";
import { callOf, failing, look, NOW, serviceOf } from "../kit";
import { cloneRecord, cloneValues } from "../resources/cloningOperation/kit";
import { changeRecord, changeValues } from "../resources/configurationChange/kit";

const STORED = { cluster: "c-1", host: "api.example" };
const LATER = NOW / 1000 + 86_400;

interface Kind {
  readonly resource: AnyResource;
  readonly called: string;
  /** Returns the state and the client of a service with a workflow in this status; null: the service answers 404. */
  readonly state: (status: string | null) => never;
  readonly client: (status: string | null) => Partial<Client>;
}

const CHANGE: Kind = {
  resource: configurationChange,
  called: "Configuration change ch-1 of cluster c-1",
  state: (status) => changeValues({ status }) as never,
  client: (status) => {
    const record = status === null ? null : changeRecord({ status, perform_change_at: LATER });
    return { readChange: async () => record, changes: async () => (record ? [record] : []) };
  },
};
const CLONE: Kind = {
  resource: cloningOperation,
  called: "Cloning operation cl-1 of cluster c-1",
  state: (status) => cloneValues({ status }) as never,
  client: (status) => {
    const record = status === null ? null : cloneRecord({ status });
    return {
      readCloningOperation: async () => record,
      cloningOperations: async () => (record ? [record] : []),
    };
  },
};

describe.each([CHANGE, CLONE])("$called", ({ resource, called, state, client }) => {
  const call = (given: Partial<Client>, stored = STORED) => callOf<never>(serviceOf(given), stored);

  test.each([
    ["failed", "has failed"],
    ["canceled", "was cancelled outside of Terraform"],
  ])("that %s later stays in the state, with one warning", async (status, how) => {
    const reading = call(client(status));
    expect(await resource.read(reading as never, state("pending"))).toMatchObject({ status });
    await resource.read(reading as never, state(status));
    expect(reading.warned).toEqual([
      expect.stringMatching(new RegExp(`^${called} ${how}: .*change a value of \`triggers\``)),
    ]);
  });

  test("cannot be imported if it does not exist", async () => {
    const importing = call(client(null), { ...STORED, importing: true } as typeof STORED);
    await expect(resource.read(importing as never, state(null))).rejects.toMatchObject({
      summary: expect.stringMatching(/^Cannot import c.* of cluster c-1$/),
    });
  });

  describe("whose cancel is refused", () => {
    const refused = (status: string | null, error = failing("refused", 422, "Not now")) => {
      const cancel = () => Promise.reject(error);
      const refusing = {
        cancelChange: cancel,
        cancelCloningOperation: cancel,
        read: async () => look(status),
      };
      return resource.delete(call({ ...client("pending"), ...refusing }) as never, state("pending"));
    };

    test("is kept, and the error names what is in flight", async () => {
      await expect(refused("in_service")).rejects.toMatchObject({
        summary: "Not now",
        detail: expect.stringMatching(/In flight at the cluster: C\w+ \w+ c[hl]-1 \(.*pending\)/),
      });
    });

    test.each([null, "deprovisioning"])("ends with its cluster (%s)", async (status) => {
      await expect(refused(status)).resolves.toBeUndefined();
    });

    test("for another reason is kept", async () => {
      const forbidden = failing("auth", 403);
      await expect(refused(null, forbidden)).rejects.toBe(forbidden);
    });
  });
});

test("a change that begins just before its cancel continues, with a warning", async () => {
  const record = changeRecord({ status: "in_progress" });
  const cancelChange: Client["cancelChange"] = async () => ({ kind: "begun", record });
  const call = callOf<never>(serviceOf({ ...CHANGE.client("pending"), cancelChange }), STORED);
  await configurationChange.delete(call as never, CHANGE.state("pending"));
  expect(call.warned).toEqual([expect.stringContaining("ch-1 of cluster c-1 has begun and continues")]);
});
