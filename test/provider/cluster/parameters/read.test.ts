import { readParameters } from "../../../../src/provider/cluster/parameters/read";
import { answering, serviceOf } from "../../kit";
import { clusterCall, parameter, values } from "../kit";

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
  const { values: read } = await readParameters(clusterCall(service), { id: "c-1", status }, state);
  return { values: read.server_parameters, requests };
}

test("none in the state needs no request", async () => {
  expect(await read({})).toEqual({ values: undefined, requests: 0 });
});

test("the live values of the names in the state; what is gone is left out", async () => {
  expect(await read({ a: "9", b: "1" })).toEqual({ values: { a: "1" }, requests: 1 });
});

test.each([400, 422])("a cluster not in service may refuse with %s: the state stays", async (status) => {
  const refusal = answering(status);
  expect(await read({ a: "1" }, "provisioning", refusal)).toEqual({ values: undefined, requests: 1 });
  await expect(read({ a: "1" }, "in_service", refusal)).rejects.toBe(refusal);
});

test("any other failure is one", async () => {
  const failure = answering(403);
  await expect(read({ a: "1" }, "provisioning", failure)).rejects.toBe(failure);
});
