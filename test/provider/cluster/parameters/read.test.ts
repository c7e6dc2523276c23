import { readParameters } from "../../../../src/provider/cluster/parameters/read";
import { call, service, values } from "../../support";
import { answered, parameter } from "../kit";

function read(owned: Record<string, string> | null, status: string, fails?: Error) {
  let asked = 0;
  const client = {
    parameters: async () => {
      asked += 1;
      if (fails) throw fails;
      return [parameter("a", "1"), parameter("foreign", "2")];
    },
  };
  const seen = readParameters(
    call(service([], { client })),
    { id: "c-1", status },
    values({ server_parameters: owned }),
  );
  return seen.then((read) => ({ values: read.values.server_parameters, asked }));
}

test.each<[string, Record<string, string> | null, unknown, number]>([
  ["none in the state asks nothing", null, undefined, 0],
  ["an empty map asks nothing", {}, undefined, 0],
  [
    "the values that are live, of the names in the state; what is gone is left out",
    { a: "9", b: "1" },
    { a: "1" },
    1,
  ],
])("%s", async (_, owned, values, asked) => {
  expect(await read(owned, "in_service")).toEqual({ values, asked });
});

test.each([400, 422])(
  "a cluster that is not in service may refuse with %s: the state stays",
  async (status) => {
    const refusal = answered(status, "Not now");
    expect(await read({ a: "1" }, "provisioning", refusal)).toEqual({ values: undefined, asked: 1 });
    await expect(read({ a: "1" }, "in_service", refusal)).rejects.toBe(refusal);
  },
);

test.each([403, 500])("any other failure (%s) is one", async (status) => {
  const failure = answered(status, "No");
  await expect(read({ a: "1" }, "provisioning", failure)).rejects.toBe(failure);
});
