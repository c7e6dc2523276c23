/** So long that a line with two of them still fits. */
const MAX_LENGTH = 22;

/** What no variable of a module can be called, or is called already. */
const TAKEN = [
  ...[
    "app",
    "stack",
    "l1",
    "exports",
    "module",
    "require",
    "arguments",
    "eval",
    "undefined",
    "escape",
    "unescape",
  ],
  ...["isFinite", "isNaN", "parseFloat", "parseInt"],
  ...["await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do"],
  ...[
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
  ],
  ...["in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public"],
  ...[
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
  ],
  ...["with", "yield"],
];

/** The names of variables of one program, each of them once. */
export class Variables {
  private readonly taken = new Set(TAKEN);

  /** A variable for a construct: by its id, with the kind behind it where that is taken, and then a number. */
  of(constructId: string, kind: string): string {
    for (let number = 1; ; number += 1) {
      for (const suffix of number === 1 ? ["", kind] : [`${kind}${number}`]) {
        const name = camelCase(constructId, MAX_LENGTH - suffix.length) + suffix;
        // What is made from a variable ends in "Resource", and a name such as valueOf is one of every object.
        if (this.taken.has(name) || name.endsWith("Resource") || name in {}) continue;
        this.taken.add(name);
        return name;
      }
    }
  }
}

/** The words that fit, the first one in any case. */
function camelCase(id: string, length: number): string {
  const [first = "", ...rest] = id.split("-").filter((word) => word !== "");
  let name = first.slice(0, length);
  for (const word of rest) {
    if (name.length + word.length > length) break;
    name += word.charAt(0).toUpperCase() + word.slice(1);
  }
  return name;
}
