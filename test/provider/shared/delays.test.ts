import type { Delays } from "../../../src/client";
import { type AnyResource, TerraformError } from "../../../src/framework";
import { withAllTypes } from "../../../src/framework/provider";
import { searchcloud } from "../../../src/provider/provider";
import { warningOfDelays } from "../../../src/provider/shared/delays";
import { serviceOf } from "../../../src/provider/shared/service";

const MINUTE = 60_000;

/** A resource whose parts each wait for the budget for a given time. */
function waiting(tolls: number[], limit = 30, cause: keyof Delays = "budgetMs") {
  const said: string[] = [];
  const call = {
    service: {
      client: {
        requestsPerMinute: limit,
        withDelays: async (act: () => Promise<unknown>, tell: (lost: Delays) => void) => {
          try {
            return await act();
          } finally {
            tell({ budgetMs: 0, awayMs: 0, [cause]: tolls.shift() ?? 0 });
          }
        },
      },
    },
    signal: new AbortController().signal,
    warn: (summary: string, detail: string) => said.push(`${summary}: ${detail}`),
  };
  const resource = {
    name: "thing",
    fields: {},
    updates: {
      first: { request: "PATCH /x", apply: async () => ({ a: 1 }) },
      second: { request: "PATCH /y", apply: async () => Promise.reject(new Error("refused")) },
    },
    create: async () => ({ id: "x" }),
    read: async () => ({}),
    delete: async () => undefined,
  } as unknown as AnyResource;
  return { call: call as never, said, resource: warningOfDelays(resource) };
}

const change = { prior: {}, planned: {}, changed: [] };

test("up to a minute brings no warning, and results are unchanged", async () => {
  const { call, said, resource } = waiting([MINUTE]);
  expect(await resource.create(call, {})).toEqual({ id: "x" });
  expect(said).toEqual([]);
});

test.each([
  ["create", (resource: AnyResource, call: never) => resource.create(call, {})],
  ["delete", (resource: AnyResource, call: never) => resource.delete(call, {})],
])("a %s that waited longer warns how long and why", async (_, run) => {
  const { call, said, resource } = waiting([3 * MINUTE + 1]);
  await run(resource, call);
  expect(said).toEqual([
    expect.stringMatching(/^This apply waited for the request budget: .*3 min.*requests_per_minute is 30/),
  ]);
});

test("two minutes without an answer to a wait bring no warning, more do", async () => {
  const { call, said, resource } = waiting([2 * MINUTE, 1.5 * MINUTE], 30, "awayMs");
  await resource.updates.first?.apply(call, change);
  expect(said).toEqual([]);
  await resource.updates.first?.apply(call, change);
  expect(said).toEqual([expect.stringMatching(/^The management API did not answer for a while: .* 3 min /)]);
});

test("the parallel parts of one update are counted together, and warn once, even if one fails", async () => {
  const { call, said, resource } = waiting([0.6 * MINUTE, 0.6 * MINUTE, 9 * MINUTE]);
  expect(await resource.updates.first?.apply(call, change)).toEqual({ a: 1 });
  expect(said).toEqual([]);
  await expect(resource.updates.second?.apply(call, change)).rejects.toThrow("refused");
  expect(said).toHaveLength(1);
  await resource.updates.first?.apply(call, change);
  expect(said).toHaveLength(1);
});

test("without a configured limit, the warning names the service's 429", async () => {
  const { call, said, resource } = waiting([2 * MINUTE], 0);
  await resource.create(call, {});
  expect(said[0]).toContain("429");
});

test("without a client there is nothing to count", async () => {
  const { resource, said } = waiting([9 * MINUTE]);
  const call = { service: {}, signal: new AbortController().signal } as never;
  expect(await resource.create(call, {})).toEqual({ id: "x" });
  expect(said).toEqual([]);
});

test("without a management key, resources that need none are applied", async () => {
  const { resource } = waiting([9 * MINUTE]);
  const service = serviceOf({ client: new TerraformError("Missing management API key", "Set it.") });
  const call = { service, signal: new AbortController().signal } as never;
  expect(await resource.create(call, {})).toEqual({ id: "x" });
});

test("every type warns that its apply waited, including those on nodes, which are loaded later", async () => {
  const { resources } = await withAllTypes(searchcloud({}));
  const counted = await Promise.all(
    resources.map(async (resource) => {
      const begun: string[] = [];
      const withDelays = async () => begun.push(resource.name);
      const call = { service: { client: { withDelays } }, signal: new AbortController().signal };
      await resource.create(call as never, {});
      await resource.delete(call as never, {});
      for (const update of Object.values(resource.updates)) await update.apply(call as never, change);
      return begun.length === 2 + Object.keys(resource.updates).length ? resource.name : "not counted";
    }),
  );
  expect(counted).toEqual(resources.map(({ name }) => name));
  expect(counted).toContain("upgrade_rehearsal");
});
