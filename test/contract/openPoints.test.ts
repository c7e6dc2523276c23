import { PARAMETERS } from "../../src/api/enumerations";
import { ANSWERS } from "../../src/api/records";
import billing from "./documents/billing.json";
import clones from "./documents/clones.json";
import parameters from "./documents/parameters.json";

describe("docs/design/api-assumptions.md#clones: cloning", () => {
  const { record } = clones;

  test("a record is read as it is written", () => {
    expect(ANSWERS.getCloningOperation.parse(record)).toEqual(record);
    expect(ANSWERS.listCloningOperations.parse({ cloning_operations: [record] })).toEqual({
      cloning_operations: [record],
    });
  });

  test.each(clones["null until succeeded"])("%s is null until it has succeeded", (field) => {
    const pending = { ...record, status: "pending", [field]: null };
    expect(ANSWERS.getCloningOperation.parse(pending)).toEqual(pending);
  });

  test.each(["createCloningOperation", "cancelCloningOperation"] as const)(
    "%s answers in an envelope; the bare record is taken too",
    (id) => {
      const enveloped = { [clones["mutation envelope key"]]: record };
      expect(ANSWERS[id].parse({ success: true, ...enveloped })).toEqual(enveloped);
      expect(ANSWERS[id].parse(record)).toEqual(enveloped);
    },
  );

  test.each([
    ["nothing of it", {}],
    ["only that it went well", { success: true }],
    ["a record without an id", { cloning_operation: { status: "pending" } }],
    ["null", null],
    ["text", "clone-1"],
  ])("%s is no answer of a request for a clone", (_, answer) => {
    expect(ANSWERS.createCloningOperation.safeParse(answer).success).toBe(false);
  });
});

describe("docs/design/api-assumptions.md#parameters: server configuration parameters", () => {
  test("the known names with their ranges and the first server that has them", () => {
    const known = Object.entries(parameters["integers (smallest, largest, since)"]).map(([name, written]) => {
      const [, min, max, since] = /^(\d+)–(\d+) \((\d+)\)$/.exec(written) ?? [];
      return [name, { kind: "integer", min: Number(min), max: Number(max), since: Number(since) }];
    });
    const origins = parameters.origins.map((name) => [name, { kind: "origins" }]);
    expect(Object.fromEntries(PARAMETERS)).toEqual(Object.fromEntries([...origins, ...known]));
  });

  test.each([
    "getServerConfigurationParameter",
    "createServerConfigurationParameter",
    "updateServerConfigurationParameter",
  ] as const)("%s answers the bare record, whose times are ISO 8601 text", (id) => {
    expect(ANSWERS[id].parse(parameters.record)).toEqual({
      ...parameters.record,
      created_at: parameters["created_at in epoch seconds"],
      updated_at: parameters["updated_at in epoch seconds"],
    });
  });

  test("the list is a bare array", () => {
    const list = [parameters.record, { ...parameters.record, id: "p2" }];
    expect(ANSWERS.listServerConfigurationParameters.parse(list)).toHaveLength(2);
    expect(ANSWERS.listServerConfigurationParameters.parse([])).toEqual([]);
  });

  test("a delete answers success and nothing more", () => {
    expect(ANSWERS.deleteServerConfigurationParameter.parse({ success: true })).toEqual({ success: true });
  });
});

describe("docs/design/api-assumptions.md#open-records: account, options, invoices", () => {
  test.each(billing.statuses)("an invoice is passed through as it is: %s", (status) => {
    const invoice = { ...billing.invoice, status };
    expect(ANSWERS.listInvoices.parse({ total: 1, invoices: [invoice] }).invoices).toEqual([invoice]);
    const single = { ...invoice, line_items: billing.line_items };
    expect(ANSWERS.getInvoice.parse(single)).toEqual(single);
  });

  test("an invoice of which only the id is known is an invoice", () => {
    expect(ANSWERS.getInvoice.parse({ id: "inv-1" })).toEqual({ id: "inv-1" });
  });

  test.each(["getAccount", "listClusterOptions"] as const)("%s answers any object, as it is", (id) => {
    const anything = { regions: { oregon: true }, deep: [{ er: [null, 1, "x"] }] };
    expect(ANSWERS[id].parse(anything)).toEqual(anything);
    expect(ANSWERS[id].safeParse([anything]).success).toBe(false);
  });
});

test("docs/design/api-assumptions.md#keys: a pair of keys holds both", () => {
  const pair = { admin_key: "a", search_only_key: "s" };
  expect(ANSWERS.issueClusterApiKeys.parse({ success: true, api_keys: pair })).toEqual({ api_keys: pair });
  expect(ANSWERS.issueClusterApiKeys.safeParse({ success: true, api_keys: { admin_key: "a" } }).success).toBe(
    false,
  );
});
