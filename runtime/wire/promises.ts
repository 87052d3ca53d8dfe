/** Promise with its resolver. */
export interface Resolver<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

/** Creates a promise and the function that resolves it. */
export function withResolver<Value = void>(): Resolver<Value> {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Waits for a promise, up to a time limit. Rejects if the promise rejects within the limit. */
export async function waitAtMost(milliseconds: number, work: unknown): Promise<void> {
  const limit = withResolver();
  // A timer with a delay of more than 2^31 - 1 ms would fire immediately.
  const timer = setTimeout(limit.resolve, Math.min(milliseconds, 2 ** 31 - 1));
  await Promise.race([work, limit.promise]).finally(() => clearTimeout(timer));
}
