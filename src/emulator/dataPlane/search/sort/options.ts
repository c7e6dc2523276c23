import { spread } from "../../../domain/derived";
import { NodeRefusal } from "../../call";
import { isUint32, split } from "../values";
import { type Criterion, plain } from "./criterion";

export function unknownField(name: string): NodeRefusal {
  return new NodeRefusal(404, `Could not find a field named \`${name}\` in the schema for sorting.`);
}

/** `buckets: 10` or `bucket_size: 10`. @throws NodeRefusal 400 */
export function bucketsOf(name: string, options: string): Pick<Criterion, "buckets"> {
  const parts = split(options, ":");
  const [kind, count = ""] = parts;
  if (parts.length !== 2 || (kind !== "buckets" && kind !== "bucket_size")) {
    throw new NodeRefusal(400, `Invalid sorting parameter passed for ${name}.`);
  }
  if (!isUint32(count)) {
    const words = "`buckets` or `bucket_size` configuration.";
    throw new NodeRefusal(400, `Invalid value passed for ${name} ${words}`);
  }
  const buckets = kind === "buckets" ? { count: Number(count) } : { size: Number(count) };
  return Number(count) === 0 ? {} : { buckets };
}

/** An order that looks random and follows from the seed. @throws NodeRefusal 400 */
export function randomCriterion(options: string, descending: boolean, usual: number): Criterion {
  if (options !== "" && !isUint32(options)) {
    throw new NodeRefusal(400, "Only positive integer seed value is allowed.");
  }
  const seed = options === "" ? usual : Number(options);
  return plain("_rand", "random_order", descending, ({ position }) => spread(`${seed} ${position}`, 2 ** 31));
}
