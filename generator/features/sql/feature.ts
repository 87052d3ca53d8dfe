import type { Model, NeededPackage, VariableGroup } from '../../core/model/model.js';
import type { Feature } from '../../feature-kit/feature.js';
import { checkDatabases } from './check-databases.js';
import { sqlChanges, diffSql } from './changes.js';
import { schemaFiles, type DatabaseModel } from './databases.js';
import { describeSql } from './describe-sql.js';
import { sqlDiagnostics } from './diagnostics.js';
import { emitSql } from './emit-sql.js';
import { examineDatabases } from './examine-databases.js';
import { lookUpSql } from './look-up-sql.js';
import { readSql } from './read-sql.js';
import { describeContent, findDeclared, listProblems, readFunctions } from './sql-functions.js';
import { sqlPart } from './sql-part.js';

/** Tools, resources and completions that run a SQL statement, `sql` and `databases`. */
export const sql: Feature = {
  name: 'sql',
  diagnostics: Object.values(sqlDiagnostics),
  changes: Object.values(sqlChanges),
  root: { sections: { databases: 'database' } },
  files: schemaFiles,
  lookUp: lookUpSql,
  readTool: readSql,
  findDeclared,
  readEntry: describeContent,
  read: readFunctions,
  environment: listVariables,
  packages: listDrivers,
  check: (_model, { definitions, resolution }) => [
    ...checkDatabases(definitions),
    ...listProblems(resolution.workspace),
  ],
  implementation: describeSql,
  examine: examineDatabases,
  diff: { entry: diffSql },
  emit: emitSql,
};

function listVariables(model: Model): readonly VariableGroup[] {
  return (sqlPart.of(model)?.databases ?? []).flatMap(({ name, kind, variable, file }) => {
    if (variable === undefined) return [];
    const isFile = kind === 'sqlite';
    const description = isFile
      ? `Path of the SQLite file.${file === undefined ? '' : ` Default: ${file}.`}`
      : `URL of the database, such as ${kind}://user:password@localhost/name.`;
    const secret = isFile ? {} : { isSecret: true as const };
    return [
      {
        title: `Database ${name}`,
        variables: [{ name: variable, description, isNeeded: file === undefined, ...secret }],
      },
    ];
  });
}

const drivers: { readonly [kind in DatabaseModel['kind']]: Omit<NeededPackage, 'purpose'> } = {
  postgres: { name: 'pg' },
  mysql: { name: 'mysql2' },
  // Later Node releases include SQLite.
  sqlite: { name: 'better-sqlite3', before: '22.13.0' },
};

function listDrivers(model: Model): readonly NeededPackage[] {
  const kinds = new Set((sqlPart.of(model)?.databases ?? []).map(({ kind }) => kind));
  return [...kinds].map((kind) => ({ ...drivers[kind], purpose: `\`databases\` with \`kind: ${kind}\`` }));
}
