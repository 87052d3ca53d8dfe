import pg from 'pg';

/** Connections to the database, opened by `connect`. */
export let pool: pg.Pool;

/** User and host of the database, as the URIs of resources name it. */
export let address: string;

export async function connect(url: string | undefined): Promise<void> {
  if (url === undefined)
    throw new Error('Give the URL of the database: node server.mjs -- postgres://user@host/database');
  const { username, host } = new URL(url);
  address = username === '' ? host : `${username}@${host}`;
  pool = new pg.Pool({ connectionString: url });
  await pool.query('select 1');
}
