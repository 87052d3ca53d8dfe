import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findVersionProblem } from '../../bench/report/find-version-problem.mjs';

test('results of an older minor version are an error', () => {
  const outdated =
    'bench/results.json is of version 0.3.9, the package of 0.4.0: run `npm run bench -- --json bench/results.json`, then `node bench/draw.mjs`.';
  expect(findVersionProblem('0.3.9', '0.4.0')).toBe(outdated);
  expect(findVersionProblem(undefined, '0.3.0')).toContain('is of version undefined');
  expect(findVersionProblem('0.9.0', '1.0.0')).toContain('is of version 0.9.0');
  for (const measured of ['0.3.0', '0.3.4', '0.4.0', '1.0.0'])
    expect(findVersionProblem(measured, '0.3.1')).toBeUndefined();
});

test('the chart is an image that needs nothing else', () => {
  const chart = readFileSync('bench/performance.svg', 'utf8');
  expect(chart).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
  expect(chart).not.toMatch(/NaN|undefined|href|<script/u);
  expect(chart.match(/create-mcp-from-schema/gu)).toHaveLength(4);
});
