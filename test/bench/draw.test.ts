import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the performance page and its chart say what was measured', () => {
  const { status, stderr } = spawnSync(process.execPath, ['bench/draw.mjs', '--check'], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

test('the chart is an image that needs nothing else', () => {
  const chart = readFileSync('docs/performance.svg', 'utf8');
  expect(chart).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
  expect(chart).not.toMatch(/NaN|undefined|href|<script/u);
  expect(chart.match(/create-mcp-from-schema/gu)).toHaveLength(4);
});
