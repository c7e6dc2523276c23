/** What is kept beside the state of something that belongs to a cluster. */
export interface ChildKept {
  readonly cluster: string;
  /** Host of the service that answered with it: a 404 from another host says nothing about it. */
  readonly host: string;
  /** From import until the first read. */
  readonly importing?: true;
}
