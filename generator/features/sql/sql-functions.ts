import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { DeclaredHandlerModel, DescriptorModel, Model, PromptMessageModel } from '../../core/model/model.js';
import { childOf, entriesOf, entryOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { checkPlaceholders, readContentBlock } from '../../feature-kit/definition/content-blocks.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import type { Reading } from '../../feature-kit/feature.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import { readDatabases } from './databases.js';
import { isToolName } from './find-sql.js';
import { readSqlFunction } from './read-sql.js';
import { sqlFactsPart, sqlPart, type SqlToolModel } from './sql-part.js';

/** Generated files with functions of resources and completions. */
export const functionFiles = {
  prompts: 'sql-prompts.ts',
  resources: 'sql-resources.ts',
  completions: 'sql-completions.ts',
} as const;

/** Returns the implementation of a resource, template or completion that has `sql`. */
export function findDeclared(node: SourceNode, workspace: Workspace): DeclaredHandlerModel | undefined {
  const name = sqlFactsPart.of(workspace)?.names.get(node);
  if (name === undefined || isToolName(name)) return undefined;
  return { kind: 'declared', key: 'sql', file: functionFiles[sectionOf(name)], declaration: name };
}

/** Returns the kind of function that a name belongs to. Names of completions have three parts, others two. */
function sectionOf(name: string): keyof typeof functionFiles {
  const [kind, ...others] = name.split(' ');
  if (others.length > 1) return 'completions';
  return kind === 'prompt' ? 'prompts' : 'resources';
}

/** Reads the messages of a prompt with `sql`. */
function readMessages(
  resolution: Resolution,
  prompt: SourceNode,
  { rows, columns }: SqlToolModel,
): readonly PromptMessageModel[] {
  const messages = entryOf(prompt, 'messages');
  if (!messages) {
    const help = 'Add `messages`, with `{{column}}` for the values of the row.';
    report(resolution, 'missing-key', prompt.location, 'A prompt with `sql` has no `messages`.', { help });
    return [];
  }
  const found = rows === 'many' ? ['rows'] : columns.map(({ name }) => name);
  const names = [...entriesOf(childOf(prompt, 'arguments')).map(({ key }) => key), ...found];
  resolution.diagnostics.push(...checkPlaceholders(messages.value, { names, owner: 'prompt', key: 'arguments' }));
  return itemsOf(messages.value).map((message) => ({
    role: stringAt(message, 'role') === 'assistant' ? 'assistant' : 'user',
    content: readContentBlock(childOf(message, 'content')),
  }));
}

/** Adds databases, and the SQL of resources and completions, to the model. */
export function readFunctions(model: Model, { definitions, resolution }: Reading): Model {
  const databases = [...readDatabases(definitions).values()];
  const facts = sqlFactsPart.of(resolution.workspace);
  if (databases.length === 0 || !facts) return model;
  const functions = new Map<string, SqlToolModel>();
  for (const [name, found] of facts.tools) {
    const read = isToolName(name) ? undefined : readSqlFunction(resolution, found);
    if (!read) continue;
    const messages = sectionOf(name) === 'prompts' ? readMessages(resolution, found.node, read) : undefined;
    functions.set(name, messages ? { ...read, messages } : read);
  }
  return sqlPart.on(model, { databases, functions, lock: facts.lock });
}

/** Lists problems of databases, and of SQL that does not belong to a tool. */
export function listProblems(workspace: Workspace): readonly Diagnostic[] {
  const facts = sqlFactsPart.of(workspace);
  const others = [...(facts?.problems ?? [])].flatMap(([name, problems]) => (isToolName(name) ? [] : problems));
  return [...others, ...(facts?.diagnostics ?? [])];
}

/** Sets the media type of a resource or template whose content comes from a statement. */
export function describeContent<Entry extends DescriptorModel>(entry: Entry): Entry {
  const { handler, mimeType } = entry as Entry & {
    readonly handler?: { readonly kind: string; readonly key?: string };
    readonly mimeType?: string;
  };
  const isRead = 'uri' in entry || 'uriTemplate' in entry;
  if (!isRead || handler?.kind !== 'declared' || handler.key !== 'sql' || mimeType !== undefined) return entry;
  return { ...entry, mimeType: 'application/json' };
}
