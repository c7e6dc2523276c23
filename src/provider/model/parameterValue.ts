import { knownParameter } from "../../api/enumerations";

/**
 * Why the service may refuse a server parameter, as far as the known names and ranges tell (docs/design/api-assumptions.md#parameters);
 * undefined when nothing speaks against it. Only ever a warning: the service adds to them, and decides.
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
