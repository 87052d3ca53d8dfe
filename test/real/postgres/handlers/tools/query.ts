import { error } from 'create-mcp-from-schema/runtime';
import type { QueryConfig } from 'pg';
import type { Query } from '../../generated/handlers.ts';
import { pool } from '../database.ts';

export const query: Query = async ({ sql }) => {
  if (sql === undefined) return error('Say what to ask: `sql` is missing.');
  // The extended protocol takes one statement: none can follow a `commit`.
  const statement: QueryConfig & { queryMode: string } = { text: sql, queryMode: 'extended' };
  const client = await pool.connect();
  try {
    await client.query('begin transaction read only');
    const { rows } = await client.query(statement);
    return JSON.stringify(rows, null, 2);
  } finally {
    await client.query('rollback').finally(() => client.release());
  }
};
