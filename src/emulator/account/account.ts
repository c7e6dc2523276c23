import { ADMIN, CAPABILITIES, permits } from "../../api/capabilities";
import type { Call } from "../http/call";

/** getAccount. The document does not show the fields; the shape is an assumption. */
export function getAccount({ world, key }: Call): unknown {
  const account = { name: "Emulated account", payment_method: world.account.payment_method };
  switch (world.assumptions.account_shape) {
    case "list":
      return { account, credential: { name: key.name, capabilities: [...key.capabilities] } };
    case "map": {
      const granted = [...CAPABILITIES, ADMIN].map((name) => [name, permits(key.capabilities, name)]);
      return { account: { ...account, credential: { permissions: Object.fromEntries(granted) } } };
    }
    case "without_capabilities":
      return account;
  }
}
