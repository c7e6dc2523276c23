import { knownParameter } from "../../api/enumerations";

/**
 * Returns why the service may reject a server parameter, by the known names and ranges (docs/design/api-assumptions.md#parameters);
 * undefined if nothing is known against it. Only good for a warning: the service decides, and may have added parameters.
 */
export function valueProblem(name: string, value: string): string | undefined {
  const rule = knownParameter(name);
  if (!rule) return `"${name}" is not a known server parameter.`;
  if (rule.kind === "origins") return originsProblem(name, value);
  const { min, max } = rule;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return undefined;
  return `"${name}" is a whole number from ${min} to ${max}, not "${value}".`;
}

function originsProblem(name: string, value: string): string | undefined {
  const wrong = value.split(",").filter((origin) => !isOrigin(origin));
  if (wrong.length === 0) return undefined;
  return (
    `"${name}" is a list of origins such as "https://shop.example,https://www.example": separated by commas, each with https:// and its host ` +
    `alone, without a wildcard and without a slash at the end. It is not ${wrong.map((origin) => `"${origin}"`).join(", ")}.`
  );
}

function isOrigin(text: string): boolean {
  return /^https:\/\/[^\s/*,?#@]+$/.test(text);
}
