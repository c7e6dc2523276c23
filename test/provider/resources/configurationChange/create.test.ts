import type { ConfigurationChangeRecord } from "../../../../src/client";
import { createChange } from "../../../../src/provider/resources/configurationChange/create";
import type { ChangeValues } from "../../../../src/provider/resources/configurationChange/schema";
import { callOf, NOW, serviceOf } from "../../kit";
import { changeRecord, changeValues } from "./kit";

const RUNNING = changeRecord({ status: "in_progress", perform_change_at: NOW / 1000 - 60 });
const OVER = { perform_change_at: new Date(NOW - 1000).toISOString() };

test.each<[what: string, ConfigurationChangeRecord[], Partial<ChangeValues>, summary: string]>([
  ["that an earlier apply may have left", [RUNNING], {}, "Cluster c-1 has this change already: ch-1"],
  ["whose moment is over", [], OVER, "perform_change_at is in the past"],
])("a change %s is not requested", async (_, changes, values, summary) => {
  const createRequest = jest.fn();
  const call = callOf<ChangeValues>(serviceOf({ createChange: createRequest, changes: async () => changes }));
  const planned = changeValues({ id: null, status: null, ...values });
  await expect(createChange(call, planned)).rejects.toMatchObject({ summary });
  expect(createRequest).not.toHaveBeenCalled();
});
