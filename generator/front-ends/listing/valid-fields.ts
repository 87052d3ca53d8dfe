import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { mapNode, sequenceNode } from '../../core/source/make-node.js';
import { childOf, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { isIconSource, isMediaType, isMetaKey, isTimestamp } from '../../core/source/wire-values.js';

type Test = (node: SourceNode) => boolean;

const isText = (isValid: (text: string) => boolean = () => true): Test => {
  return (node) => node.kind === 'scalar' && typeof node.value === 'string' && isValid(node.value);
};
const isNumber = (isValid: (value: number) => boolean): Test => {
  return (node) => node.kind === 'scalar' && typeof node.value === 'number' && isValid(node.value);
};
const isList = (isItem: Test): Test => {
  return (node) => node.kind === 'sequence' && node.items.every(isItem);
};
const isFlag: Test = (node) => node.kind === 'scalar' && typeof node.value === 'boolean';
const isRole = isText((text) => text === 'user' || text === 'assistant');

/**
 * Values that the definition format allows, by field path. A field with members has one test for each member.
 */
const members: { readonly [field: string]: { readonly [key: string]: Test } } = {
  icons: {
    src: isText((text) => /^(?:https?|data):/u.test(text) && isIconSource(text)),
    mimeType: isText(isMediaType),
    sizes: isList(isText((text) => /^(?:any|[1-9]\d*x[1-9]\d*)$/u.test(text))),
    theme: isText((text) => text === 'light' || text === 'dark'),
  },
  annotations: {
    title: isText(),
    readOnlyHint: isFlag,
    destructiveHint: isFlag,
    idempotentHint: isFlag,
    openWorldHint: isFlag,
    audience: isList(isRole),
    priority: isNumber((value) => value >= 0 && value <= 1),
    lastModified: isText(isTimestamp),
  },
};

const texts: { readonly [field: string]: Test } = {
  title: isText(),
  description: isText(),
  mimeType: isText(isMediaType),
  size: isNumber((value) => value >= 0 && Number.isInteger(value)),
};

/**
 * Removes the values that the protocol does not allow from a field of another server's descriptor. Reports each removed value as a warning.
 * @see docs/decisions/0006-third-party-documents-get-warnings.md
 */
export function keepValid(entry: MapEntry, diagnostics: Diagnostic[]): readonly MapEntry[] {
  const { key, value } = entry;
  const drop = (name: string, node: SourceNode): [] => {
    const message = `This value of \`${name}\` is ignored, because the protocol does not allow it.`;
    diagnostics.push(createDiagnostic('ignored-field', node.location, message));
    return [];
  };
  const isAllowed = texts[key];
  if (isAllowed !== undefined) return isAllowed(value) ? [entry] : drop(key, value);
  const keepMembers = (node: SourceNode): readonly SourceNode[] => {
    if (node.kind !== 'map') return drop(key, node);
    const kept = node.entries.flatMap((member) => {
      if (key === '_meta') return isMetaKey(member.key) ? [member] : drop(`_meta.${member.key}`, member.value);
      const isValid = member.key.startsWith('x-') || members[key]?.[member.key]?.(member.value) === true;
      return isValid ? [member] : drop(`${key}.${member.key}`, member.value);
    });
    return [mapNode(kept, node.location)];
  };
  if (key === '_meta' || key === 'annotations') return keepMembers(value).map((node) => ({ ...entry, value: node }));
  if (key !== 'icons') return [entry];
  if (value.kind !== 'sequence') return drop(key, value);
  const icons = value.items.flatMap(keepMembers).filter((icon) => childOf(icon, 'src') !== undefined);
  return icons.length === 0 ? [] : [{ ...entry, value: sequenceNode(icons, value.location) }];
}
