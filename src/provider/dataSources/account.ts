import { capabilitiesIn } from "../../api/openRecords";
import { define, defineSchema } from "../../framework";
import { clientOf, type Service } from "../service";
import { byText } from "./listing";
import { sortedJson } from "./openRecords";
import { json, texts } from "./schema";

const schema = defineSchema({
  capabilities: texts(
    "What the key may do, sorted: names such as `clusters:read`, or `admin` for everything. Null when the account does not say: " +
      "that means unknown, not nothing.",
  ),
  json: json("The account, whose fields are not documented,"),
});

/** `data.searchcloud_account`: the account and what the key in use may do. */
export const accountData = define<Service>().dataSource({
  name: "account",
  description: "The account that the key belongs to, and what the key may do.",
  schema,
  read: async ({ service, signal }) => {
    const account = await clientOf(service).operations.getAccount({}, { signal });
    const capabilities = capabilitiesIn(account);
    return { capabilities: capabilities && [...capabilities].sort(byText), json: sortedJson(account) };
  },
});
