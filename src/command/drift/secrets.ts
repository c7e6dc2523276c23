import type { Secrets } from "../../redaction";
import type { Terminal } from "../terminal";
import type { PlanJson } from "./plan";
import { isObject } from "./values";

const KEYS = ["SEARCHCLOUD_API_KEY", "SEARCHCLOUD_DATA_API_KEY"];
const PROXIES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
const TYPE_PREFIX = "searchcloud_";

/** Registers the secrets in the environment of the plans for redaction: Terraform's messages may quote them. */
export function registerEnvironmentSecrets({ env, secrets }: Pick<Terminal, "env" | "secrets">): void {
  for (const name of KEYS) secrets.add(env[name], "the API key");
  for (const name of PROXIES) {
    const [, credentials = ""] = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(.*)@/i.exec(env[name]?.trim() ?? "") ?? [];
    const password = credentials.slice(credentials.indexOf(":") + 1);
    for (const secret of [credentials, password]) secrets.add(secret, "the credentials of the proxy");
  }
}

/** Registers the sensitive values of a plan for redaction. Those of other providers are skipped: they may be common words. */
export function registerPlanSecrets(
  { resource_drift = [], resource_changes = [] }: PlanJson,
  secrets: Secrets,
): void {
  for (const { type, change } of [...resource_drift, ...resource_changes]) {
    if (!type.startsWith(TYPE_PREFIX)) continue;
    const { before, before_sensitive, after, after_sensitive } = change;
    for (const text of [...markedStrings(before, before_sensitive), ...markedStrings(after, after_sensitive)])
      secrets.add(text, "a sensitive value");
  }
}

/** Returns the strings in a value at the places where marks are true. */
function markedStrings(value: unknown, marks: unknown): string[] {
  if (typeof value === "string") return marks === true ? [value] : [];
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    markedStrings(one, marks === true || (marks as Record<string, unknown> | undefined)?.[name]),
  );
}
