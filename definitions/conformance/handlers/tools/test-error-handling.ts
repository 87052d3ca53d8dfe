import { error } from 'create-mcp-from-schema/runtime';
import type { TestErrorHandling } from '../../../../generated/conformance/handlers.ts';

/** Always fails. */
export const testErrorHandling: TestErrorHandling = () => error('This tool intentionally returns an error for testing');
