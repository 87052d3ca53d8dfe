import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { explainUnmatchable } from '../../core/pattern/find-slow-pattern.js';
import { schemaPositions } from '../../core/schema/keywords.js';
import type { MapEntry, SourceNode } from '../../core/source/source-node.js';

/**
 * Removes the patterns that cannot be matched in linear time from another server's schema. Reports each removed pattern as a warning.
 */
export function withoutUnmatchable(schema: SourceNode, diagnostics: Diagnostic[]): SourceNode {
  const isKept = (pattern: string, location: SourceLocation): boolean => {
    const reason = explainUnmatchable(pattern);
    if (reason === undefined) return true;
    const message = `Pattern \`${pattern}\` is prone to ReDoS, and ${reason}; it is ignored.`;
    diagnostics.push(createDiagnostic('slow-pattern', location, message));
    return false;
  };
  const mapMember = (entry: MapEntry): readonly MapEntry[] => {
    const { key, value } = entry;
    if (key === 'pattern' && value.kind === 'scalar' && typeof value.value === 'string') {
      return isKept(value.value, value.location) ? [entry] : [];
    }
    const position = schemaPositions.get(key);
    if (position === undefined) return [entry];
    if (position !== 'map' && position !== 'dependencies') return [{ ...entry, value: mapParts(value) }];
    if (value.kind !== 'map') return [entry];
    const members = value.entries.filter((each) => key !== 'patternProperties' || isKept(each.key, each.keyLocation));
    const entries = members.map((member) => ({ ...member, value: mapParts(member.value) }));
    return [{ ...entry, value: { ...value, entries } }];
  };
  const mapParts = (node: SourceNode): SourceNode => {
    if (node.kind === 'sequence') return { ...node, items: node.items.map(mapParts) };
    return node.kind === 'map' ? { ...node, entries: node.entries.flatMap(mapMember) } : node;
  };
  return mapParts(schema);
}
