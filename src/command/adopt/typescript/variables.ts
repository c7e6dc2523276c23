/** Short enough that a line with two of them still fits. */
const MAX_LENGTH = 22;

/** Names that a variable of the module cannot have. */
const RESERVED = `
  app arguments await break case catch class const continue debugger default delete do else enum escape eval export exports extends
  false finally for function if implements import in instanceof interface isFinite isNaN l1 let module new null package parseFloat
  parseInt private protected public require return stack static super switch this throw true try typeof undefined unescape var void
  while with yield`
  .trim()
  .split(/\s+/);

/** Chooses the variable names of one program, each used once. */
export class VariableNames {
  private readonly taken = new Set(RESERVED);

  /** Returns a variable for a construct: its id; if that is taken, followed by its kind, then by a number. */
  of(constructId: string, kind: string): string {
    for (let number = 1; ; number += 1) {
      for (const suffix of number === 1 ? ["", kind] : [`${kind}${number}`]) {
        const name = camelCase(constructId, MAX_LENGTH - suffix.length) + suffix;
        // Variables derived from this one end in "Resource"; names such as valueOf belong to every object.
        if (this.taken.has(name) || name.endsWith("Resource") || name in {}) continue;
        this.taken.add(name);
        return name;
      }
    }
  }
}

/** Joins the words that fit, at least a part of the first. */
function camelCase(id: string, length: number): string {
  const [first = "", ...rest] = id.split("-").filter((word) => word !== "");
  let name = first.slice(0, length);
  for (const word of rest) {
    if (name.length + word.length > length) break;
    name += word.charAt(0).toUpperCase() + word.slice(1);
  }
  return name;
}
