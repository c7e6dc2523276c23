import { collection } from "../../../../src/provider/resources/collection/resource";
import { serviceOf } from "../../../../src/provider/shared/service";
import { error, json, type Reply } from "../../../client/kit/transport";
import { KEY, nodesOver, URLS } from "../../../dataPlane/kit";
import { callOf } from "../../kit";
import { collectionRecord, collectionValues } from "./kit";

const STATE = collectionValues({
  id: `${URLS[0]}/products`,
  cluster_id: null,
  node_urls: [...URLS],
  api_key: KEY,
});

/** Destroys a collection while only the first node answers. */
async function destroyed(first: Reply) {
  const { client, lines } = nodesOver(({ url, method }): Reply => {
    if (method === "DELETE") return json(200, collectionRecord());
    return url.startsWith(URLS[0]) ? first : error(503, "Bad Gateway");
  });
  const service = serviceOf({ nodes: async () => client });
  const call = Object.assign(callOf(service, { nodes: [...URLS] }), { deadline: Date.now() + 3_600_000 });
  const failed = await Promise.resolve(collection.delete(call as never, STATE)).catch((one: unknown) => one);
  return { failed, deletes: lines().filter((line) => line.includes("DELETE")) };
}

test("a collection that the only reachable node lacks stays in the state: the node may lag behind", async () => {
  const { failed, deletes } = await destroyed(json(404, { message: "Not Found" }));
  expect(failed).toMatchObject({ detail: expect.stringMatching(/503.*may lag behind.*Nothing was sent/s) });
  expect(deletes).toEqual([]);
});

test("a collection that the only reachable node shows as empty is not deleted", async () => {
  const { failed, deletes } = await destroyed(json(200, collectionRecord({ num_documents: 0 })));
  expect(failed).toMatchObject({ summary: expect.stringMatching(/could not be counted/) });
  expect(deletes).toEqual([]);
});
