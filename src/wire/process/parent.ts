/** What is asked of the system. Tests pass others in. */
export interface ParentQuestions {
  readonly platform: NodeJS.Platform;
  /** The id of the parent at this moment. */
  readonly parent: () => number;
  /** Throws ESRCH when there is no such process. */
  readonly signal: (pid: number) => void;
}

const SYSTEM: ParentQuestions = {
  platform: process.platform,
  parent: () => process.ppid,
  signal: (pid) => void process.kill(pid, 0),
};

/**
 * Answers whether the process that started this one has gone, whenever it is called. An orphan gets another parent; on Windows
 * it keeps the id of the first, which then is nobody's, unless the system has given it to another process.
 */
export function parentWatch({ platform, parent, signal }: ParentQuestions = SYSTEM): () => boolean {
  const first = parent();
  if (platform !== "win32") return () => parent() !== first;
  return () => {
    try {
      signal(first);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ESRCH";
    }
  };
}
