import { ADMIN, CAPABILITIES, isPermitted } from "../../../api/capabilities";
import { REGIONS, SEARCH_DELIVERY_NETWORKS, VCPUS_BY_MEMORY, YES_NO } from "../../../api/enumerations";
import { MAX_PER_PAGE } from "../../../api/limits";
import { CREATE_SETTINGS, settingOf } from "../../../api/settings";
import { type Call, paged } from "../calls/call";
import { RefusalError } from "../rules/refusal";

/** getAccount. The API document does not show the fields, so their shape is an assumption. */
export function getAccount({ world, key }: Call): unknown {
  const account = { name: "Emulated account", payment_method: world.account.payment_method };
  switch (world.assumptions.account_shape) {
    case "list":
      return { account, credential: { name: key.name, capabilities: [...key.capabilities] } };
    case "map": {
      const granted = [...CAPABILITIES, ADMIN].map((name) => [name, isPermitted(key.capabilities, name)]);
      return { account: { ...account, credential: { permissions: Object.fromEntries(granted) } } };
    }
    case "without_capabilities":
      return account;
  }
}

const FREE_TIER = { memory: "0.5_gb", vcpu: "2_vcpus_1_hr_burst_per_day", regions: ["oregon"] };
const YES_NO_SETTINGS = CREATE_SETTINGS.filter((name) => settingOf(name).type === "yes_no");

/** listClusterOptions. The API document describes the content but not the fields, so their shape is an assumption. */
export function listClusterOptions({ world }: Call): unknown {
  if (world.assumptions.options_shape === "keyed") {
    return {
      options: {
        regions: Object.fromEntries(REGIONS.map((region) => [region, true])),
        memory_and_vcpu: VCPUS_BY_MEMORY,
        search_delivery_network: SEARCH_DELIVERY_NETWORKS,
        ...Object.fromEntries(YES_NO_SETTINGS.map((setting) => [setting, YES_NO])),
        free_tier: FREE_TIER,
      },
    };
  }
  return {
    regions: REGIONS.map((region) => ({ name: region, available: true })),
    memory: Object.entries(VCPUS_BY_MEMORY).map(([name, vcpu]) => ({ name, vcpu })),
    yes_no: Object.fromEntries(YES_NO_SETTINGS.map((setting) => [setting, YES_NO])),
    search_delivery_network: SEARCH_DELIVERY_NETWORKS,
    free_tier: FREE_TIER,
  };
}

/** listInvoices: the account's invoices without their line items, in pages of at most 50. */
export function listInvoices(call: Call): unknown {
  const records = call.world.invoices.map(({ line_items: _, ...shown }) => ({
    id: shown.id,
    createdAt: shown.period_starts_at * 1000,
    shown,
  }));
  return paged(call, "invoices", MAX_PER_PAGE, records, ({ shown }) => shown);
}

/** getInvoice: one invoice, with its line items. */
export function getInvoice({ world, params }: Call): unknown {
  const found = world.invoices.find(({ id }) => id === params.id);
  if (found === undefined) throw new RefusalError(404, `Invoice ${params.id} not found`);
  return found;
}
