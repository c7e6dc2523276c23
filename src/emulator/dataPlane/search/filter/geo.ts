import type { StoredField } from "../../../domain/store/data";
import { type NodeRefusalError, refused } from "../../call";
import { distanceMeters, type GeoPoint, geoPointsOf, isInside, pairs, readDistance } from "../geo";
import { isFloat, split } from "../values";
import { insideBrackets } from "./values";

/** True if the value of a geo field passes. */
type GeoTest = (value: unknown) => boolean;

type Region = (place: GeoPoint) => boolean;

/**
 * Reads `(lat, lng, 2 km)`, `(lat, lng, lat, lng, …)`, `([lat, lng], radius: 2 km)`, lists of them, and `(lat, lng)`
 * for a field of polygons.
 * @throws NodeRefusalError 400
 */
export function geoTest({ name, type }: StoredField, given: string): GeoTest {
  const text = given.replace(/^= */, "");
  const isPolygons = type.startsWith("geopolygon");
  const brackets = text.split("[").length - 1;
  const isNewer = (text.startsWith("(") && brackets > 0) || brackets > 1 || text.includes(":");
  const regions = isNewer
    ? newerRegions(name, text)
    : olderValues(text).map((one) => olderRegion(name, one, isPolygons));
  if (isPolygons)
    return (value) => regions.some(({ center }) => center !== null && containsPlace(value, center));
  return (value) => geoPointsOf(value).some((place) => regions.some(({ has }) => has(place)));
}

interface RegionOf {
  readonly has: Region;
  readonly center: GeoPoint | null;
}

function containsPlace(value: unknown, place: GeoPoint): boolean {
  if (!Array.isArray(value)) return false;
  if (value.some(Array.isArray)) return value.some((one) => containsPlace(one, place));
  return isInside(place, pairs(value.map(Number)));
}

function olderValues(text: string): string[] {
  const list = insideBrackets(text);
  return list === null ? [text] : split(list, "),").map((one) => (one.endsWith(")") ? one : `${one})`));
}

function olderRegion(name: string, text: string, isPolygons: boolean): RegionOf {
  const where = "must be in the `(-44.50, 170.29, 0.75 km)` or (56.33, -65.97, 23.82, -127.82) format.";
  const problem = () => refused(`Value of filter field \`${name}\`: ${where}`);
  if (!(text.startsWith("(") && text.endsWith(")"))) throw problem();
  const parts = split(text.slice(1, -1));
  if (parts.length < 3 && !isPolygons) throw problem();
  if (isPolygons && parts.length !== 2) {
    throw refused("Value of geopolygon filter field must be in the format `(-44.50, 170.29)`");
  }
  const [lat = "", lng = "", radius = ""] = parts;
  if (parts.every(isFloat)) return polygon(parts);
  if (!isNumber(lat) || !isNumber(lng)) throw problem();
  return circle([Number(lat), Number(lng)], metersIn(radius, problem));
}

/** Reads `([lat, lng], radius: 2 km, exact_filter_radius: 5 km)`. The last option only affects the server's speed. */
function newerRegions(name: string, text: string): RegionOf[] {
  const form = "`([-44.50, 170.29], radius: 0.75 km, exact_filter_radius: 5 km)`";
  const other = "([56.33, -65.97, 23.82, -127.82], exact_filter_radius: 7 km) format.";
  const problem = () => refused(`Value of filter field \`${name}\`: must be in the ${form} or ${other}`);
  const values = [...text.matchAll(/\(([^)]*)(\)|$)/g)];
  if (values.length === 0) throw problem();
  return values.map(({ 1: value = "", 2: closing }) => {
    const [whole, points = "", rest = ""] = /^\s*\[([^\]]*)\](.*)$/s.exec(value) ?? [];
    const corners = split(points);
    if (closing !== ")" || whole === undefined || corners.length < 2 || corners.length % 2 === 1)
      throw problem();
    if (!corners.every(isNumber)) throw problem();
    const options = new Map(split(rest).map((one) => split(one, ":") as [string, string]));
    const exact = options.get("exact_filter_radius");
    if (exact !== undefined) metersIn(exact, problem);
    if (corners.length > 2) return polygon(corners);
    const radius = options.get("radius");
    if (radius === undefined) throw problem();
    return circle([Number(corners[0]), Number(corners[1])], metersIn(radius, problem));
  });
}

function isNumber(text: string): boolean {
  return isFloat(text) && !/nan/i.test(text);
}

function metersIn(text: string, problem: () => NodeRefusalError): number {
  return readDistance(text, "Unit must be either `km` or `mi`.", problem);
}

function polygon(parts: readonly string[]): RegionOf {
  const corners = pairs(parts.map(Number));
  return { has: (place) => isInside(place, corners), center: corners[0] ?? null };
}

function circle(center: GeoPoint, meters: number): RegionOf {
  return { has: (place) => distanceMeters(center, place) <= meters, center };
}
