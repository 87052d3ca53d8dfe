import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { childOf, type SourceNode } from '../load/source-node.js';
import type { Names } from '../model/model.js';
import type { NamedKind } from './form-names.js';
import { readElicitations } from './read-elicitations.js';

/** A tool, prompt, resource or template with the names that it has in the generated code. */
export interface NamedEntry {
  readonly kind: NamedKind;
  readonly name: string;
  readonly names: Names;
  readonly location: SourceLocation;
  readonly node: SourceNode;
}

/** The types that an entry brings along in the generated code: none of them may stand twice. */
export function listTypeNames({ kind, names, node }: NamedEntry): readonly string[] {
  const hasOutput = childOf(node, 'outputSchema') !== undefined || childOf(node, 'returns') !== undefined;
  const suffixes = {
    Tool: hasOutput ? ['Input', 'Output', 'Answer'] : ['Input'],
    Prompt: ['Arguments'],
    Resource: ['Variables'],
  };
  const questions = readElicitations(node, names).map((question) => question.typeName);
  return [
    names.typeName,
    ...suffixes[kind].map((suffix) => names.typeName + suffix),
    ...(questions.length > 0 ? [`${names.typeName}Questions`, ...questions] : []),
  ];
}

/** Names that are different on the wire and the same in the generated code or on a case-insensitive disk. */
export function checkNameCollisions(entries: readonly NamedEntry[]): readonly Diagnostic[] {
  const owners = new Map<string, NamedEntry>();
  const diagnostics: Diagnostic[] = [];
  for (const entry of entries) {
    const claims = [
      `the file handlers/${entry.kind.toLowerCase()}s/${entry.names.fileName}.ts`,
      ...listTypeNames(entry).map((name) => `the type ${name}`),
    ];
    const taken = claims.find((claim) => owners.has(claim));
    const owner = taken === undefined ? undefined : owners.get(taken);
    if (owner) {
      const message = `\`${entry.name}\` and \`${owner.name}\` would both have ${taken}.`;
      const related = [{ message: 'the other one', location: owner.location }];
      const help = 'Rename one of them.';
      diagnostics.push(createDiagnostic('colliding-names', entry.location, message, { related, help }));
      continue;
    }
    claims.forEach((claim) => owners.set(claim, entry));
  }
  return diagnostics;
}
