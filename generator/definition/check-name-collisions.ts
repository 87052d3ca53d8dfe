import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { childOf, type SourceNode } from '../source/source-node.js';
import type { FunctionNames, Names } from '../model/model.js';
import type { NamedKind } from '../resolve/form-names.js';
import { readElicitations } from './read-elicitations.js';

/** A tool, prompt, resource or template with the names that it has in the generated code. */
export interface NamedEntry {
  readonly kind: NamedKind;
  readonly name: string;
  readonly names: Names;
  readonly location: SourceLocation;
  readonly node: SourceNode;
}

/** Something that takes names in the generated code. */
export interface NameOwner {
  /** As the definition calls it. */
  readonly name: string;
  readonly location: SourceLocation;
  /** The files, types and functions that it brings along. */
  readonly claims: readonly string[];
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

/** What an entry brings along. */
export function claimNames(entry: NamedEntry): NameOwner {
  const { kind, name, names, location } = entry;
  const types = listTypeNames(entry).map((typeName) => `the type ${typeName}`);
  return { name, location, claims: [claimFile(`${kind.toLowerCase()}s`, names), ...types, claimFunction(names)] };
}

/** What a function that completes an argument or a variable brings along. */
export function claimCompletionNames(name: string, location: SourceLocation, names: FunctionNames): NameOwner {
  return { name, location, claims: [claimFile('completions', names), claimFunction(names)] };
}

function claimFile(folder: string, { fileName }: FunctionNames): string {
  return `the file handlers/${folder}/${fileName}.ts`;
}

function claimFunction({ identifier }: FunctionNames): string {
  return `the function ${identifier}`;
}

/** Names that are different on the wire and the same in the generated code or on a case-insensitive disk. */
export function checkNameCollisions(claimants: readonly NameOwner[]): readonly Diagnostic[] {
  const owners = new Map<string, NameOwner>();
  const diagnostics: Diagnostic[] = [];
  for (const claimant of claimants) {
    const taken = claimant.claims.find((claim) => owners.has(claim));
    const owner = taken === undefined ? undefined : owners.get(taken);
    if (owner) {
      const message = `\`${claimant.name}\` and \`${owner.name}\` would both have ${taken}.`;
      const related = [{ message: 'the other one', location: owner.location }];
      const help = 'Rename one of them.';
      diagnostics.push(createDiagnostic('colliding-names', claimant.location, message, { related, help }));
      continue;
    }
    claimant.claims.forEach((claim) => owners.set(claim, claimant));
  }
  return diagnostics;
}
