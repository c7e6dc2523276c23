import type { Client } from "../../../src/client";
import { createChange } from "../../../src/provider/configurationChange/create";
import type { ChangeValues } from "../../../src/provider/configurationChange/schema";
import { callOf, NOW, serviceOf } from "../kit";
import { changeRecord, changeValues } from "./kit";

const RUNNING = changeRecord({ status: "in_progress", perform_change_at: NOW / 1000 - 60 });

test.each<[what: string, given: Partial<Client>, values: Partial<ChangeValues>, summary: string]>([
  [
    "that an earlier apply may have left, and that runs,",
    { changes: async () => [RUNNING] },
    {},
    "Cluster c-1 has this change already: ch-1",
  ],
  [
    "whose moment is over",
    {},
    { perform_change_at: new Date(NOW - 1000).toISOString() },
    "perform_change_at is in the past",
  ],
])("a change %s is not requested", async (_, given, values, summary) => {
  const requested = jest.fn();
  const call = callOf<ChangeValues>(serviceOf({ createChange: requested, ...given }));
  await expect(createChange(call, changeValues({ id: null, status: null, ...values }))).rejects.toMatchObject(
    {
      summary,
    },
  );
  expect(requested).not.toHaveBeenCalled();
});
