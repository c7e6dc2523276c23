import { OPERATIONS, type Operation } from "../../src/api/operations";
import { BODY_FIELDS } from "./bodyFields";
import bodies from "./documents/bodies.json";
import capabilities from "./documents/capabilities.json";
import createCluster from "./documents/createCluster.json";
import failures from "./documents/failures.json";
import limits from "./documents/limits.json";
import operations from "./documents/operations.json";
import otherBodies from "./documents/otherBodies.json";

const ours: Record<string, Operation> = OPERATIONS;
const sorted = (items: Iterable<string>) => [...items].sort();

describe("management API, Endpoints", () => {
  test("has these 24 operations, and we have no other", () => {
    expect(operations).toHaveLength(24);
    expect(sorted(Object.keys(ours))).toEqual(sorted(operations.map(([id]) => String(id))));
  });

  test.each(operations)("%s: %s", (id, methodAndPath, capability, success) => {
    const operation = ours[String(id)];
    expect(operation).toMatchObject({
      id,
      capability: capability === "any valid credential" ? null : capability,
      success,
    });
    expect(`${operation?.method} ${operation?.path}`).toBe(methodAndPath);
    expect(operation?.kind).toBe(String(methodAndPath).startsWith("GET ") ? "read" : "write");
  });

  test("names no capability that the document does not have", () => {
    const used = new Set(operations.map(([, , capability]) => capability));
    used.delete("any valid credential");
    expect(sorted([...used].map(String))).toEqual(sorted(capabilities.names));
  });
});

describe("management API, Response notes: statuses per operation", () => {
  test.each(Object.keys(ours))("%s", (id) => {
    const documented = Object.entries(failures).flatMap(([status, ids]) =>
      ids.includes(id) ? [Number(status)] : [],
    );
    expect(ours[id]?.failures).toEqual([...documented, 403, 429].sort((a, b) => a - b));
  });
});

describe("management API, Request bodies", () => {
  test.each(Object.entries(bodies))("body %s", (body, ids) => {
    const with_ = Object.values(ours).filter((operation) => operation.body === body);
    expect(sorted(with_.map(({ id }) => id))).toEqual(sorted(ids));
  });

  test("createCluster has these fields, and no other properties are allowed", () => {
    expect(Object.keys(BODY_FIELDS.createCluster)).toEqual(Object.keys(createCluster));
    const required = Object.entries(createCluster).flatMap(([name, rule]) =>
      rule === "required" ? [name] : [],
    );
    const ourRequired = Object.entries(BODY_FIELDS.createCluster).flatMap(([name, rule]) =>
      rule === "required" ? [name] : [],
    );
    expect(ourRequired).toEqual(required);
  });

  test.each(Object.entries(otherBodies))("%s has these fields", (id, fields) => {
    expect(sorted(Object.keys(BODY_FIELDS[id as keyof typeof BODY_FIELDS]))).toEqual(sorted(fields));
  });

  test("every operation with a body has its fields listed", () => {
    expect(sorted(Object.keys(BODY_FIELDS))).toEqual(sorted([...bodies.required, ...bodies.optional]));
  });
});

describe("management API, Query parameters and Limits", () => {
  test.each(Object.entries(limits.per_page))("%s has pages of at most %d", (id, maximum) => {
    const key = limits.list_keys[id as keyof typeof limits.list_keys];
    expect(ours[id]).toMatchObject({ query: ["page", "per_page"], page: { key, maxPerPage: maximum } });
  });

  test("no other operation has pages, and only the metrics have other parameters", () => {
    const others = Object.values(ours).filter(({ id }) => !Object.hasOwn(limits.per_page, id));
    expect(others.filter(({ page }) => page !== null)).toEqual([]);
    expect(others.filter(({ query }) => query.length > 0).map(({ id, query }) => [id, query])).toEqual([
      ["getClusterMetrics", ["metrics", "window", "aggregation"]],
    ]);
  });
});
