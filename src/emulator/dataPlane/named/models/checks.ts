import type { JsonObject } from "../../../domain/store/named";
import { NodeRefusal } from "../../call";
import { isText, isUnsigned } from "../json";

/** A check of a model's configuration: the words of the refusal, or nothing. */
export type ModelCheck = (model: JsonObject) => string | undefined;

/** The first check that a model does not pass. @throws NodeRefusal 400 */
export function checkModel(model: JsonObject, checks: readonly ModelCheck[]): void {
  for (const check of checks) {
    const words = check(model);
    if (words !== undefined) throw new NodeRefusal(400, words);
  }
}

const isFilled = (value: unknown) => isText(value) && value !== "";

export const nameGiven: ModelCheck = ({ model_name }) =>
  isText(model_name) ? undefined : "Property `model_name` is not provided or not a string.";

export const promptIsText: ModelCheck = ({ system_prompt }) =>
  system_prompt === undefined || isText(system_prompt)
    ? undefined
    : "Property `system_prompt` is not a string.";

export const maxBytesGiven: ModelCheck = ({ max_bytes }) =>
  isUnsigned(max_bytes) && max_bytes > 0
    ? undefined
    : "Property `max_bytes` is not provided or not a positive integer.";

export const filled =
  (name: string): ModelCheck =>
  ({ [name]: value }) =>
    isFilled(value) ? undefined : `Property \`${name}\` is missing or is not a non-empty string.`;

export const textOrNone =
  (name: string): ModelCheck =>
  ({ [name]: value }) =>
    value === undefined || isText(value) ? undefined : `Property \`${name}\` must be a string.`;

export const inRange =
  (name: string, most: number): ModelCheck =>
  ({ [name]: value }) => {
    const fits = typeof value === "number" && value >= 0 && value <= most;
    return value === undefined || fits
      ? undefined
      : `Property \`${name}\` must be a number between 0 and ${most}.`;
  };

export const wholeOrNone =
  (name: string, least: 0 | 1): ModelCheck =>
  ({ [name]: value }) => {
    const fits = typeof value === "number" && Number.isInteger(value) && value >= least;
    if (value === undefined || fits) return undefined;
    return `Property \`${name}\` must be a ${least === 0 ? "non-negative" : "positive"} integer.`;
  };

/** The checks of the service that a model belongs to, by what its name begins with. @throws NodeRefusal 400 */
export function checksOfService(
  { model_name }: JsonObject,
  services: Readonly<Record<string, readonly ModelCheck[]>>,
): readonly ModelCheck[] {
  const [service = "", ...rest] = String(model_name).split("/");
  const name = rest.length === 0 ? "" : service;
  const found = Object.hasOwn(services, name) ? services[name] : undefined;
  if (found === undefined) throw new NodeRefusal(400, `Model namespace \`${name}\` is not supported.`);
  return found;
}
