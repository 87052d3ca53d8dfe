import type { FieldError } from '../form/error-summary.js';
import type { JsonObject } from '../../../../../runtime/wire/json.js';
import { objectsAt, textAt } from '../protocol/json-object.js';

/**
 * Returns the argument problems that a server of this package lists in a tool error, one per line. Empty for other results.
 */
export function listProblems(result: JsonObject | undefined): readonly FieldError[] {
  if (result?.['isError'] !== true) return [];
  const text = textAt(objectsAt(result, 'content')[0], 'text') ?? '';
  if (!text.startsWith('Invalid arguments for tool ')) return [];
  return text.split('\n').flatMap((line) => {
    const [, path = '', message] = /^- ((?:[^:\s"]|"(?:[^"\\]|\\.)*")+): (.+)$/u.exec(line) ?? [];
    return message === undefined ? [] : [{ path: toPointer(path), message }];
  });
}

/** Returns the JSON Pointer of a path such as `books[0].title` or `["a b"].c`; the root pointer for `arguments`. */
function toPointer(path: string): string {
  if (path === 'arguments') return '';
  const segments = [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/gu)].map(
    ([, index, quoted, name = '']) => index ?? (quoted === undefined ? name : String(JSON.parse(quoted))),
  );
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
