/** The block to paste. @param id as an import takes it */
export function importBlock(type: string, id: string): string {
  return `  import {\n    to = searchcloud_${type}.NAME\n    id = "${id}"\n  }`;
}
