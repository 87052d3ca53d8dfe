import { makeCatalog } from '../make-catalog.mjs';

/**
 * Responds to a request with the least work that a handwritten script can do for these tools. Nothing is validated, and
 * a list stays an object until it is sent. Results of modern requests have the `resultType` that the protocol version
 * requires.
 *
 * @param {number} count Number of listed tools.
 * @returns {(message: { id?: number, method: string, params: any }) => object | undefined} `undefined` for
 *   notifications.
 */
export function makeAnswerRequest(count) {
  const tools = makeCatalog(count);
  return ({ id, method, params }) => {
    if (id === undefined) return undefined;
    const isModern = params._meta !== undefined && versionKey in params._meta;
    const answer = (result) => ({
      jsonrpc: '2.0',
      id,
      result: isModern ? { resultType: 'complete', ...result } : result,
    });
    if (method === 'tools/call') return answer(call(params.name, params.arguments));
    if (method === 'tools/list') return answer({ tools });
    return answer({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo });
  };
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';

const serverInfo = { name: 'bench', version: '1.0.0' };

function call(name, input) {
  if (name === 'echo') return { content: [{ type: 'text', text: input.text }] };
  if (name !== 'add') return { content: [{ type: 'text', text: `${input.name} travels ${input.class}.` }] };
  const structuredContent = { sum: input.a + input.b };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
