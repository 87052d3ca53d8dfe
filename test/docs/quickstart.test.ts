import { test } from 'vitest';
import { followPage } from '../kit/follow-page.js';
import { patience } from '../kit/walk-page.js';

const servers = new Map([
  ['node supplier.mjs', '4000'],
  ['npm start -- --http 3000', '3000'],
]);

test('every step of the quickstart does what it says from scratch', { timeout: 2 * patience }, async () => {
  await followPage('docs/quickstart.md', { servers });
});
