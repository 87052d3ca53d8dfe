import type { SamplingContent, SamplingMessage } from '../api/handler-context.js';

/**
 * Makes sure that every use of a tool is followed by its result, in a message with nothing but results.
 *
 * @throws TypeError that names the message.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/sampling#message-content-constraints
 */
export function checkMessages(messages: readonly SamplingMessage[]): void {
  messages.forEach((message, index) => {
    const results = listBlocks(message).filter(({ type }) => type === 'tool_result');
    const uses = listBlocks(messages[index - 1]).filter(({ type }) => type === 'tool_use');
    const isMixed = results.length > 0 && results.length < listBlocks(message).length;
    if (isMixed) throw new TypeError(`messages[${index}] has tool results beside other content`);
    const given = results.map((result) => result['toolUseId']);
    const isBalanced = given.length === uses.length && uses.every(({ id }) => given.includes(id));
    if (!isBalanced) throw new TypeError(`messages[${index}] must have the results of the tool uses before it`);
  });
  const last = messages.length - 1;
  if (listBlocks(messages[last]).some(({ type }) => type === 'tool_use')) {
    throw new TypeError(`The tool uses of messages[${last}] have no results`);
  }
}

function listBlocks(message: SamplingMessage | undefined): readonly SamplingContent[] {
  const content = message?.content ?? [];
  return Array.isArray(content) ? content : [content as SamplingContent];
}
