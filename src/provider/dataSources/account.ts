import { capabilitiesIn } from "../../api/openRecords";
import { define } from "../../framework";
import { texts } from "../model/attributes";
import { clientOf, type Service } from "../shared/service";
import { byText } from "./listing";
import { jsonOf } from "./openRecords";
import { json } from "./schema";

/** `data.searchcloud_account`: the account, and the capabilities of the key in use. */
export const accountData = define<Service>().dataSource({
  name: "account",
  description: "The account that the key belongs to, and the capabilities of the key.",
  schema: {
    capabilities: texts(
      "Capabilities of the key, sorted: names such as `clusters:read`, or `admin` for everything. Null when the account does not report " +
        "them; they are then unknown, not missing.",
    ),
    json: json("The account, whose fields are not documented,"),
  },
  read: async ({ service, signal }) => {
    const client = clientOf(service);
    const account = await client.call("getAccount", {}, { signal });
    const capabilities = capabilitiesIn(account);
    return { capabilities: capabilities && [...capabilities].sort(byText), json: jsonOf(account, client) };
  },
});
