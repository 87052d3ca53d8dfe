import type { SamplingResult } from 'create-mcp-from-schema/runtime';

/** The text that a client's model wrote; anything else that it made is omitted. */
export function textOf({ content }: SamplingResult): string {
  const blocks = 'type' in content ? [content] : content;
  return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}
