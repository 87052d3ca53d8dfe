import type { TestErrorHandling } from '../../../../generated/conformance/handlers.ts';

/** Always fails. */
export const testErrorHandling: TestErrorHandling = () => {
  throw new Error('This tool intentionally returns an error for testing');
};
