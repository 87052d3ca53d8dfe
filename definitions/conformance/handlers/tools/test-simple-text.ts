import type { TestSimpleText } from '../../../../generated/conformance/handlers.ts';

/** Answers with a text. */
export const testSimpleText: TestSimpleText = () => 'This is a simple text response for testing.';
