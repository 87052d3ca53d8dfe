import type { Refusal } from '../refusal.js';
import type { MysqlColumn, MysqlConnection } from './connect.js';
import { readRefusal } from './read-refusal.js';

/** Description of a statement by the server. */
export interface Prepared {
  readonly columns: readonly MysqlColumn[];
  /** Number of parameters. */
  readonly parameters: number;
  /** Whether the server prepares it in a read-only transaction. */
  readonly reads: boolean;
}

/**
 * Prepares a text in a read-only transaction, in which the server refuses a write before it looks at names, and then in
 * one that can write.
 */
export async function prepare(connection: MysqlConnection, text: string): Promise<Prepared | Refusal> {
  const prepared = await prepareIn(connection, text, 'read only');
  const isBlocked = 'kind' in prepared && prepared.kind === 'blocked';
  return isBlocked ? await prepareIn(connection, text, 'read write') : prepared;
}

async function prepareIn(
  connection: MysqlConnection,
  text: string,
  mode: 'read only' | 'read write',
): Promise<Prepared | Refusal> {
  try {
    await connection.query(`start transaction ${mode}`);
    const prepared = await connection.prepare(text);
    const { columns, parameters } = prepared.statement;
    await prepared.close();
    await connection.query('rollback');
    return { columns, parameters: parameters.length, reads: mode === 'read only' };
  } catch (error) {
    const refusal = readRefusal(error, text);
    if (refusal.kind !== 'lost') await connection.query('rollback').catch(() => undefined);
    return refusal;
  }
}
