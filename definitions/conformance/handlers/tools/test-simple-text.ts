import type { TestSimpleText } from '../../../../generated/conformance/handlers.ts';

/** Returns text. */
export const testSimpleText: TestSimpleText = () => 'This is a simple text response for testing.';
