/** A text as it is compared, and the place of each code in it. */
export interface Folded {
  readonly codes: Uint16Array;
  readonly places: Uint32Array;
}

const [UPPER_A, UPPER_Z, TO_LOWER] = [0x41, 0x5a, 0x20];
const [HYPHEN, PLUS, UNDERSCORE, SLASH] = [0x2d, 0x2b, 0x5f, 0x2f];

/**
 * Makes equal what is often written in several ways: letters of ASCII in either case, the last two digits of base64 and base64url.
 * What is not seen is left out: white space, so that a secret which was broken over lines is found, and characters without width.
 */
export function folded(text: string): Folded {
  const codes = new Uint16Array(text.length);
  const places = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isUnseen(code)) continue;
    codes[length] = foldedCode(code);
    places[length] = at;
    length += 1;
  }
  return { codes: codes.subarray(0, length), places };
}

function foldedCode(code: number): number {
  if (code >= UPPER_A && code <= UPPER_Z) return code + TO_LOWER;
  if (code === HYPHEN) return PLUS;
  return code === UNDERSCORE ? SLASH : code;
}

/** Whether a code is white space, or shows nothing. */
export function isUnseen(code: number): boolean {
  if (code < 0x7f) return code <= 0x20;
  if (code < 0x200b) return code <= 0xa0 || code === 0xad || code === 0x61c || code === 0x180e;
  return (
    code <= 0x200f ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff
  );
}
