import { type NodeRefusalError, refused } from "../call";
import { isFloat } from "./values";
/** Latitude and longitude in degrees. */
export type GeoPoint = readonly [lat: number, lng: number];

const EARTH_METERS = 6_371_010;
const RADIAN = Math.PI / 180;

/** Returns the distance along the surface, in meters. */
export function distanceMeters([fromLat, fromLng]: GeoPoint, [toLat, toLng]: GeoPoint): number {
  const lat = Math.sin(((toLat - fromLat) * RADIAN) / 2) ** 2;
  const lng = Math.sin(((toLng - fromLng) * RADIAN) / 2) ** 2;
  const chord = lat + Math.cos(fromLat * RADIAN) * Math.cos(toLat * RADIAN) * lng;
  return 2 * EARTH_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/**
 * True if a polygon contains a point. Its edges are straight on the map, which differs from the sphere only over long
 * distances.
 */
export function isInside([lat, lng]: GeoPoint, polygon: readonly GeoPoint[]): boolean {
  let inside = false;
  let [previousLat, previousLng] = polygon.at(-1) ?? [0, 0];
  for (const [cornerLat, cornerLng] of polygon) {
    if (cornerLat > lat !== previousLat > lat) {
      const crossing =
        cornerLng + ((previousLng - cornerLng) * (lat - cornerLat)) / (previousLat - cornerLat);
      if (lng < crossing) inside = !inside;
    }
    previousLat = cornerLat;
    previousLng = cornerLng;
  }
  return inside;
}

/** Returns the points of a value: `[lat, lng]`, or a list of such pairs. */
export function geoPointsOf(value: unknown): GeoPoint[] {
  if (!Array.isArray(value)) return [];
  const [lat, lng] = value;
  if (typeof lat === "number" && typeof lng === "number") return pairs(value.map(Number)).slice(0, 1);
  return value.flatMap(geoPointsOf);
}

/** Groups numbers into pairs. */
export function pairs(numbers: readonly number[]): GeoPoint[] {
  return Array.from(
    { length: Math.floor(numbers.length / 2) },
    (_, index): GeoPoint => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0],
  );
}

const METERS: Readonly<Record<string, number>> = { km: 1_000, mi: 1_609.34 };

/**
 * Reads a distance such as `2 km`, in meters.
 * @throws NodeRefusalError 400 with `unknownUnit`, or the result of `malformed` for an invalid number
 */
export function readDistance(text: string, unknownUnit: string, malformed: () => NodeRefusalError): number {
  const unit = text.slice(-2);
  const meters = Object.hasOwn(METERS, unit) ? METERS[unit] : undefined;
  if (meters === undefined) throw refused(unknownUnit);
  const number = text.slice(0, -2).trim();
  if (!isFloat(number)) throw malformed();
  return Number(number) * meters;
}
