import { dependable, type ITerraformDependable, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { ICollection } from "./collectionInterface";

/** A resource or a data source whose dependencies can still grow. */
interface Ordered extends IConstruct {
  dependsOn?: string[];
}

type Imports = IConstruct & ITerraformDependable;

interface Order {
  readonly imports: Imports[];
  readonly readers: Ordered[];
}

const ORDERS = new WeakMap<ICollection, Order>();

/** Whatever reads the collection's documents runs after this import, whichever of them is made first. */
export function addImport(collection: ICollection, imports: Imports): void {
  const order = orderOf(collection);
  order.imports.push(imports);
  for (const reader of order.readers) runAfter(reader, imports);
}

/** The reader runs after all imports into the collection, those that come later in the program too. */
export function readAfterImports(collection: ICollection, reader: Ordered): void {
  const order = orderOf(collection);
  order.readers.push(reader);
  for (const imports of order.imports) runAfter(reader, imports);
}

function orderOf(collection: ICollection): Order {
  const order = ORDERS.get(collection) ?? { imports: [], readers: [] };
  ORDERS.set(collection, order);
  return order;
}

/** Terraform orders what is in one stack. */
function runAfter(reader: Ordered, imports: Imports): void {
  if (TerraformStack.of(reader) !== TerraformStack.of(imports)) return;
  reader.dependsOn = [...(reader.dependsOn ?? []), dependable(imports)];
}
