import type { OperationDefinition } from '../../core/api/definition.js';
import { findResource, listResources, printResource } from '../discover/list-resources.js';
import type { CodeFunction } from './name-functions.js';
import { shortenText } from './print-text.js';

/** Maximum number of functions that are listed by name instead of by resource. */
const maxFunctions = 40;

/** Lists the resources of functions: the tags of APIs. A server with few functions lists their names. */
export function listContents(functions: readonly CodeFunction[]): string {
  const intro = `${functions.length} functions. Search with a verb and a noun in words of the API.`;
  if (functions.length <= maxFunctions) {
    const groups = new Map<string, string[]>();
    for (const { name, operation } of functions) {
      const root = name.slice(0, name.indexOf('.'));
      const group = `${root}${operation.tags[0] === undefined ? '' : `, ${shortenText(operation.tags[0], 60)}`}`;
      groups.set(group, [...(groups.get(group) ?? []), name.slice(root.length + 1)]);
    }
    const lines = [...groups].map(([group, names]) => `${group} (${names.length}): ${names.join(', ')}`);
    return `${intro}\n\n${lines.join('\n')}`;
  }
  const lines = listResources(locate(functions)).map(printResource);
  return `${intro} To list the functions of a resource, pass its name, without the number, as \`resource\`:\n\n${lines.join('\n')}`;
}

/** Lists the functions of a resource; `undefined` if there is none of this name. */
export function openResource(functions: readonly CodeFunction[], name: string): readonly CodeFunction[] | undefined {
  const located = locate(functions);
  const resource = findResource(listResources(located), name);
  if (resource === undefined) return undefined;
  const members = new Set(resource.operations);
  return functions.filter((_function, position) => members.has(located[position] as OperationDefinition));
}

/** Lists the operations of functions. Those of several APIs have the name of the API in their first tag. */
function locate(functions: readonly CodeFunction[]): readonly OperationDefinition[] {
  const roots = functions.map(({ name }) => name.slice(0, name.indexOf('.')));
  if (new Set(roots).size === 1) return functions.map(({ operation }) => operation);
  return functions.map(({ operation }, position) => {
    const [tag] = operation.tags;
    return { ...operation, tags: [[roots[position], ...(tag === undefined ? [] : [tag])].join('/')] };
  });
}
