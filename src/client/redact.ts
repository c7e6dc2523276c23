/** What stands where the key stood. */
export const REDACTED = "(the API key)";

/**
 * A function that takes the key out of a text, in every form in which an answer is likely to echo it: as it is,
 * escaped for JSON, a URL or HTML, and in base64.
 */
export function redactor(apiKey: string): (text: string) => string {
  const html = apiKey
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
  const forms = new Set([
    apiKey,
    JSON.stringify(apiKey).slice(1, -1),
    encodeURIComponent(apiKey),
    html,
    Buffer.from(apiKey).toString("base64"),
  ]);
  // Longest first: a form can hold another one.
  const ordered = [...forms].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((rest, form) => rest.replaceAll(form, REDACTED), text);
}

/** A server's text made fit for one line of a terminal: no control characters, and not endless. */
export function printable(text: string, maxLength: number): string {
  const line = text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
