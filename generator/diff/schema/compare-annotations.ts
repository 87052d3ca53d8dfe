import { isJsonObject, stringifyJson } from '../../model/json.js';
import { annotationKeywords } from '../../schema/keywords.js';
import type { SchemaRule } from '../schema-rules.js';
import { showValue } from './compare-values.js';
import type { Annotations } from './follow-reference.js';
import type { SchemaChange, SchemaPair } from './schema-change.js';

/** How schemas differ in what they say without restricting anything. */
export function compareAnnotations(old: Annotations, recent: Annotations, pair: SchemaPair): readonly SchemaChange[] {
  const keywords = [...new Set([...old.keys(), ...recent.keys()])];
  return keywords.flatMap((keyword): SchemaChange[] => {
    const [before, after] = [old.get(keyword), recent.get(keyword)];
    const texts = [before, after].map((entry) => entry && stringifyJson(entry.value));
    if (texts[0] === texts[1]) return [];
    const verb = before ? (after ? 'changed' : 'removed') : 'added';
    const shown = after && !isJsonObject(after.value) && keyword !== 'description' ? `: ${showValue(after.value)}` : '';
    return [
      {
        rule: ruleOf(keyword, verb),
        narrows: 'no',
        widens: 'no',
        trail: pair.trail,
        side: after ? 'new' : 'old',
        place: after?.place ?? before?.place ?? pair.newPlace,
        message: `\`${keyword}\` ${verb}${shown}`,
      },
    ];
  });
}

function ruleOf(keyword: string, verb: 'added' | 'changed' | 'removed'): SchemaRule {
  if (keyword === 'default') return `default-${verb}`;
  if (keyword === 'x-mcp-header') return 'header-changed';
  if (/^content(?:Encoding|MediaType|Schema)$/u.test(keyword)) return 'content-changed';
  return annotationKeywords.has(keyword) ? 'schema-documentation-changed' : 'schema-extension-changed';
}
