import { lettersOf } from "../derived";
import { type ClusterData, NEVER_EXPIRES, type NodeKey } from "../store/data";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const KEY_LENGTH = 32;

/** A secret that follows from a text. */
export function secretOf(text: string): string {
  return lettersOf(text, LETTERS, KEY_LENGTH);
}

/** Adds a key to a cluster. One that is not listed takes none of the ids that servers count. */
export function addKey(
  data: ClusterData,
  given: Pick<NodeKey, "value" | "actions"> & Partial<NodeKey>,
): NodeKey {
  const { listed = true } = given;
  const key: NodeKey = {
    description: "",
    collections: ["*"],
    expires_at: NEVER_EXPIRES,
    autodelete: false,
    ...given,
    listed,
    id: listed ? data.nextKeyId : -1 - data.keys.filter((one) => !one.listed).length,
  };
  if (listed) data.nextKeyId += 1;
  data.keys = [...data.keys, key];
  return key;
}
