/**
 * A text as constructs take it, so that Terraform reads the text itself: strings in synthesized JSON are templates
 * (docs/design/protocol.md#cdktf).
 */
export function templateOf(text: string): string {
  return isLikeToken(text) ? `\${${quoted(text)}}` : text.replace(/[$%](?=\{)/g, "$&$&");
}

/** CDKTF stands such texts for values that are known only at deploy, and would look them up. */
function isLikeToken(text: string): boolean {
  return /\{TfToken\[|^(String|Any) Map Token Value$|-[\d.]+e\+?2\d\d/.test(text);
}

/** A literal of Terraform's language in which CDKTF finds nothing of its own: of ASCII, only letters stand for themselves. */
function quoted(text: string): string {
  return `"${text.replace(/[\0-\x7f]/g, (character) => {
    const isPlain = /[a-z]/i.test(character) && character !== "e";
    return isPlain ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  })}"`;
}
