import path from 'node:path';
import type { Examination } from '../../feature-kit/feature.js';
import { within, type Finding } from '../../feature-kit/finding.js';
import type { DatabaseModel } from './databases.js';
import type { LockedTool } from './lock.js';
import { openAnyEngine } from './engines/open-any-engine.js';
import { lookUpSql } from './look-up-sql.js';
import { firstOf, sqlFactsPart, sqlPart } from './sql-part.js';

/** Time in which a database must accept a connection, in milliseconds. */
const connectMs = 5000;
/** Time in which a database must prepare all statements, in milliseconds. */
const prepareMs = 30_000;

/** Checks whether databases can be reached, and whether statements still fit them. Runs no statement of a tool. */
export async function examineDatabases(examination: Examination): Promise<readonly Finding[]> {
  const databases = sqlPart.of(examination.model)?.databases ?? [];
  const found = databases.map((database) => examineDatabase(database, examination));
  return (await Promise.all(found)).flat();
}

async function examineDatabase(database: DatabaseModel, examination: Examination): Promise<readonly Finding[]> {
  const { name, kind, variable, file } = database;
  const { root, environment } = examination;
  const given = (variable === undefined ? undefined : environment[variable]?.trim()) || file;
  if (given === undefined) {
    const help = `Add ${variable ?? 'it'} to .env.`;
    return [
      {
        code: 'database',
        state: 'note',
        text: `Database ${name} was not checked: ${variable ?? 'its address'} is not set`,
        help,
      },
    ];
  }
  const url = kind === 'sqlite' ? path.resolve(root, given) : given;
  const opening = openAnyEngine(kind, { root, url, schema: [] });
  const opened = await within(connectMs, opening);
  if (opened === undefined) {
    void opening.then((late) => ('close' in late ? late.close() : undefined)).catch(() => undefined);
    const text = `Database ${name}: no connection within ${connectMs / 1000} seconds`;
    return [{ code: 'database', state: 'broken', text, help: adviseAddress(database) }];
  }
  if ('problem' in opened) return [describeProblem(database, opened.problem)];
  await opened.close();
  const reached: Finding = {
    code: 'database',
    state: 'fine',
    text: `Database ${name} can be reached: ${opened.label}`,
  };
  return [reached, ...(await examineStatements(name, url, examination))];
}

function describeProblem(
  database: DatabaseModel,
  {
    code,
    message,
    help = adviseAddress(database),
  }: { readonly code: string; readonly message: string; readonly help?: string },
): Finding {
  const sentence = message.replace(/\.$/u, '');
  // Packages that are not installed are reported for all features.
  if (code === 'sql-driver')
    return { code: 'database', state: 'note', text: `Database ${database.name} was not checked: ${sentence}`, help };
  return { code: 'database', state: 'broken', text: `Database ${database.name}: ${sentence}`, help };
}

function adviseAddress({ variable, file }: DatabaseModel): string {
  return variable === undefined
    ? `Check the file ${file}.`
    : `Check the variable ${variable}, and that the database runs.`;
}

/** Prepares the statements of all tools with a database, and compares the facts with those of the last run. */
async function examineStatements(
  name: string,
  url: string,
  { model, environment, readLookup }: Examination,
): Promise<readonly Finding[]> {
  const lookup = await readLookup({ databases: [`${name}=${url}`], environment });
  const workspace = await within(prepareMs, lookUpSql(lookup));
  if (!workspace)
    return [
      {
        code: 'database-statements',
        state: 'note',
        text: `Database ${name}: statements were not checked within 30 seconds`,
      },
    ];
  const facts = sqlFactsPart.of(workspace);
  const lock = sqlPart.of(model)?.lock;
  if (!facts || !lock) return [];
  const tools = Object.entries(lock.tools).filter(([, { database }]) => database === name);
  const help = `Run \`create-mcp-from-schema generate --database\`, and \`diff\` for the effect on clients.`;
  const findings = tools.flatMap(([tool, before]): readonly Finding[] => {
    const problem = facts.problems.get(tool)?.find(({ severity }) => severity === 'error');
    if (problem)
      return [
        {
          code: 'database-statements',
          state: 'broken',
          text: `Tool ${tool} does not fit database ${name}: ${problem.message}`,
          help,
        },
      ];
    const after = facts.lock.tools[tool];
    if (!after || describeColumns(before) === describeColumns(after)) return [];
    return [
      {
        code: 'database-statements',
        state: 'note',
        text: `Tool ${tool}: database ${name} describes the columns differently`,
        help,
      },
    ];
  });
  if (findings.length > 0 || tools.length === 0) return findings;
  return [{ code: 'database-statements', state: 'fine', text: `Statements fit database ${name}: ${tools.length}` }];
}

/** Returns what results depend on: names, kinds and nullability of the columns of all steps. */
function describeColumns({ steps }: LockedTool): string {
  return JSON.stringify(
    steps.map((step) =>
      firstOf(step)?.columns.map(({ name, kind, isArray, isNullable }) => [name, kind, isArray, isNullable]),
    ),
  );
}
