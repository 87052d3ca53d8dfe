import type { Accepted } from './compare-fields.js';

/** The server declares that it sends log messages. */
export const declaresLogging: Accepted = {
  field: ['initialize', 'capabilities', 'logging'],
  ours: {},
  reason: 'Handlers can always log during a call, so `logging` is always declared.',
};

/** The original sends the default of a field. */
export const defaultTaskSupport: Accepted = {
  field: ['tools', '*', 'execution', 'taskSupport'],
  original: 'forbidden',
  reason: 'A `taskSupport` of `forbidden` is the protocol default and is omitted.',
};

/**
 * A tool refuses its arguments in other words.
 *
 * @param ours text of our server
 */
export function refusedAs(ours: string): Accepted {
  const reason = 'The error text for invalid arguments differs: ours has one line per problem.';
  return { field: ['result', 'content', '0', 'text'], ours, reason };
}

/** An unknown tool is an error of the protocol, where the original answers with a failed result. */
export function unknownTool(name: string): readonly Accepted[] {
  const reason = 'A call of an unknown tool is a JSON-RPC error, as the specification requires, not a result.';
  return [
    { field: ['result', 'content', '0', 'type'], original: 'text', reason },
    { field: ['result', 'content', '0', 'text'], original: `MCP error -32602: Tool ${name} not found`, reason },
    { field: ['result', 'isError'], original: true, reason },
    { field: ['error', 'code'], ours: -32_602, reason },
    { field: ['error', 'message'], ours: `Unknown tool: ${name}`, reason },
  ];
}
