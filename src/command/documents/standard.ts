/** Whether documents come from standard input, or go to standard output. */
export function isStandard(file: string | undefined): file is undefined | "-" {
  return file === undefined || file === "-";
}
