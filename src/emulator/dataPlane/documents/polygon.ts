import { isNumber, numberOf } from "./json/values";

type Point = readonly [latitude: number, longitude: number];

/** Whether latitudes and longitudes in turn are the corners of a polygon whose sides do not meet. */
export function isPolygon(values: readonly unknown[]): boolean {
  if (!values.every(isNumber) || values.length % 2 !== 0) return false;
  const corners = Array.from({ length: values.length / 2 }, (_, at): Point => {
    return [numberOf(values[2 * at]), numberOf(values[2 * at + 1])];
  });
  if (corners.length < 3 || new Set(corners.map(String)).size < corners.length) return false;
  const sides = corners.map((corner, at) => [corner, corners[(at + 1) % corners.length] ?? corner] as const);
  return sides.every(([a, b], at) =>
    sides
      .slice(at + 1)
      .every(([c, d]) => turn(a, b, c) * turn(a, b, d) >= 0 || turn(c, d, a) * turn(c, d, b) >= 0),
  );
}

/** Positive where the way from a over b to c turns left, negative where it turns right. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}
