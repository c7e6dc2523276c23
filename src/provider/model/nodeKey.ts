/** What is wrong with a data-plane key, which goes into a header, as the rest of the sentence "<attribute> …". */
export function nodeKeyProblem(key: string): string | undefined {
  if (key === "") return "must not be empty";
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : "holds a space, a line break or another character that no key has; a line break at the end often comes from reading the key from a file";
}
