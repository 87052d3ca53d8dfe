import { SqlError, type SqlFailure } from '../sql-error.js';

/** Error of a driver. `node:sqlite` has the error number; `better-sqlite3` has its name as `code`. */
export interface DriverError {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly message: string;
}

/** Failures by the names of SQLite's error codes, which `better-sqlite3` reports; extended codes first. */
const failures: readonly (readonly [name: string, errcode: number, failure: SqlFailure])[] = [
  ['SQLITE_CONSTRAINT_UNIQUE', 2067, 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 1555, 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 2579, 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 787, 'reference'],
  ['SQLITE_CONSTRAINT_NOTNULL', 1299, 'not-null'],
  ['SQLITE_CONSTRAINT_DATATYPE', 3091, 'value'],
  ['SQLITE_BUSY_SNAPSHOT', 517, 'conflict'],
  ['SQLITE_CONSTRAINT', 19, 'check'],
  ['SQLITE_BUSY', 5, 'busy'],
  ['SQLITE_LOCKED', 6, 'busy'],
  ['SQLITE_READONLY', 8, 'read-only'],
  ['SQLITE_PERM', 3, 'unreachable'],
  ['SQLITE_IOERR', 10, 'unreachable'],
  ['SQLITE_CORRUPT', 11, 'unreachable'],
  ['SQLITE_CANTOPEN', 14, 'unreachable'],
  ['SQLITE_NOTADB', 26, 'unreachable'],
  ['SQLITE_SCHEMA', 17, 'mismatch'],
  ['SQLITE_TOOBIG', 18, 'value'],
  ['SQLITE_MISMATCH', 20, 'value'],
  ['SQLITE_RANGE', 25, 'mismatch'],
];

/** Converts an error of a driver. */
export function toSqlError(error: DriverError): SqlError {
  const { code, errcode, message } = error;
  const cause = Object.assign(new Error(message), { code, errcode });
  if (code === 'driver') return new SqlError('driver', 'better-sqlite3', cause);
  if (code === 'mismatch' || code === 'value') return new SqlError(code, message, cause);
  const failure = findFailure(error);
  return new SqlError(failure, findSubject(failure, message), cause);
}

function findFailure({ code, errcode, message }: DriverError): SqlFailure {
  const name = String(code);
  const found =
    typeof errcode === 'number'
      ? (failures.find((row) => row[1] === errcode) ?? failures.find((row) => row[1] === errcode % 256))
      : failures.find(([prefix]) => name === prefix || name.startsWith(`${prefix}_`));
  if (found) return found[2];
  if (errcode !== 1 && name !== 'SQLITE_ERROR') return 'other';
  if (/^(?:no such|near "|incomplete input|table .* has|.* has no column)/u.test(message)) return 'mismatch';
  return /^(?:malformed JSON|integer overflow|bad JSON path)/u.test(message) ? 'value' : 'other';
}

/** Finds columns or the name of a rule in SQLite's message. A rule without a name is its expression, which is not said. */
function findSubject(failure: SqlFailure, message: string): string | undefined {
  if (failure === 'value') return hideValue(message);
  const [, subject] = /^(?:UNIQUE|NOT NULL|CHECK) constraint failed: (.+)$/su.exec(message) ?? [];
  if (subject === undefined) return undefined;
  if (failure === 'check') return /^[\w-]+$/u.test(subject) ? subject : undefined;
  const columns = subject.split(', ').map((column) => column.slice(column.lastIndexOf('.') + 1));
  return columns.join(', ');
}

/** Removes the value from a message, such as `cannot store TEXT value in INTEGER column t.a`. */
function hideValue(message: string): string {
  const shown = message.split(': "', 1)[0] ?? '';
  const [start, end] = [shown.indexOf(' value '), shown.indexOf(' in column')];
  return start < 0 || end < start ? shown : `${shown.slice(0, start)} value${shown.slice(end)}`;
}
