import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { toJson, type ScalarNode, type SourceNode } from '../../core/source/source-node.js';
import { childOf, entriesOf, entryOf, itemsOf, stringAt } from '../../core/source/source-node.js';
import { parseUriTemplate } from '../../core/uri/parse-uri-template.js';
import { stringifyJson } from '../../core/model/json.js';
import { booleanAt, textsAt } from '../../core/source/read-values.js';
import type { DefinitionEntry, DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { readSchemaArguments } from '../../feature-kit/definition/read-arguments.js';
import { SchemaResolver } from '../../feature-kit/resolve/schema-resolver.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import type { DatabaseModel } from './databases.js';
import { sqlDiagnostics } from './diagnostics.js';
import type { ParameterFacts, StatementProblem } from './engines/engine.js';
import { locateText } from './locate-text.js';
import { digestOf } from './lock.js';
import { hasBind, listBoundProperties } from '../bind/split-input.js';
import { listFacts } from './parameter-facts.js';
import { limitOf } from './read-bounds.js';

/** Tool, resource, template or completion with SQL, as written. */
export interface FoundSql {
  /** Name in the lock: that of a tool, or {@link nameSql}. */
  readonly name: string;
  /** Node with the key `sql`. */
  readonly node: SourceNode;
  readonly database: DatabaseModel;
  readonly parameters: ReadonlyMap<string, ParameterFacts>;
  readonly steps: readonly FoundStep[];
  /** Columns that order the rows of pages; `[]` without pages. */
  readonly pageBy: readonly string[];
  /** Whether the definition says that these columns are unique. */
  readonly isPageUnique: boolean;
  /** Hash of everything in the definition that the statements depend on. */
  readonly digest: string;
}

/** Statement, as written. */
export interface FoundStep {
  /** Name with which later steps refer to its row. */
  readonly name: string | undefined;
  readonly text: string;
  readonly limit: number | undefined;
  /** Creates the diagnostic of a problem at its place in the definition. */
  readonly report: (problem: StatementProblem) => Diagnostic;
}

/** SQL whose database is not known. */
interface RefusedSql {
  readonly name: string;
  readonly node: SourceNode;
  readonly problem: Diagnostic;
}

/** Entry with a key `sql`, and the values that its placeholders can name. */
interface SqlOwner {
  readonly name: string;
  readonly node: SourceNode;
  readonly parameters: () => ReadonlyMap<string, ParameterFacts>;
}

/** Finds everything with SQL. Returns a diagnostic if it has no database. */
export function findSql(
  workspace: Workspace,
  definitions: DefinitionSet,
  databases: ReadonlyMap<string, DatabaseModel>,
): readonly (FoundSql | RefusedSql)[] {
  const declared = (definitions.sections.get('databases') ?? []).map(({ key }) => key);
  const only = declared.length === 1 ? declared[0] : undefined;
  const invalid = new Set<string | undefined>(declared.filter((key) => !databases.has(key)));
  return listOwners(workspace, definitions).flatMap(
    ({ name, node, parameters: read }): readonly (FoundSql | RefusedSql)[] => {
      const sql = childOf(node, 'sql');
      if (!sql) return [];
      const database = findDatabase(sql, databases);
      if ('code' in database) {
        // An invalid database has an error of its own.
        const isReported = invalid.has(stringAt(sql, 'database') ?? only);
        return isReported ? [] : [{ name, node, problem: database }];
      }
      const steps = findSteps(workspace, sql);
      const parameters = read();
      const digest = digestOf(database.kind, stringifyJson(toJson(sql)), [...parameters]);
      const page = childOf(sql, 'page');
      const pages = { pageBy: textsAt(page, 'by'), isPageUnique: booleanAt(page, 'unique') === true };
      return steps.length === 0 ? [] : [{ name, node, database, parameters, steps, ...pages, digest }];
    },
  );
}

/** Name of SQL that does not belong to a tool. It cannot be the name of a tool. */
export function nameSql(...parts: readonly string[]): string {
  return parts.join(' ');
}

/** Whether a name belongs to a tool. */
export function isToolName(name: string): boolean {
  return !name.includes(' ');
}

function listOwners(workspace: Workspace, definitions: DefinitionSet): readonly SqlOwner[] {
  const resolver = new SchemaResolver(workspace);
  const { tools, prompts, resources, resourceTemplates } = definitions;
  const completions = (kind: string, key: string, parts: SourceNode | undefined): readonly SqlOwner[] =>
    entriesOf(parts).flatMap(({ key: part, value }, _, all) => {
      const node = childOf(value, 'complete');
      const others = all.filter((other) => other.key !== part && other.key !== 'value');
      const facts = others.map((other) => [other.key, textFacts(!hasBind(other.value))] as const);
      const parameters = () => new Map<string, ParameterFacts>([['value', textFacts(false)], ...facts]);
      return node ? [{ name: nameSql(kind, key, part), node, parameters }] : [];
    });
  return [
    ...tools.map((entry) => ({ name: entry.key, node: entry.node, parameters: () => readParameters(resolver, entry) })),
    ...resources.map(({ key, node }) => ({ name: nameSql('resource', key), node, parameters: () => new Map() })),
    ...resourceTemplates.flatMap(({ key, node }) => [
      { name: nameSql('template', key), node, parameters: () => readVariables(key, node) },
      ...completions('template', key, childOf(node, 'variables')),
    ]),
    ...prompts.flatMap(({ key, node }) => {
      const facts = entriesOf(childOf(node, 'arguments')).map(({ key: name, value }) => {
        return [name, textFacts(booleanAt(value, 'required') !== true && !hasBind(value))] as const;
      });
      return [
        { name: nameSql('prompt', key), node, parameters: () => new Map<string, ParameterFacts>(facts) },
        ...completions('prompt', key, childOf(node, 'arguments')),
      ];
    }),
  ];
}

/** Returns the variables of a template as parameters: those of the URI, and those that the server sets. */
function readVariables(uriTemplate: string, node: SourceNode): ReadonlyMap<string, ParameterFacts> {
  const parsed = parseUriTemplate(uriTemplate);
  if (!parsed.ok) return new Map();
  const { path, query } = parsed.matcher;
  const bound = entriesOf(childOf(node, 'variables')).filter(({ value }) => hasBind(value));
  return new Map<string, ParameterFacts>([
    ...bound.map(({ key }) => [key, textFacts(false)] as const),
    ...[...path, ...query].map(({ name, separator, optional }) => {
      const isOptional = optional === true || query.some((variable) => variable.name === name);
      const facts: ParameterFacts =
        separator === undefined ? textFacts(isOptional) : { type: 'array', items: textFacts(false), isOptional };
      return [name, facts] as const;
    }),
  ]);
}

function textFacts(isOptional: boolean): ParameterFacts {
  return { type: 'string', isText: true, isOptional };
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
  const supplied = new Set(listBoundProperties(node).map(({ key }) => key));
  const found = [...readSchemaArguments(resolver, resolver.resolve(node, scope))];
  return listFacts(
    new Map(found.map(([name, each]) => [name, { ...each, isOptional: each.isOptional && !supplied.has(name) }])),
  );
}

function createReport(workspace: Workspace, statement: ScalarNode): FoundStep['report'] {
  return ({ code, message, help, place }) => {
    const file = workspace.files.get(statement.location.file);
    const source = file?.status === 'read' ? file.text : '';
    const location = place ? locateText(statement, source, place) : statement.location;
    return createDiagnostic(sqlDiagnostics[code], location, message, { help });
  };
}
