import type { TestChangingTool } from '../../../../generated/conformance/handlers.ts';

/** Is there or not, as test_trigger_tool_change says. */
export const testChangingTool: TestChangingTool = () => 'This tool is there at the moment.';
