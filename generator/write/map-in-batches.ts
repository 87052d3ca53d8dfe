const batchSize = 32;

/**
 * Maps items with a few calls under way at a time, so that thousands of files do not use up the file handles. Waits for
 * all calls of a batch before it rejects with the first error: nothing goes on in the background afterwards.
 */
export async function mapInBatches<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += batchSize) {
    const settled = await Promise.allSettled(items.slice(start, start + batchSize).map(map));
    for (const outcome of settled) {
      if (outcome.status === 'rejected') throw outcome.reason;
      results.push(outcome.value);
    }
  }
  return results;
}
