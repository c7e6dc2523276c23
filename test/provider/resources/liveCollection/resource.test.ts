import { GONE } from "../../../../src/framework";
import { liveCollection } from "../../../../src/provider/resources/liveCollection/resource";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { liveValues } from "./kit";

let on: NodesAccount;
afterEach(() => on.close());

const call = (privateState?: object) =>
  callOf<LiveCollectionValues, object>(on.service, privateState) as never;

test.each(["26.0", "29.0", "30.2"])(
  "is created with its alias, read, and deleted on server %s",
  async (search_server_version) => {
    on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version }] });
    const planned = liveValues({ metadata: '{"team":"search"}' });
    const state = {
      ...planned,
      ...((await liveCollection.create(call(), planned)) as object),
    } as LiveCollectionValues;
    expect(on.wrote()).toEqual(["createCollection", "upsertAlias"]);
    const name = state.collection_name ?? "";
    expect(name).toMatch(/^catalog_[a-z0-9]{8}$/);
    const versions = [{ name, created_at: expect.any(String), documents: 0, live: true }];
    expect(state).toMatchObject({ id: "c-1/catalog", step: "ready", versions, metadata: planned.metadata });
    expect({ ...state, ...((await liveCollection.read(call(), state)) as object) }).toEqual(state);
    await liveCollection.delete(call(), state);
    expect(on.wrote()).toEqual(["deleteAlias", "deleteCollection"]);
    await expect(liveCollection.read(call(), state)).resolves.toBe(GONE);
  },
);
