/**
 * Creates the tools of all servers: `echo`, `add`, and tools with eight properties up to a total of `count`. Calls use
 * only `tool_7` of the latter.
 *
 * @param {number} count At least 2.
 * @returns {{ name: string, title: string, description: string, inputSchema: object, outputSchema?: object }[]} As in
 *   `tools/list`.
 */
export function makeCatalog(count) {
  return [echo, add, ...Array.from({ length: count - 2 }, (_, index) => makeTool(index))];
}

const echo = {
  name: 'echo',
  title: 'Echo',
  description: 'Says the text again.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'What to say.' } },
    required: ['text'],
  },
};

const add = {
  name: 'add',
  title: 'Add',
  description: 'Adds two numbers.',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'number', description: 'The first number.' },
      b: { type: 'number', description: 'The second number.' },
    },
    required: ['a', 'b'],
  },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
};

function makeTool(index) {
  return {
    name: `tool_${index}`,
    title: `Tool ${index}`,
    description: `Plans journey number ${index} for somebody, with all that they asked for, and says what it will cost.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100, description: 'Who travels, as the passport spells it.' },
        count: { type: 'integer', minimum: 1, maximum: 9, description: 'How many people travel together.' },
        budget: { type: 'number', minimum: 0, description: 'What it may cost for everybody, in euros.' },
        flexible: { type: 'boolean', description: 'Whether the days may be shifted by one or two.' },
        class: { type: 'string', enum: ['economy', 'business', 'first'], description: 'How comfortable it has to be.' },
        stops: {
          type: 'array',
          items: { type: 'string', minLength: 3, maxLength: 3 },
          maxItems: 5,
          description: 'Airports on the way, by their codes.',
        },
        address: {
          type: 'object',
          properties: {
            street: { type: 'string', description: 'Street and number.' },
            city: { type: 'string', description: 'City, without its code.' },
          },
          required: ['city'],
          description: 'Where the tickets are sent to.',
        },
        note: { type: ['string', 'null'], maxLength: 500, description: 'Anything else that the planner should know.' },
      },
      required: ['name', 'count', 'class'],
    },
  };
}
