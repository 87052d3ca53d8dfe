import type { ToolModel } from '../../model/model.js';
import { refTo } from '../../schema/map-schema.js';
import { type DefinitionIndex, reachDefinitions } from './definition-index.js';
import { prepareSchema } from './prepare-schema.js';

const maxTools = 50;
/** Characters of schema. Validators are some twelve times as long: about 250 kB of code. */
const maxLength = 20_000;

/**
 * Splits the tools, in their order, into the groups that share a module. A group is closed when it has 50 tools or when
 * one more would make its schemas, with the definitions that they refer to, too long for a module that loads quickly.
 * A tool that is too long by itself is a group of its own.
 */
export function splitTools(
  tools: readonly ToolModel[],
  definitions: DefinitionIndex,
): readonly (readonly ToolModel[])[] {
  const groups: ToolModel[][] = [];
  let names = new Set<string>();
  let length = 0;
  for (const tool of tools) {
    const schemas = tool.output === undefined ? [tool.input.schema] : [tool.input.schema, tool.output.schema];
    const reached = reachDefinitions(schemas, definitions);
    const measure = (name: string): number => (names.has(name) ? 0 : (definitions.get(name)?.length ?? 0));
    const own = schemas.reduce<number>(
      (sum, schema) => sum + JSON.stringify(prepareSchema(schema, 'filling', refTo)).length,
      0,
    );
    const sum = (): number => [...reached].reduce((total, name) => total + measure(name), own);
    const group = groups.at(-1);
    if (group !== undefined && group.length < maxTools && length + sum() <= maxLength) {
      group.push(tool);
    } else {
      groups.push([tool]);
      names = new Set();
      length = 0;
    }
    length += sum();
    for (const name of reached) names.add(name);
  }
  return groups;
}
