import { type Check, checkFields, type Problem, text } from "./fields";
import { compareVersions } from "./versions";

interface KnownParameter {
  /** The first server version that has it. */
  readonly since: string;
  readonly check: Check;
}

/** The parameters that can be edited (docs/design/api-assumptions.md#parameters). */
const KNOWN: Readonly<Record<string, KnownParameter>> = {
  "cors-domains": { since: "0", check: origins },
  "analytics-flush-interval": { since: "26", check: wholeNumber(60, 43_200) },
  "analytics-minute-rate-limit": { since: "28", check: wholeNumber(5, 9_999_999) },
  "cache-num-entries": { since: "26", check: wholeNumber(1_000, 9_999_999) },
  "db-compaction-interval": { since: "26", check: wholeNumber(3_600, 604_800) },
  "filter-by-max-ops": { since: "27", check: wholeNumber(1, 9_999_999) },
  "max-per-page": { since: "27", check: wholeNumber(1, 10_000) },
  "max-group-limit": { since: "29", check: wholeNumber(1, 9_999_999) },
};

/** The rules about the form of createServerConfigurationParameter. */
export function parameterProblems(body: Readonly<Record<string, unknown>>): Problem[] {
  return checkFields(body, [
    { field: "parameter_name", required: true, check: text },
    { field: "parameter_value", required: true, check: text },
  ]);
}

/** The rules about the form of updateServerConfigurationParameter; the name cannot change. */
export function parameterUpdateProblems(body: Readonly<Record<string, unknown>>): Problem[] {
  return checkFields(body, [{ field: "parameter_value", required: true, check: text }]);
}

/** What a server of `version` cannot have: the name, or the value for it. A name that nobody knows is another matter. */
export function settingProblems(name: string, value: string, version: string): Problem[] {
  const known = knownParameter(name);
  if (known === undefined) return [];
  if (compareVersions(version, known.since) < 0) {
    return [{ field: "parameter_name", text: `${name} needs server version ${known.since} or later` }];
  }
  const problem = known.check(value);
  return problem === null ? [] : [{ field: "parameter_value", text: `of ${name} ${problem}` }];
}

/** What is wrong with a name: empty when it is known. */
export function nameProblems(name: string): Problem[] {
  if (knownParameter(name) !== undefined) return [];
  return [{ field: "parameter_name", text: `must be one of ${Object.keys(KNOWN).join(", ")}, not ${name}` }];
}

function knownParameter(name: string): KnownParameter | undefined {
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
}

function wholeNumber(minimum: number, maximum: number): Check {
  return (value) =>
    typeof value === "string" &&
    /^\d{1,10}$/.test(value) &&
    Number(value) >= minimum &&
    Number(value) <= maximum
      ? null
      : `must be a whole number from ${minimum} to ${maximum}, as text`;
}

function origins(value: unknown): string | null {
  const all = String(value).split(",");
  return all.every((one) => /^https:\/\/[^\s,/*]+$/.test(one))
    ? null
    : "must be origins such as https://example.com, separated by commas, without * and without / at the end";
}
