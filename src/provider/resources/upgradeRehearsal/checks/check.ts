/** One thing that was compared, in the words of the state and of the table that a failure shows. */
export interface Check {
  readonly name: string;
  readonly source: string;
  readonly clone: string;
  readonly passed: boolean;
  readonly detail: string | null;
}
