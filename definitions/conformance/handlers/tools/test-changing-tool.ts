import type { TestChangingTool } from '../../../../generated/conformance/handlers.ts';

/** Is listed or not, depending on test_trigger_tool_change. */
export const testChangingTool: TestChangingTool = () => 'This tool is there at the moment.';
