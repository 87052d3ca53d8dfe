import { PartKey } from '../../core/model/part-key.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { PromptMessageModel } from '../../core/model/model.js';
import type { SourceNode } from '../../core/source/source-node.js';
import type { DatabaseModel } from './databases.js';
import type { PreparedColumn, PreparedStatement } from './engines/engine.js';
import type { PreparedVariants, SqlLock } from './lock.js';
import type { PageKey } from './paging.js';

/** Facts about the statements of a project. */
export interface SqlFacts {
  /** Names of everything with SQL, by the node with the key `sql`. */
  readonly names: ReadonlyMap<SourceNode, string>;
  /** By name; absent if the statements were not prepared. */
  readonly tools: ReadonlyMap<string, ToolFacts>;
  /** Problems of statements, by name. */
  readonly problems: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Problems of databases. */
  readonly diagnostics: readonly Diagnostic[];
  readonly lock: Omit<SqlLock, 'version'>;
}

/** Prepared statements of a tool, resource, template or completion. */
export interface ToolFacts {
  /** Node with the key `sql`. */
  readonly node: SourceNode;
  readonly database: DatabaseModel;
  /** One or more statements, which run in one transaction. */
  readonly steps: readonly PreparedStep[];
}

/** Statement with all its variants. */
export interface PreparedStep extends PreparedVariants {
  /** Name with which later steps refer to its row. */
  readonly name?: string;
  /** Arguments whose values choose a variant; `[]` if there is one. */
  readonly choices: readonly string[];
}

/** Part of a workspace. */
export const sqlFactsPart = new PartKey<SqlFacts>('sql facts');

/** SQL of a tool, resource, template or completion, as it is generated. */
export interface SqlToolModel extends Omit<ToolFacts, 'node'> {
  /** Statements as written, in order. */
  readonly written: readonly string[];
  readonly rows: RowsMode;
  readonly limit: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Columns of the result: those of the last step. */
  readonly columns: readonly PreparedColumn[];
  /** Columns that order the rows of pages; `[]` without pages. */
  readonly pageKeys: readonly PageKey[];
  /** Messages of a prompt, with placeholders for arguments and columns. */
  readonly messages?: readonly PromptMessageModel[];
  /** Question to the user before the changes are committed. */
  readonly confirm?: string;
}

/** How many rows a result has. */
export type RowsMode = 'many' | 'one' | 'maybe-one' | 'none';

/** Part of a tool. */
export const sqlToolPart = new PartKey<SqlToolModel>('sql');

/** Part of a model: databases that tools use, and the lock. */
export const sqlPart = new PartKey<{
  readonly databases: readonly DatabaseModel[];
  /** SQL of resources, templates and completions, by name. */
  readonly functions: ReadonlyMap<string, SqlToolModel>;
  readonly lock: Omit<SqlLock, 'version'>;
}>('sql');

/** Returns any variant of a step; all have the same columns. */
export function firstOf({ statements }: PreparedVariants): PreparedStatement | undefined {
  return Object.values(statements)[0];
}
