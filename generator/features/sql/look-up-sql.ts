import path from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import type { Lookup } from '../../feature-kit/feature.js';
import { readFileInside } from '../../feature-kit/load/read-file.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import type { SourceNode } from '../../core/source/source-node.js';
import { chooseAddress, splitAddress } from './choose-address.js';
import { readDatabases, type DatabaseModel } from './databases.js';
import { sqlDiagnostics } from './diagnostics.js';
import type { EngineProblem, SqlEngine } from './engines/engine.js';
import { openAnyEngine } from './engines/open-any-engine.js';
import { findSql, type FoundSql } from './find-sql.js';
import { digestOf, lockFile, parseLock, type LockedDatabase, type LockedTool, type SqlLock } from './lock.js';
import { prepareTool, takeLocked } from './prepare-tool.js';
import { sqlFactsPart, type SqlFacts, type ToolFacts } from './sql-part.js';

/**
 * Prepares the statements that changed since the last run, or all statements of the databases that are given.
 *
 * @see docs/decisions/0061-databases-check-statements.md
 */
export async function lookUpSql(lookup: Lookup): Promise<Workspace> {
  const { workspace, definitions } = lookup;
  const databases = readDatabases(definitions);
  const tools = findSql(workspace, definitions, databases);
  if (databases.size === 0 && tools.length === 0) return workspace;
  const run = new LookupRun(lookup, await readLock(lookup));
  for (const { name, node } of tools) run.names.set(node, name);
  for (const tool of tools) if ('problem' in tool) run.problems.set(tool.name, [tool.problem]);
  run.checkAddresses(databases);
  for (const database of databases.values()) {
    await run.prepareAll(
      database,
      tools.flatMap((tool) => ('database' in tool && tool.database === database ? [tool] : [])),
    );
  }
  return sqlFactsPart.on(workspace, run.facts);
}

async function readLock({ root, options: { out = 'generated' } }: Lookup): Promise<SqlLock> {
  const loaded = await readFileInside(root, [path.join(root, out)], `${out}/${lockFile}`);
  return parseLock(loaded.status === 'read' ? loaded.text : undefined);
}

/** Maximum number of tools that a message names. */
const maxNames = 10;

/** Lookup for all databases of a project. */
class LookupRun {
  readonly names = new Map<SourceNode, string>();
  /** Problems of statements, by name. */
  readonly problems = new Map<string, readonly Diagnostic[]>();
  readonly #lookup: Lookup;
  readonly #earlier: SqlLock;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #tools = new Map<string, ToolFacts>();
  readonly #lockedDatabases: { [name: string]: LockedDatabase } = {};
  readonly #lockedTools: { [name: string]: LockedTool } = {};

  constructor(lookup: Lookup, earlier: SqlLock) {
    this.#lookup = lookup;
    this.#earlier = earlier;
  }

