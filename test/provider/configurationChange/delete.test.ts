import { configurationChange } from "../../../src/provider/configurationChange/resource";
import type { ChangeValues } from "../../../src/provider/configurationChange/schema";
import { callOf, failing, look, NOW, serviceOf } from "../kit";
import { changeRecord, changeValues } from "./kit";

const pending = changeRecord({ perform_change_at: NOW / 1000 + 86_400 });

function refusing(status: string | null) {
  const client = {
    readChange: async () => pending,
    cancelChange: () => Promise.reject(failing("refused", 422, "Not now")),
    read: async () => look(status),
    changes: async () => [pending],
  };
  return configurationChange.delete(
    callOf<ChangeValues>(serviceOf(client)) as never,
    changeValues() as never,
  );
}

test("a refused cancel names what is in flight at the cluster", async () => {
  await expect(refusing("in_service")).rejects.toMatchObject({
    summary: "Not now",
    detail: expect.stringContaining("In flight at the cluster: Configuration change ch-1 (a restart, due"),
  });
});

test.each([null, "deprovisioning"])("with the cluster itself (%s) the change goes", async (status) => {
  await expect(refusing(status)).resolves.toBeUndefined();
});

test("one that begins just before its cancel continues, with a warning", async () => {
  const begun = { ...pending, status: "in_progress" };
  const call = callOf<ChangeValues>(
    serviceOf({
      readChange: async () => pending,
      cancelChange: async () => ({ kind: "begun", record: begun }),
    }),
  );
  await configurationChange.delete(call as never, changeValues() as never);
  expect(call.warned).toEqual([
    expect.stringContaining("change ch-1 of cluster c-1 has begun and continues"),
  ]);
});
