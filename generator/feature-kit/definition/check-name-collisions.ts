import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { childOf, type SourceNode } from '../../core/source/source-node.js';
import type { FunctionNames, Names } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import type { NamedKind } from '../resolve/create-names.js';
import { readElicitations, type NamedFunction } from './resolve-entry.js';

/** A tool, prompt, resource or template with its names in generated code. */
export interface NamedEntry {
  readonly kind: NamedKind;
  readonly name: string;
  readonly names: Names;
  readonly location: SourceLocation;
  readonly node: SourceNode;
  /** Types that features generate for a tool. */
  readonly addedTypes?: readonly string[];
}

/** Owner of files, types and functions in generated code. */
interface NameOwner {
  /** Name of the entry in the definition. */
  readonly name: string;
  readonly location: SourceLocation;
  /** Generated files, types and functions, as described in messages. */
  readonly claims: readonly string[];
}

/** Lists the names of the types generated for an entry. */
export function listTypeNames({ kind, names, node, addedTypes = [] }: NamedEntry): readonly string[] {
  const hasOutput = childOf(node, 'outputSchema') !== undefined || childOf(node, 'returns') !== undefined;
  const types = nameTypes(names.typeName);
  const typesByKind = {
    Tool: hasOutput ? [types.input, types.output, types.result] : [types.input],
    Prompt: [types.arguments],
    Resource: [types.variables],
  };
  const contentTypes = readElicitations(node, names).map((elicitation) => elicitation.typeName);
  return [
    types.handler,
    ...typesByKind[kind],
    ...addedTypes,
    ...(contentTypes.length > 0 ? [types.elicitations, ...contentTypes] : []),
  ];
}

/** Lists the files, types and functions generated for an entry. */
function claimNames(entry: NamedEntry): NameOwner {
  const { kind, name, names, location } = entry;
  const types = listTypeNames(entry).map((typeName) => `the type ${typeName}`);
  return { name, location, claims: [claimFile(`${kind.toLowerCase()}s`, names), ...types, claimFunction(names)] };
}

/** Lists the file and function generated for a completion or list function. */
function claimNamedFunction({ name, folder, location, names }: NamedFunction): NameOwner {
  return { name, location, claims: [claimFile(folder, names), claimFunction(names)] };
}

function claimFile(folder: string, { fileName }: FunctionNames): string {
  return `the file handlers/${folder}/${fileName}.ts`;
}

function claimFunction({ identifier }: FunctionNames): string {
  return `the function ${identifier}`;
}

/** Reports names that collide in generated code or on a case-insensitive file system. */
export function checkNameCollisions(
  entries: readonly NamedEntry[],
  functions: readonly NamedFunction[],
): readonly Diagnostic[] {
  const owners = new Map<string, NameOwner>();
  const diagnostics: Diagnostic[] = [];
  for (const claimant of [...entries.map(claimNames), ...functions.map(claimNamedFunction)]) {
    const taken = claimant.claims.find((claim) => owners.has(claim));
    const owner = taken === undefined ? undefined : owners.get(taken);
    if (owner) {
      const message = `\`${claimant.name}\` and \`${owner.name}\` would both generate ${taken}.`;
      const related = [{ message: 'the other entry', location: owner.location }];
      const help = 'Rename one of them.';
      diagnostics.push(createDiagnostic('colliding-names', claimant.location, message, { related, help }));
      continue;
    }
    claimant.claims.forEach((claim) => owners.set(claim, claimant));
  }
  return diagnostics;
}
