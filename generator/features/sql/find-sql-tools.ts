import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { toJson, type ScalarNode, type SourceNode } from '../../core/source/source-node.js';
import { childOf, entryOf, itemsOf, stringAt } from '../../core/source/source-node.js';
import { stringifyJson } from '../../core/model/json.js';
import { textsAt } from '../../core/source/read-values.js';
import type { DefinitionEntry, DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { readSchemaArguments } from '../../feature-kit/definition/read-arguments.js';
import { SchemaResolver } from '../../feature-kit/resolve/schema-resolver.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import type { DatabaseModel } from './databases.js';
import { sqlDiagnostics } from './diagnostics.js';
import type { ParameterFacts, StatementProblem } from './engines/engine.js';
import { locateText } from './locate-text.js';
import { digestOf } from './lock.js';
import { listFacts } from './parameter-facts.js';
import { limitOf } from './read-bounds.js';

/** Tool with SQL, as written. */
export interface FoundTool {
  readonly entry: DefinitionEntry;
  readonly database: DatabaseModel;
  readonly parameters: ReadonlyMap<string, ParameterFacts>;
  readonly steps: readonly FoundStep[];
  /** Columns that order the rows of pages; `[]` without pages. */
  readonly pageBy: readonly string[];
  /** Hash of everything in the definition that the statements depend on. */
  readonly digest: string;
}

/** Statement of a tool, as written. */
export interface FoundStep {
  /** Name with which later steps refer to its row. */
  readonly name: string | undefined;
  readonly text: string;
  readonly limit: number | undefined;
  /** Creates the diagnostic of a problem at its place in the definition. */
  readonly report: (problem: StatementProblem) => Diagnostic;
}

/** Tool with SQL whose database is not known. */
interface RefusedTool {
  readonly entry: DefinitionEntry;
  readonly problem: Diagnostic;
}

/** Finds the tools with SQL. Returns a diagnostic for a tool without a database. */
export function findSqlTools(
  workspace: Workspace,
  { tools }: DefinitionSet,
  databases: ReadonlyMap<string, DatabaseModel>,
): readonly (FoundTool | RefusedTool)[] {
  const resolver = new SchemaResolver(workspace);
  return tools.flatMap((entry): readonly (FoundTool | RefusedTool)[] => {
    const sql = childOf(entry.node, 'sql');
    if (!sql) return [];
    const database = findDatabase(sql, databases);
    if ('code' in database) return [{ entry, problem: database }];
    const steps = findSteps(workspace, sql);
    const parameters = readParameters(resolver, entry);
    const digest = digestOf(database.kind, stringifyJson(toJson(sql)), [...parameters]);
    return steps.length === 0
      ? []
      : [{ entry, database, parameters, steps, pageBy: textsAt(childOf(sql, 'page'), 'by'), digest }];
  });
}

function findSteps(workspace: Workspace, sql: SourceNode): readonly FoundStep[] {
  const steps = itemsOf(childOf(sql, 'steps'));
  const nodes = steps.length > 0 ? steps : [sql];
  return nodes.flatMap((node, index) => {
    const statement = childOf(node, 'statement');
    if (statement?.kind !== 'scalar' || typeof statement.value !== 'string') return [];
    const isLast = index === nodes.length - 1;
    return [
      {
        name: steps.length > 0 ? stringAt(node, 'name') : undefined,
        text: statement.value,
        limit: isLast ? limitOf(sql) : 1,
        report: createReport(workspace, statement),
      },
    ];
  });
}

function findDatabase(sql: SourceNode, databases: ReadonlyMap<string, DatabaseModel>): DatabaseModel | Diagnostic {
  const name = stringAt(sql, 'database');
  const [only, ...others] = databases.values();
  const database = name === undefined ? (others.length === 0 ? only : undefined) : databases.get(name);
  if (database) return database;
  const rule = sqlDiagnostics['sql-database'];
  if (name !== undefined) {
    const help = didYouMean(name, databases.keys()) ?? 'Add it under `databases`.';
    const place = childOf(sql, 'database')?.location;
    return createDiagnostic(rule, place, `The definitions have no database \`${name}\`.`, { help });
  }
  const message = only ? 'The tool does not say which database it uses.' : 'The definitions have no database.';
  const names = [...databases.keys()].join(', ');
  const help = only ? `Add \`database\`: ${names}.` : 'Add one under `databases`.';
  const place = entryOf(sql, 'statement') ?? entryOf(sql, 'steps');
  return createDiagnostic(rule, place?.keyLocation ?? sql.location, message, { help });
}

function readParameters(resolver: SchemaResolver, entry: DefinitionEntry): ReadonlyMap<string, ParameterFacts> {
  const node = childOf(entry.node, 'inputSchema');
  if (!node) return new Map();
  const scope = resolver.scopeOf(entry.file, [...entry.path, 'inputSchema'], node);
  return listFacts(readSchemaArguments(resolver, resolver.resolve(node, scope)));
}

function createReport(workspace: Workspace, statement: ScalarNode): FoundStep['report'] {
  return ({ code, message, help, place }) => {
    const file = workspace.files.get(statement.location.file);
    const source = file?.status === 'read' ? file.text : '';
    const location = place ? locateText(statement, source, place) : statement.location;
    return createDiagnostic(sqlDiagnostics[code], location, message, { help });
  };
}
