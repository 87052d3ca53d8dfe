import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { followPage } from '../kit/follow-page.js';
import { startPostgres } from '../kit/start-postgres.js';
import { patience, type Block } from '../kit/walk-page.js';

/** Checks that the definition that was written contains the tools of a fragment. */
function checkWritten({ text }: Block, folder: string): void {
  const definitions = path.join(folder, 'definitions');
  const file = readdirSync(definitions).find((name) => name.endsWith('.mcp.yaml')) ?? '';
  expect(readFileSync(path.join(definitions, file), 'utf8')).toContain(text.replace('tools:\n', ''));
}

test('every step of the tutorial about databases does what it says', { timeout: 2 * patience }, async () => {
  const postgres = await startPostgres();
  try {
    const address = new URL(postgres.create('first', ''));
    const { username, hostname, port } = address;
    const page = 'postgres://postgres:secret@localhost/bookshop';
    const own = `postgres://${username}:secret@${hostname}:${port}/bookshop`;
    await followPage('docs/database-tutorial.md', {
      variables: { PGHOST: hostname, PGPORT: port, PGUSER: username },
      adapt: (text) => text.replaceAll(page, own),
      checkFragment: checkWritten,
    });
  } finally {
    await postgres.stop();
  }
});
