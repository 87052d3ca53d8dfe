import { structured, type ToolResult } from 'create-mcp-from-schema/runtime';

/** Result of a tool that returns a text. */
export function content(text: string): ToolResult {
  return structured({ content: text }, [text]);
}
