import { cluster, PRODUCTS } from "../support";
import { body, type Lines } from "./kit";

/** A configuration that imports a cluster: with a resource block of these lines, or without one. */
export function importBlock(id: string, lines?: Lines): string {
  const block = `import {\n  to = ${PRODUCTS}\n  id = "${id}"\n}`;
  return lines ? `${block}\n${cluster(body(lines))}` : block;
}
