import type { RowBounds } from '../sql-definition.js';
import type { CoreConnection, Field, ResultHeader } from './driver.js';

/** Rows and bytes beyond the bounds that are read anyway: it is faster than to interrupt the statement. */
const surplus: RowBounds = { maxRows: 1000, maxBytes: 1_000_000 };

/** Number of the error of a statement that `kill query` has stopped. */
const interrupted = 1317;

/** Result of a statement as the driver reports it. */
export interface RawResult {
  /** Absent for a statement without rows. */
  readonly fields?: readonly Field[];
  readonly rows: readonly (readonly unknown[])[];
  /** Number of all rows, also of those beyond the bounds. */
  readonly count: number;
  readonly more: boolean;
  readonly affectedRows: number;
}

/**
 * Runs a prepared statement and collects its rows up to the bounds.
 *
 * @param onSurplus Called once if many more rows arrive than the bounds allow.
 * @returns Rejects with an error of the driver, also after a lost connection.
 */
export function readResult(
  connection: CoreConnection,
  sql: string,
  values: readonly unknown[],
  bounds: RowBounds,
  onSurplus: () => void,
): Promise<RawResult> {
  const rows: (readonly unknown[])[] = [];
  let fields: readonly Field[] | undefined;
  let [count, size, affectedRows] = [0, 0, 0];
  let isFull = false;
  let isSurplus = false;
  const onRow = (row: readonly unknown[]): void => {
    count += 1;
    size += sizeOf(row);
    isFull ||= count > bounds.maxRows || size > bounds.maxBytes;
    if (!isFull) rows.push(row);
    else if (!isSurplus && (count > bounds.maxRows + surplus.maxRows || size > bounds.maxBytes + surplus.maxBytes)) {
      isSurplus = true;
      onSurplus();
    }
  };
  return new Promise((resolve, reject) => {
    const onLost = (error?: unknown): void => {
      leave();
      reject(error ?? Object.assign(new Error('The connection was closed'), { code: 'PROTOCOL_CONNECTION_LOST' }));
    };
    const leave = (): void => {
      connection.off('error', onLost);
      connection.off('end', onLost);
    };
    // A command does not report that the connection is lost.
    connection.on('error', onLost);
    connection.on('end', onLost);
    const command = connection.execute({ sql, values });
    command.on('fields', (found: readonly Field[] | undefined) => {
      fields = found;
    });
    command.on('result', (row: readonly unknown[] | ResultHeader) => {
      if (Array.isArray(row)) onRow(row);
      else ({ affectedRows } = row as ResultHeader);
    });
    const finish = (): void => {
      leave();
      resolve({ ...(fields && { fields }), rows, count, more: isFull, affectedRows });
    };
    command.on('error', (error: { readonly errno?: unknown }) => {
      if (isSurplus && error.errno === interrupted) finish();
      else onLost(error);
    });
    command.on('end', finish);
  });
}

function sizeOf(row: readonly unknown[]): number {
  let size = 0;
  for (const cell of row) {
    if (typeof cell === 'string') size += Buffer.byteLength(cell);
    else if (cell !== null) size += Buffer.isBuffer(cell) ? cell.length : 8;
  }
  return size;
}
