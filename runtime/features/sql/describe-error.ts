import { isJsonObject } from '../../wire/json.js';
import type { ColumnKind, SqlColumn, SqlDatabase } from './sql-definition.js';
import type { SqlError } from './sql-error.js';
import { SqlToolError } from './sql-tool-error.js';

/** Call that failed. */
export interface FailedCall {
  readonly database: SqlDatabase;
  /** Columns of the result. */
  readonly columns: readonly SqlColumn[];
  readonly timeoutMs: number;
}

/** Values that JSON, or the schema of a column, cannot represent. */
const unrepresentable: { readonly [kind in ColumnKind]?: string } = {
  integer: 'an integer beyond 2^53',
  number: 'NaN or infinity',
  decimal: 'NaN or infinity',
  date: 'infinity, or a year before 1 or after 9999',
  'date-time': 'infinity, or a year before 1 or after 9999',
  'local-date-time': 'infinity, or a year before 1 or after 9999',
};

/** Describes a failure of a database for the model, with advice for the operator. Never contains values of the call. */
export function describeError(error: SqlError, call: FailedCall): SqlToolError {
  const [message, advice] = describe(error, call);
  const described = new SqlToolError(message, advice, error.cause);
  described.traits = { failure: error.failure, constraint: listConstraints(error) };
  return described;
}

/** Returns the name of the violated constraint, and its columns or the text that the database has for it. */
function listConstraints({ subject, cause }: SqlError): readonly string[] {
  const { constraint } = isJsonObject(cause) ? cause : {};
  return [subject, constraint].filter((name) => typeof name === 'string');
}

function describe(
  { failure, subject }: SqlError,
  { database, columns, timeoutMs }: FailedCall,
): readonly [message: string, advice?: string] {
  switch (failure) {
    case 'timeout':
      return [`The query took longer than ${formatTime(timeoutMs)} and was stopped. Narrow it, for example by date.`];
    case 'cancelled':
      return ['The query was canceled.'];
    case 'busy':
      return ['The database is busy. Try again in a few seconds.'];
    case 'unreachable':
      return [
        'The database cannot be reached. Try again later.',
        `database "${database.name}"${database.variable === undefined ? '' : `, ${database.variable}`}`,
      ];
    case 'unique':
      return [`A row with ${subject === undefined ? 'these values' : `this ${subject}`} exists already.`];
    case 'reference': {
      const constraint = subject === undefined ? '' : ` (constraint ${subject})`;
      return [`This refers to a row that does not exist, or other rows refer to it${constraint}.`];
    }
    case 'not-null':
      return [`${subject ?? 'A required column'} must not be null.`];
    case 'check':
      return [`The values violate ${subject === undefined ? 'a rule of the database' : `the rule ${subject}`}.`];
    case 'value':
      return [
        `An argument has a value that the database does not accept${subject === undefined ? '' : `: ${subject}`}.`,
      ];
    case 'result':
      return describeResult(subject, columns);
    case 'size':
      return ['The result is too large. Select fewer rows, or less of them, if an argument allows that.'];
    case 'conflict':
      return ['Other changes were made at the same time. Try again.'];
    case 'mismatch':
      return [
        'This tool no longer fits the database. Report it to the operator.',
        'run `create-mcp-from-schema generate --database` to find the differences',
      ];
    case 'read-only':
      return ['This tool may only read.'];
    case 'kept':
      return [
        'The dry run has changed rows that the database cannot roll back. Report it to the operator.',
        'a table has no transactions: `alter table … engine = InnoDB`, or remove `dryRun` and `confirm`',
      ];
    case 'driver':
      return [
        'The server cannot use the database. Report it to the operator.',
        `the package is missing: run \`npm install ${subject ?? ''}\``,
      ];
    case 'other':
      return ['The database could not run the query. Report it to the operator.'];
  }
}

function describeResult(subject: string | undefined, columns: readonly SqlColumn[]): readonly [string, string?] {
  const column = columns.find(({ name }) => name === subject);
  const reason = column?.isArray === true ? undefined : column && unrepresentable[column.kind];
  const place = subject === undefined ? 'A column' : `The column ${subject}`;
  const shown = reason === undefined ? '' : ` (${reason})`;
  const message = `${place} holds a value that its schema does not allow${shown}.`;
  return column?.kind === 'integer'
    ? [message, `set \`columns: { ${subject}: { as: string } }\` of the tool`]
    : [message];
}

function formatTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
}
