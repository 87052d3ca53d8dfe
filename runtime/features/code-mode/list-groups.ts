import type { CodeFunction } from './name-functions.js';
import { shortenText } from './print-text.js';

/** Maximum number of functions of a group that are listed by name. */
const shownOfGroup = 12;

/** Lists the groups of functions: the tags of APIs, with the names of some functions. */
export function listGroups(functions: readonly CodeFunction[]): string {
  const groups = new Map<string, string[]>();
  for (const { name, operation } of functions) {
    const root = name.slice(0, name.indexOf('.'));
    const group = `${root}${operation.tags[0] === undefined ? '' : `, ${shortenText(operation.tags[0], 60)}`}`;
    groups.set(group, [...(groups.get(group) ?? []), name.slice(root.length + 1)]);
  }
  const isShort = functions.length <= 60;
  const lines = [...groups].slice(0, 150).map(([group, names]) => {
    const shown = names.slice(0, isShort ? shownOfGroup * 5 : groups.size > 40 ? 3 : shownOfGroup);
    return `${group} (${names.length}): ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
  });
  return `${functions.length} functions. Search with words that describe the task.\n\n${lines.join('\n')}`;
}
