/**
 * Writes a definition of many different tools, each with eight properties and an output schema, for measuring the
 * generator.
 *
 * @param {number} count
 * @param {number} changed A different number changes one tool.
 * @returns {string} YAML.
 */
export function describeLargeDefinition(count, changed) {
  const tools = Array.from({ length: count }, (_, index) => describeTool(index, index === count / 2 ? changed : 0));
  return ['server: { name: catalogue, version: 1.0.0 }', 'tools:', ...tools, ''].join('\n');
}

function describeTool(index, changed) {
  return `  tool_${index}:
    title: Tool ${index}
    description: Does thing number ${index} with what it is given.
    inputSchema:
      type: object
      properties:
        name: { type: string, description: A name., minLength: 1, maxLength: ${100 + changed} }
        count: { type: integer, description: How many., minimum: 0, maximum: 1000, default: 10 }
        ratio: { type: number, description: A ratio. }
        enabled: { type: boolean, description: Whether it is on. }
        kind: { type: string, description: What kind., enum: [red, green, blue, kind${index}] }
        tags: { type: array, description: Some tags., items: { type: string, description: A tag. } }
        address: { type: object, description: Where., properties: { street: { type: string, description: Street. } } }
        note: { type: [string, 'null'], description: A note. }
      required: [name, count]
    outputSchema: { type: object, properties: { id: { type: string }, total: { type: number } }, required: [id] }`;
}