  get facts(): SqlFacts {
    const lock = { databases: this.#lockedDatabases, tools: this.#lockedTools };
    return { names: this.names, tools: this.#tools, problems: this.problems, diagnostics: this.#diagnostics, lock };
  }

  /** Reports addresses that are given for databases that the definitions do not have. */
  checkAddresses(databases: ReadonlyMap<string, DatabaseModel>): void {
    for (const { name } of (this.#lookup.options.databases ?? []).map(splitAddress)) {
      if (name === undefined || databases.has(name)) continue;
      const help = didYouMean(name, databases.keys()) ?? `Databases: ${[...databases.keys()].join(', ')}.`;
      const message = `\`--database\` names \`${name}\`, which is not a database of the definitions.`;
      this.#diagnostics.push(createDiagnostic(sqlDiagnostics['sql-database'], undefined, message, { help }));
    }
  }

  /** Prepares the statements of a database, if the facts of the last run no longer apply. */
  async prepareAll(database: DatabaseModel, tools: readonly FoundSql[]): Promise<void> {
    const address = chooseAddress(database, this.#lookup.options);
    if (address && 'problem' in address) return this.#fail(database, tools, address.problem);
    const schema = this.#readSchema(database);
    if (!schema) return;
    const hash = schema.length === 0 ? undefined : digestOf(schema.map(({ text }) => text));
    const earlier = this.#earlier.databases[database.name];
    const isSame = earlier !== undefined && earlier.schema === hash && !address;
    if (isSame) this.#lockedDatabases[database.name] = earlier;
    const open = tools.filter((tool) => !isSame || !this.#keep(tool));
    if (open.length === 0) return;
    if (!address && schema.length === 0) return this.#reportUnchecked(database, open);
    const { root } = this.#lookup;
    const url = address && (database.kind === 'sqlite' ? path.resolve(root, address.url) : address.url);
    const opened = await openAnyEngine(database.kind, { root, schema, ...(url !== undefined && { url }) });
    if ('problem' in opened) return this.#fail(database, open, opened.problem);
    try {
      for (const tool of open) await this.#prepare(opened, tool);
    } finally {
      await opened.close();
    }
    this.#lockedDatabases[database.name] = hash === undefined ? {} : { schema: hash };
  }

  /** Takes a tool from the lock. Returns whether it is there. */
  #keep(tool: FoundSql): boolean {
    const { name, node, database, digest } = tool;
    const locked = this.#earlier.tools[name];
    if (locked?.digest !== digest || locked.database !== database.name) return false;
    const kept = takeLocked(tool, locked);
    if (!kept) return false;
    this.#addProblems(name, kept.warnings);
    this.#tools.set(name, { node, database, steps: kept.steps });
    this.#lockedTools[name] = locked;
    return true;
  }

  async #prepare(engine: SqlEngine, tool: FoundSql): Promise<void> {
    const { name, node, database, digest } = tool;
    const { steps, problems } = await prepareTool(engine, tool);
    this.#addProblems(name, problems);
    if (!steps) return;
    this.#tools.set(name, { node, database, steps });
    const locked = steps.map(({ statements, next }) => ({ statements, ...(next && { next }) }));
    this.#lockedTools[name] = { database: database.name, digest, engine: engine.label, steps: locked };
  }

  #addProblems(tool: string, problems: readonly Diagnostic[]): void {
    if (problems.length > 0) this.problems.set(tool, [...(this.problems.get(tool) ?? []), ...problems]);
  }

  #reportUnchecked(database: DatabaseModel, tools: readonly FoundSql[]): void {
    const names = tools.map(({ name }) => `\`${name}\``);
    const shown = names.length > maxNames ? [...names.slice(0, maxNames - 1), 'others'] : names;
    const listed = [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter((part) => part !== '').join(' and ');
    const message = `No database has checked the SQL of ${listed} since it changed.`;
    const variable =
      database.variable === undefined ? '' : ` with \`${database.variable}\` in the environment or \`.env\``;
    const help = `Run \`generate --database\`${variable}, or name the files that create the tables in \`databases.${database.name}.schema\`.`;
    for (const [index, { name, steps }] of tools.entries()) {
      const found = steps.slice(0, 1).map(({ report }) => report({ code: 'sql-unchecked', message, help }));
      // The first one names all tools.
      this.#addProblems(
        name,
        found.map((problem) => (index === 0 ? problem : { ...problem, isConsequence: true })),
      );
    }
  }

  /** Reports a database that cannot be used, if tools use it. */
  #fail(database: DatabaseModel, tools: readonly FoundSql[], problem: EngineProblem): void {
    if (tools.length === 0) return;
    const { code, message, help, place } = problem;
    const location = place ? this.#locate(place) : this.#locationOf(database);
    this.#diagnostics.push(createDiagnostic(sqlDiagnostics[code], location, message, { help }));
  }

  #locationOf({ name }: DatabaseModel) {
    return this.#lookup.definitions.sections.get('databases')?.find(({ key }) => key === name)?.keyLocation;
  }

  #locate({ file, offset, length }: NonNullable<EngineProblem['place']>) {
    const loaded = this.#lookup.workspace.files.get(file);
    const lines = (loaded?.status === 'read' ? loaded.text : '').slice(0, offset).split('\n');
    return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, length: Math.max(1, length) };
  }

  /** Returns the schema files, or `undefined` after it has reported those that cannot be read. */
  #readSchema(database: DatabaseModel) {
    const { files, folder } = this.#lookup.workspace;
    const read = database.schema.flatMap((file) => {
      const loaded = files.get(file);
      if (loaded?.status === 'read') return [{ file, text: loaded.text }];
      const isOutside = loaded?.status === 'outside';
      const others = loaded && 'reason' in loaded ? loaded.reason : 'does not exist';
      const message = `The schema ${file} ${isOutside ? `is outside ${folder}/` : others}.`;
      const help = isOutside ? 'Move it, or allow its folder with `--allow-folder`.' : undefined;
      const rule = sqlDiagnostics['sql-schema'];
      this.#diagnostics.push(createDiagnostic(rule, this.#locationOf(database), message, { help }));
      return [];
    });
    return read.length === database.schema.length ? read : undefined;
  }
}
