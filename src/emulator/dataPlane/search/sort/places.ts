import type { StoredCollection, StoredDocument, StoredField } from "../../../domain/store/data";
import { NodeRefusal } from "../../call";
import { valueAt } from "../../documents/values";
import { distanceMeters, metersOf, type Place, placesOf } from "../places";
import { isFloat, split } from "../values";
import type { Criterion } from "./criterion";

/** What the server takes for the distance of a document without a place. */
const NOWHERE = 2 ** 31 - 1;

/**
 * `field(lat, lng)`, with `exclude_radius: 2 km` or `precision: 2 km` as a third part.
 * @throws NodeRefusal 400 in the server's words
 */
export function placeCriterion(
  { name }: StoredField,
  options: string,
  descending: boolean,
  { enable_nested_fields: nested }: StoredCollection,
): Criterion {
  const badSyntax = () => new NodeRefusal(400, `Bad syntax for sorting field \`${name}\``);
  const parts = split(options);
  const [lat = "", lng = "", option] = parts;
  if ((parts.length !== 2 && parts.length !== 3) || !isFloat(lat) || !isFloat(lng)) throw badSyntax();
  const { excluded, precision } = radiusOption(option, badSyntax);
  const center: Place = [Number(lat), Number(lng)];
  const exact = (document: StoredDocument) => {
    const places = placesOf(valueAt(document, name, nested));
    const distances = places.map((place) => Math.floor(distanceMeters(center, place)));
    return distances.length === 0 ? NOWHERE : Math.min(...distances);
  };
  const rounded = (document: StoredDocument) => {
    const distance = exact(document);
    const near = distance < excluded ? 0 : distance;
    return precision === 0 ? near : Math.ceil(near / precision) * precision;
  };
  return {
    name,
    type: "geopoint_field",
    descending,
    missingFirst: false,
    keys: ({ document }) => [rounded(document)],
    meters: precision === 0 ? rounded : exact,
  };
}

function radiusOption(
  text: string | undefined,
  badSyntax: () => NodeRefusal,
): { excluded: number; precision: number } {
  if (text === undefined) return { excluded: 0, precision: 0 };
  const isExcluded = text.startsWith("exclude_radius");
  const parts = split(text, ":");
  const [, value = ""] = parts;
  if ((!isExcluded && !text.startsWith("precision")) || parts.length !== 2 || value.length < 2) {
    throw badSyntax();
  }
  const unit = metersOf(value.slice(-2));
  if (unit === undefined) {
    throw new NodeRefusal(400, "Sort field's parameter unit must be either `km` or `mi`.");
  }
  const number = value.slice(0, -2).trim();
  if (!isFloat(number)) throw badSyntax();
  const meters = Math.trunc(Number(number) * unit);
  if (meters <= 0) throw new NodeRefusal(400, "Sort field's parameter must be a positive number.");
  return isExcluded ? { excluded: meters, precision: 0 } : { excluded: 0, precision: meters };
}
