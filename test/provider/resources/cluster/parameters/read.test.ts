import type { ClusterRecord } from "../../../../../src/client";
import { readParameters } from "../../../../../src/provider/resources/cluster/parameters/read";
import type { PrivateState } from "../../../../../src/provider/resources/cluster/privateState";
import { answering, serviceOf } from "../../../kit";
import { clusterOf, NOW, SECONDS, SINGLE } from "../../../shared/changes/kit";
import { clusterCall, KNOWN, parameter, stateOf, values } from "../kit";

async function read(known: Record<string, string> | null, status = "in_service", fails?: Error) {
  let requests = 0;
  const service = serviceOf({
    parameters: async () => {
      requests += 1;
      if (fails) throw fails;
      return [parameter("a", "1"), parameter("foreign", "2")];
    },
  });
  const state = values({ server_parameters: known });
  const { values: read } = await readParameters(
    clusterCall(service),
    clusterOf(SINGLE, { id: "c-1", status }),
    state,
  );
  return { values: read.server_parameters, requests };
}

test("none in the state needs no request", async () => {
  expect(await read({})).toEqual({ values: undefined, requests: 0 });
});

test("the live values of the names in the state; missing ones are omitted", async () => {
  expect(await read({ a: "9", b: "1" })).toEqual({ values: { a: "1" }, requests: 1 });
});

test.each([400, 422])("a cluster not in service may refuse with %s: the state stays", async (status) => {
  const refusal = answering(status);
  expect(await read({ a: "1" }, "provisioning", refusal)).toEqual({ values: undefined, requests: 1 });
  await expect(read({ a: "1" }, "in_service", refusal)).rejects.toBe(refusal);
});

test("any other failure is an error", async () => {
  const failure = answering(403);
  await expect(read({ a: "1" }, "provisioning", failure)).rejects.toBe(failure);
});

describe("server_parameters_max_age", () => {
  const HOUR = 3_600_000;
  const FOUND = clusterOf(SINGLE, { id: "c-1", provisioned_at: 7 });
  const EARLIER = { at: SECONDS - 600, provisioned_at: 7, search_server_version: "30.2" };

  async function refresh(
    { parameters_read = EARLIER, ...known }: Partial<PrivateState> = {},
    cluster: ClusterRecord = FOUND,
    parametersMaxAge = HOUR,
  ) {
    const requests: string[] = [];
    const client = {
      serverNow: () => NOW,
      parameters: async (id: string) => {
        requests.push(id);
        return [parameter("a", "2")];
      },
    };
    const service = { ...serviceOf(client), parametersMaxAge };
    const call = clusterCall(service, { ...KNOWN, parameters_read, ...known });
    const { values, read } = await readParameters(
      call,
      cluster,
      stateOf(SINGLE, { server_parameters: { a: "1" } }),
    );
    return { values, read, requests: requests.length, warnings: call.warnings };
  }

  test("accepts an earlier refresh, which the plan reports", async () => {
    expect(await refresh()).toEqual({
      values: {},
      read: EARLIER,
      requests: 0,
      warnings: [
        expect.objectContaining({
          detail: expect.stringContaining("the values that a refresh read 10m ago"),
        }),
      ],
    });
  });

  const READ = { at: SECONDS, provisioned_at: 7, search_server_version: "30.2" };

  test.each<[string, Parameters<typeof refresh>, object]>([
    ["that refresh is too old", [{ parameters_read: { ...EARLIER, at: SECONDS - 3601 } }], {}],
    ["it lies in the future", [{ parameters_read: { ...EARLIER, at: SECONDS + 1 } }], {}],
    ["it saw another cluster", [{ parameters_read: { ...EARLIER, provisioned_at: 6 } }], {}],
    ["it saw another version", [{ parameters_read: { ...EARLIER, search_server_version: "29.0" } }], {}],
    ["a change is in flight", [{ change: "ch1" }], {}],
    ["a restart is to come", [{ restart_by: "ch1" }], {}],
    ["the cluster runs something else", [{}, { ...FOUND, memory: "16_gb" }], {}],
    ["nobody has turned it on", [{}, FOUND, 0], { read: undefined }],
  ])("reads when %s", async (_, given, expected) => {
    const values = { server_parameters: { a: "2" } };
    expect(await refresh(...given)).toEqual({ values, read: READ, requests: 1, warnings: [], ...expected });
  });
});
