/**
 * Characters that move the cursor, change colours, change the writing direction, or are invisible: C0 except tab and line feed,
 * DEL, C1, soft hyphen, zero-width and bidirectional controls, line and paragraph separators, tags, halves of surrogate pairs.
 * Joiners are not included, because scripts and emoji need them.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu;

/**
 * Makes control characters visible, as JSON writes them: `\u001b`. Keeps tab and line feed, and removes a carriage return before a
 * line feed.
 */
export function visible(text: string): string {
  return text.replace(/\r+\n/g, "\n").replace(HIDDEN, escaped);
}

/** {@link visible} on one line: makes tab and line feed visible, too. */
export function visibleOnOneLine(text: string): string {
  return text.replace(/[\t\n\r]/g, escaped).replace(HIDDEN, escaped);
}

function escaped(character: string): string {
  const unit = (at: number) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return character.length === 1 ? unit(0) : unit(0) + unit(1);
}

/**
 * Shortens a foreign text to one line: replaces white space by single spaces, and truncates a longer text with an ellipsis, by which the
 * filter recognises a truncated secret.
 */
export function excerpt(text: string, maxLength: number): string {
  // Only the part that can be needed: a response may have megabytes.
  const line = text
    .slice(0, maxLength * 16)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxLength && text.length <= maxLength * 16) return line;
  // Never ends with half of a surrogate pair.
  return line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "") + CUT;
}

/** The end of a truncated text. */
export const CUT = "…";
