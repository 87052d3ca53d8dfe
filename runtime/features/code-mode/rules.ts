import type { CodeSettings, OperationDefinition } from '../../core/api/definition.js';

/** Permission of scripts to call an operation. */
export interface OperationRules {
  readonly isAllowed: boolean;
  readonly isReadOnly: boolean;
  /** Whether the user is asked before the operation is called. */
  readonly needsConfirmation: boolean;
}

interface Hints {
  readonly readOnlyHint?: unknown;
  readonly destructiveHint?: unknown;
}

const rulesOf = new WeakMap<CodeSettings, Map<string, Promise<OperationRules>>>();

/** Returns the rules for an operation, from the annotations of its tool and the settings. */
export function readRules(settings: CodeSettings, operation: OperationDefinition): Promise<OperationRules> {
  const byOperation = rulesOf.get(settings) ?? new Map<string, Promise<OperationRules>>();
  rulesOf.set(settings, byOperation);
  const rules = byOperation.get(operation.name) ?? loadRules(settings, operation);
  byOperation.set(operation.name, rules);
  rules.catch(() => byOperation.delete(operation.name));
  return rules;
}

async function loadRules(settings: CodeSettings, operation: OperationDefinition): Promise<OperationRules> {
  const { allow, confirm } = chooseSettings(settings, operation);
  const { annotations = '{}' } = (await operation.details()).fields;
  const { readOnlyHint, destructiveHint } = JSON.parse(annotations) as Hints;
  const isReadOnly = readOnlyHint === true;
  const filters = allow ?? (operation.api === undefined ? ['all'] : ['read-only']);
  return {
    isReadOnly,
    isAllowed: filters.some((filter) => matches(filter, operation, isReadOnly)),
    // Per the protocol, a tool without hints may be destructive.
    needsConfirmation: confirm !== 'never' && !isReadOnly && destructiveHint !== false,
  };
}

/** Returns the settings for an operation: the settings of its API, if any. */
function chooseSettings({ apis = {}, ...settings }: CodeSettings, { api = '' }: OperationDefinition): CodeSettings {
  return Object.hasOwn(apis, api) ? { ...settings, ...apis[api] } : settings;
}

function matches(filter: string, operation: OperationDefinition, isReadOnly: boolean): boolean {
  const { name, operationId, tags, toolsets = tags, request } = operation;
  if (filter === 'all') return true;
  if (filter === 'read-only') return isReadOnly;
  const [, kind = 'operation', wanted = ''] = /^(?:(tag|toolset|method|path|operation):)?(.*)$/su.exec(filter) ?? [];
  const [method = '', path = ''] = request.split(' ', 2);
  const fits = (text: string): boolean => matchesPattern(wanted.replaceAll(/\*+/gu, '**'), text);
  if (kind === 'tag') return tags.some(fits);
  if (kind === 'toolset') return toolsets.some(fits);
  if (kind === 'method') return method.toLowerCase() === wanted.toLowerCase();
  if (kind === 'path') return matchesPattern(wanted, path);
  return fits(name) || (operationId !== undefined && fits(operationId));
}

/** Whether a string matches a pattern: `*` matches a segment or a part of a segment, `**` matches anything. */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split(/(\*{1,2})/u);
  if (!text.startsWith(first)) return false;
  // Positions in the string that the pattern may have reached; takes linear time per star.
  let ends: ReadonlySet<number> = new Set([first.length]);
  for (let index = 0; index < rest.length; index += 2) {
    const isWide = rest[index] === '**';
    const literal = rest[index + 1] ?? '';
    const next = new Set<number>();
    let from = text.length + 1;
    let open = false;
    for (let at = Math.min(...ends); at <= text.length; at += 1) {
      if (ends.has(at)) open = true;
      if (open && text.startsWith(literal, at)) next.add(at + literal.length);
      if (!isWide && text[at] === '/') open = false;
      from = at;
    }
    if (next.size === 0 || from > text.length) return false;
    ends = next;
  }
  return ends.has(text.length);
}
