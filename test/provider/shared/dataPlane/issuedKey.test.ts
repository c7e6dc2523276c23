import { clientOf, nodesClientOf } from "../../../../src/provider/shared/service";
import { emulated } from "../../emulated";

const { signal } = new AbortController();

test("a key that this process was issued is tried again while the nodes do not know it; another one is refused at once", async () => {
  const on = await emulated();
  const url = on.emulator.nodeUrl.replace(
    "{hostname}",
    String(on.emulator.state().clusters[0]?.hostnames?.nodes[0]),
  );
  const lists = async (apiKey: string) => {
    on.emulator.addFault({
      match: { operation: "listCollections" },
      effect: { kind: "status", status: 401 },
    });
    const target = { urls: [url], apiKey, keyOrigin: "api_key of this resource", named: url };
    return (await nodesClientOf(on.service)).at(target).call("listCollections", {}, { signal });
  };
  expect(clientOf(on.service).issuedAt(on.key)).toBeGreaterThan(0);
  expect(await lists(on.key)).toEqual([]);
  on.emulator.createNodeKeyOutside("shop1", { value: "a-key-of-others", actions: ["*"], collections: ["*"] });
  await expect(lists("a-key-of-others")).rejects.toMatchObject({ kind: "auth" });
  await on.close();
});
