import { updateCost } from "../../bench/liveCollections";

test("an update of 50,000 documents holds few of them in memory, and sends few requests", async () => {
  const { megabytes, requests } = await updateCost(50_000);
  expect(megabytes).toBeLessThan(150);
  expect(requests).toBeLessThan(130);
}, 120_000);
