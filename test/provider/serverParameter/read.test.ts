import type { Client, ServerParameterRecord } from "../../../src/client";
import { sharedRead } from "../../../src/provider/serverParameter/read";
import { failing, NOW } from "../kit";
import { parameterRecord } from "./kit";

const { signal } = new AbortController();
const ONE = parameterRecord();
const OTHER = parameterRecord({ id: "p-2", parameter_name: "cache-num-entries" });

function clientWith(
  list: () => Promise<readonly ServerParameterRecord[]>,
  single: ServerParameterRecord | null = null,
) {
  const asked: string[] = [];
  let now = NOW;
  const client: Partial<Client> = {
    clock: { now: () => now, sleep: async () => {} },
    parameters: (cluster) => {
      asked.push(`list ${cluster}`);
      return list();
    },
    readParameter: async (cluster, id) => {
      asked.push(`read ${cluster}/${id}`);
      return single;
    },
  };
  const read = (id: string, cluster = "c-1") => sharedRead(client as Client, cluster, id, signal);
  return {
    read,
    asked,
    later: (ms: number) => {
      now += ms;
    },
  };
}

test("the parameters of a cluster take one list, also those that are read later; other clusters and clients have theirs", async () => {
  const { read, asked } = clientWith(async () => [ONE, OTHER]);
  await expect(Promise.all([read("p-1"), read("p-2")])).resolves.toEqual([ONE, OTHER]);
  await expect(read("p-1")).resolves.toBe(ONE);
  await read("p-1", "c-2");
  const second = clientWith(async () => [OTHER]);
  await second.read("p-2");
  expect([asked, second.asked]).toEqual([["list c-1", "list c-2"], ["list c-1"]]);
});

test("a list is used for two minutes", async () => {
  const { read, asked, later } = clientWith(async () => [ONE]);
  await read("p-1");
  later(119_999);
  await read("p-1");
  expect(asked).toHaveLength(1);
  later(1);
  await read("p-1");
  expect(asked).toHaveLength(2);
});

test.each([
  ["and there", parameterRecord({ id: "p-9" })],
  ["and gone", null],
])("one that the list lacks is asked for by its id (%s)", async (_, single) => {
  const { read, asked } = clientWith(async () => [ONE], single);
  await expect(read("p-9")).resolves.toBe(single);
  expect(asked).toEqual(["list c-1", "read c-1/p-9"]);
});

test("a cluster that answers 404 has none", async () => {
  const { read, asked } = clientWith(async () => Promise.reject(failing("not_found", 404)));
  await expect(Promise.all([read("p-1"), read("p-2")])).resolves.toEqual([null, null]);
  expect(asked).toEqual(["list c-1"]);
});

test("a failure reaches all that wait for it, and nobody after them", async () => {
  const refused = failing("auth", 403);
  let broken = true;
  const { read } = clientWith(async () => (broken ? Promise.reject(refused) : [ONE]));
  const both = await Promise.allSettled([read("p-1"), read("p-1")]);
  expect(both).toEqual(Array(2).fill({ status: "rejected", reason: refused }));
  broken = false;
  await expect(read("p-1")).resolves.toBe(ONE);
});
