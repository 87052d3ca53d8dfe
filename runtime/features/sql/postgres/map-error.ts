import { SqlError, type SqlFailure } from '../sql-error.js';

/** Members of an error that the server sends. */
interface ServerError {
  /** SQLSTATE. */
  readonly code?: unknown;
  readonly message?: unknown;
  readonly detail?: unknown;
  readonly constraint?: unknown;
  readonly column?: unknown;
  /** Function of the server that found the error. */
  readonly routine?: unknown;
}

/**
 * Failures by SQLSTATE or its class.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const failures: { readonly [code: string]: SqlFailure } = {
  '57014': 'timeout',
  '25P03': 'timeout',
  '53300': 'busy',
  '55P03': 'busy',
  '08': 'unreachable',
  '28': 'unreachable',
  '3D': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '57P04': 'unreachable',
  '57P05': 'unreachable',
  '23001': 'reference',
  '23502': 'not-null',
  '23503': 'reference',
  '23505': 'unique',
  '23514': 'check',
  '23P01': 'check',
  '22': 'value',
  '40001': 'conflict',
  '40P01': 'conflict',
  '25006': 'read-only',
  '3F': 'mismatch',
  '42': 'mismatch',
  // The privilege was revoked.
  '42501': 'other',
};

/** Converts an error of `pg`: of the server, or of the connection. */
export function toSqlError(error: unknown): SqlError {
  if (error instanceof SqlError) return error;
  const server: ServerError = typeof error === 'object' && error !== null ? error : {};
  const code = sqlStateOf(server);
  if (code === undefined) {
    // Every other error of `pg` is one of the connection.
    const isMistake = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
    return new SqlError(isMistake ? 'other' : 'unreachable', undefined, error);
  }
  const failure = isStalePlan(server) ? 'mismatch' : (failures[code] ?? failures[code.slice(0, 2)] ?? 'other');
  return new SqlError(failure, findSubject(failure, server), error);
}

/** Whether the connection failed, not the statement. The connection is then closed. */
export function isConnectionError(error: unknown): boolean {
  return toSqlError(error).failure === 'unreachable';
}

/** Whether a prepared statement cannot run because a table has changed since. */
export function isStalePlan(error: unknown): boolean {
  // The SQLSTATE also has other meanings.
  return (error as ServerError | undefined)?.routine === 'RevalidateCachedQuery';
}

/** Whether a prepared statement is missing: a pooler has chosen another connection to the server. */
export function isMissingStatement(error: unknown): boolean {
  return sqlStateOf(error as ServerError) === '26000';
}

function sqlStateOf({ code }: ServerError): string | undefined {
  return typeof code === 'string' && /^[\dA-Z]{5}$/u.test(code) && !/^E[A-Z]{4}$/u.test(code) ? code : undefined;
}

function findSubject(failure: SqlFailure, { message, detail, constraint, column }: ServerError): string | undefined {
  const shownConstraint = typeof constraint === 'string' ? constraint : undefined;
  switch (failure) {
    case 'unique':
      // Such as `Key (email)=(a@b.c) already exists.`, in the language of the server.
      return columnsOf(String(detail)) ?? shownConstraint;
    case 'reference':
    case 'check':
      return shownConstraint;
    case 'not-null':
      return typeof column === 'string' ? column : undefined;
    case 'value':
      return hideValues(String(message));
    default:
      return undefined;
  }
}

/** Returns the columns in the detail of a violated key. */
function columnsOf(detail: string): string | undefined {
  const start = detail.indexOf('(');
  const end = detail.indexOf(')=(');
  return start < 0 || end <= start + 1 ? undefined : detail.slice(start + 1, end);
}

/** Removes the quoted value of a message. Returns `undefined` if the message may contain a value elsewhere. */
function hideValues(message: string): string | undefined {
  // From the first quote to the last one, because a value can contain quotes.
  const [first, last] = [message.indexOf('"'), message.lastIndexOf('"')];
  const before = message.slice(0, Math.max(0, first)).trimEnd();
  const hidden =
    first === last ? message : `${before.endsWith(':') ? before.slice(0, -1) : before}${message.slice(last + 1)}`;
  // Other languages have other quotes.
  return /^[a-z][\w ,.()/:;-]*$/iu.test(hidden) ? hidden : undefined;
}
