import type { ResourceListResult, ResourceListHandler } from 'create-mcp-from-schema/runtime';
import { address, pool } from '../database.ts';

const tables = "select table_name as name from information_schema.tables where table_schema = 'public'";

export const listTableSchema: ResourceListHandler = async (): Promise<ResourceListResult> => {
  const { rows } = await pool.query<{ name: string }>(tables);
  return rows.map(({ name }) => ({
    uri: `postgres://${address}/${encodeURIComponent(name)}/schema`,
    name: `"${name}" database schema`,
  }));
};
