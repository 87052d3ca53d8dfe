import { SqlError, type SqlFailure } from '../sql-error.js';

/** Error of the driver. An error of the database has a number and a state. */
interface DriverError {
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly code?: unknown;
  readonly fatal?: unknown;
  readonly message?: unknown;
}

/** Errors after which the database closes the connection: shutdown, killed, idle for too long. */
const closing: ReadonlySet<unknown> = new Set([1053, 1080, 1152, 1927, 4031]);

const numbers: Readonly<Partial<Record<SqlFailure, readonly number[]>>> = {
  unique: [1062, 1586],
  reference: [1216, 1217, 1451, 1452],
  'not-null': [1048, 1263, 1364],
  check: [1369, 1644, 3819, 4025],
  value: [1264, 1265, 1292, 1365, 1366, 1367, 1406, 1411, 1525, 1690, 3140, 3141, 4037, 4038],
  conflict: [1020, 1205, 1213],
  mismatch: [1051, 1054, 1064, 1109, 1136, 1146, 1210, 1305, 1356, 1370],
  'read-only': [1290, 1792, 1836],
  busy: [1040, 1203, 1226],
  timeout: [1317, 1969, 3024],
  unreachable: [1044, 1045, 1049, 1129, 1130, 1698, ...[...closing].map(Number)],
};

const failures = new Map(
  Object.entries(numbers).flatMap(([failure, errnos]) =>
    errnos.map((errno) => [errno, failure as SqlFailure] as const),
  ),
);

/** Whether the database has answered, so that the connection can be used further. */
export function isAnswered(error: unknown): boolean {
  const { errno, sqlState, fatal } = error as DriverError;
  return typeof errno === 'number' && typeof sqlState === 'string' && fatal !== true && !closing.has(errno);
}

/** Converts an error of the driver. */
export function toSqlError(error: unknown): SqlError {
  if (error instanceof SqlError) return error;
  const message = String((error as DriverError).message);
  const failure = findFailure(error as DriverError, message);
  return new SqlError(failure, findSubject(failure, message), error);
}

function findFailure({ errno, sqlState, code, fatal }: DriverError, message: string): SqlFailure {
  if (message === 'Queue limit reached.') return 'busy';
  const found = typeof errno === 'number' && typeof sqlState === 'string' ? failures.get(errno) : undefined;
  if (found) return found;
  // All errors of sockets have a code in capitals, such as `ECONNREFUSED`, `ENOTFOUND` or `ETIMEDOUT`.
  const isSocket = typeof code === 'string' && typeof sqlState !== 'string' && /^(?:E[A-Z]+|PROTOCOL_)/u.test(code);
  return isSocket || fatal === true || message === 'Pool is closed.' ? 'unreachable' : 'other';
}

/** Finds the name of a column, key or constraint in a message, whose other quoted parts can be values. */
function findSubject(failure: SqlFailure, message: string): string | undefined {
  switch (failure) {
    case 'unique':
      return /for key '(?:[^']*\.)?([^'.]+)'$/u.exec(message)?.[1];
    case 'reference':
      return /CONSTRAINT `([^`]+)` FOREIGN KEY/u.exec(message)?.[1];
    case 'not-null':
      return /^(?:Column|Field) '([^']+)'/u.exec(message)?.[1];
    case 'check':
      return /^(?:CONSTRAINT `(?:[^`]*\.)?([^`.]+)` failed|Check constraint '([^']+)' is violated)/u
        .exec(message)
        ?.slice(1)
        .find((name) => name !== undefined);
    case 'value':
      return describeValue(message);
    default:
      return undefined;
  }
}

/** Returns the beginning of a message, up to the value, and the column at its end. */
function describeValue(message: string): string {
  const beginning = (/^[^:'"`(]*/u.exec(message)?.[0] ?? '').trimEnd();
  const start = beginning.replace(/ for column$| in$/u, '');
  // At most 200 characters, because the value before can be long.
  const end = /[`'.]([^`'.]+)[`'] at row \d+$/u.exec(message.slice(-200));
  const isColumn = /column [`']/u.test(message) && end !== null;
  return isColumn ? `${start} for column ${end[1]}` : start;
}
