import type { SamplingResult } from 'create-mcp-from-schema/runtime';

/** Returns the text that a client's model wrote; other content is omitted. */
export function textOf({ content }: SamplingResult): string {
  const blocks = 'type' in content ? [content] : content;
  return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}
