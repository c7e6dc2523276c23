import type { Client, ServerParameterRecord } from "../../../../src/client";
import { sharedRead } from "../../../../src/provider/resources/serverParameter/resource";
import { failing, NOW } from "../../kit";
import { parameterRecord } from "./kit";

const { signal } = new AbortController();
const ONE = parameterRecord();
const OTHER = parameterRecord({ id: "p-2", parameter_name: "cache-num-entries" });

function reading(
  list: () => Promise<readonly ServerParameterRecord[]>,
  single: ServerParameterRecord | null = null,
) {
  const requests: string[] = [];
  const clock = { now: () => NOW, sleep: async () => {} };
  const client: Partial<Client> = {
    clock,
    parameters: (cluster) => {
      requests.push(`list ${cluster}`);
      return list();
    },
    readParameter: async (cluster, id) => {
      requests.push(`read ${cluster}/${id}`);
      return single;
    },
  };
  const read = (id: string, cluster = "c-1") => sharedRead(client as Client, cluster, id, signal);
  return { read, requests, clock };
}

test("the parameters of a cluster take one list, also those that are read later; other clusters and clients have theirs", async () => {
  const { read, requests } = reading(async () => [ONE, OTHER]);
  await expect(Promise.all([read("p-1"), read("p-2")])).resolves.toEqual([ONE, OTHER]);
  await expect(read("p-1")).resolves.toBe(ONE);
  await read("p-1", "c-2");
  const second = reading(async () => [OTHER]);
  await second.read("p-2");
  expect([requests, second.requests]).toEqual([["list c-1", "list c-2"], ["list c-1"]]);
});

test("a list is used for two minutes", async () => {
  const { read, requests, clock } = reading(async () => [ONE]);
  await read("p-1");
  for (const [ms, lists] of [
    [119_999, 1],
    [120_000, 2],
  ] as const) {
    clock.now = () => NOW + ms;
    await read("p-1");
    expect(requests).toHaveLength(lists);
  }
});

test("one that the list lacks is read by its id", async () => {
  const { read, requests } = reading(async () => [ONE], OTHER);
  await expect(read("p-9")).resolves.toBe(OTHER);
  expect(requests).toEqual(["list c-1", "read c-1/p-9"]);
});

test("a cluster that answers 404 has none", async () => {
  const { read, requests } = reading(async () => Promise.reject(failing("not_found", 404)));
  await expect(Promise.all([read("p-1"), read("p-2")])).resolves.toEqual([null, null]);
  expect(requests).toEqual(["list c-1"]);
});

test("a failure reaches all that wait for it, and nobody after them", async () => {
  const refused = failing("auth", 403);
  const list = jest.fn(async () => [ONE]).mockRejectedValueOnce(refused);
  const { read } = reading(list);
  const both = await Promise.allSettled([read("p-1"), read("p-1")]);
  expect(both).toEqual(Array(2).fill({ status: "rejected", reason: refused }));
  await expect(read("p-1")).resolves.toBe(ONE);
});
