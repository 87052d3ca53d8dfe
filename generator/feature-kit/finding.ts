/** Result of one check of `doctor`. */
export interface Finding {
  /** What was checked, such as `build` or `database`. Codes are stable. */
  readonly code: string;
  /** `note`: not an error, but a possible explanation for a problem. */
  readonly state: 'fine' | 'note' | 'broken';
  readonly text: string;
  /** Suggested fix. */
  readonly help?: string;
}

/**
 * Awaits the result of a check, but not longer than a limit.
 *
 * @returns `undefined` after the limit. The check then continues, and its result is lost.
 */
export async function within<Result>(limitMs: number, check: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([check, limit]);
  } finally {
    clearTimeout(timer);
  }
}
