import type { Client } from "../../../src/client";
import { TerraformError } from "../../../src/framework";
import { cloningOperation, deleteClone } from "../../../src/provider/resources/cloningOperation/resource";
import { configurationChange } from "../../../src/provider/resources/configurationChange/resource";
import { serverParameter } from "../../../src/provider/resources/serverParameter/resource";
import { refuseOtherHost, splitImportId } from "../../../src/provider/shared/child";
import { clientOf, serviceOf as realServiceOf } from "../../../src/provider/shared/service";
import { callOf, failing, look, serviceOf } from "../kit";
import { cloneValues } from "../resources/cloningOperation/kit";
import { changeValues } from "../resources/configurationChange/kit";
import { parameterValues } from "../resources/serverParameter/kit";

const service = serviceOf({});
const kept = (host: string) => ({ cluster: "c-1", host });

test("a 404 counts from the host that knew it, and if no host is stored", () => {
  expect(refuseOtherHost(callOf(service, kept("api.example")), "It")).toBeUndefined();
  expect(refuseOtherHost(callOf(service), "It")).toBeUndefined();
});

test("a 404 from another host is refused, with both hosts", () => {
  const call = () =>
    refuseOtherHost(callOf(service, kept("other.example:8443")), "Server parameter x of cluster c-1");
  expect(call).toThrow(
    expect.objectContaining({
      summary: "Server parameter x of cluster c-1 is not at api.example",
      detail: expect.stringMatching(
        /against other\.example:8443\. .* to api\.example, where a 404 proves nothing\. Nothing was changed/,
      ),
    }),
  );
});

test.each([
  ["c-1/max-per-page", "c-1", "max-per-page"],
  ["c-1/a/b", "c-1", "a/b"],
])("%s", (id, cluster, child) => {
  expect(splitImportId(id, "a/b")).toEqual({ cluster, child });
});

test.each(["", "/", "c-1", "c-1/", "/x"])("%j is invalid, and the forms are named", (id) => {
  expect(() => splitImportId(id, '"<cluster_id>/<id>"')).toThrow(`"${id}" must be "<cluster_id>/<id>".`);
});

const noCluster = async () => Promise.reject(failing("not_found", 404));
const missing: Partial<Client> = {
  readChange: async () => null,
  readCloningOperation: async () => null,
  sharedParameter: async () => null,
  deleteParameter: async () => "missing",
  read: async () => look(null),
};
const unknownCluster: Partial<Client> = { ...missing, deleteParameter: noCluster };

/** Returns a call whose state was written against another host. */
const moved = (client = missing) =>
  callOf(serviceOf(client), { cluster: "c-1", host: "other.example" }) as never;
const parameter = parameterValues() as never;

test.each<[what: string, act: () => unknown]>([
  ["the refresh of a server parameter", () => serverParameter.read(moved(), parameter)],
  ["its destroy", () => serverParameter.delete(moved(), parameter)],
  [
    "its destroy, where the cluster is unknown too",
    () => serverParameter.delete(moved(unknownCluster), parameter),
  ],
  ["the refresh of a configuration change", () => configurationChange.read(moved(), changeValues() as never)],
  ["its destroy", () => configurationChange.delete(moved(), changeValues() as never)],
  ["the refresh of a cloning operation", () => cloningOperation.read(moved(), cloneValues())],
  ["its destroy", () => deleteClone(moved(), cloneValues())],
])("a 404 from another host fails %s", async (_, act) => {
  await expect(act()).rejects.toMatchObject({ summary: expect.stringContaining("is not at api.example") });
});

test("without a client, the error names what to create first", () => {
  const attempt = () => clientOf(realServiceOf({}));
  expect(attempt).toThrow(TerraformError);
  expect(attempt).toThrow("apply with -target=…");
});
