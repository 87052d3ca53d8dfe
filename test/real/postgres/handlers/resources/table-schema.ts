import type { TableSchemaResource } from '../../generated/handlers.ts';
import { pool } from '../database.ts';

const columns = 'select column_name, data_type from information_schema.columns where table_name = $1';

export const tableSchemaResource: TableSchemaResource = async ({ table }) => {
  const { rows } = await pool.query(columns, [table]);
  return rows.length > 0 ? JSON.stringify(rows, null, 2) : undefined;
};
