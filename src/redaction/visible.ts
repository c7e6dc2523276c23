/**
 * Characters that move the cursor, change colours, turn the direction of writing, or are not seen at all: C0 but tab and line feed,
 * DEL, C1, soft hyphen, zero-width and bidirectional controls, line and paragraph separators, tags, halves of surrogate pairs.
 * Joiners stay: scripts and emoji need them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu;

/**
 * Makes control characters visible, as in `\u001b`, the way JSON writes them. Tab and line feed stay, and a carriage return before
 * a line feed goes.
 */
export function visible(text: string): string {
  return text.replace(/\r+\n/g, "\n").replace(HIDDEN, escaped);
}

/** {@link visible}, on one line: tab and line feed are made visible, too. */
export function visibleOnOneLine(text: string): string {
  return text.replace(/[\t\n\r]/g, escaped).replace(HIDDEN, escaped);
}

function escaped(character: string): string {
  const unit = (at: number) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return character.length === 1 ? unit(0) : unit(0) + unit(1);
}

/**
 * Text of somebody else as one piece on one line: white space between words becomes one space, and what is longer is cut and ends
 * with an ellipsis, by which the filter recognises a secret that was cut.
 */
export function excerpt(text: string, maxLength: number): string {
  // As much as can be needed: an answer may have megabytes.
  const line = text
    .slice(0, maxLength * 16)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxLength && text.length <= maxLength * 16) return line;
  // Not half of a surrogate pair.
  return line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "") + CUT;
}

/** What ends a text that was cut. */
export const CUT = "…";
