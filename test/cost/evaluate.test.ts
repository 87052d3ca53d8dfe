import { test } from 'vitest';
import { findOverlaps } from '../../generator/outputs/evaluate/find-overlaps.js';
import { indexNames, indexWords } from '../../generator/outputs/evaluate/rank-tools.js';
import { measureGrowth } from '../kit/measure-growth.js';

const common = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');

/** Tools that differ in little: the hardest to compare. */
function listTools(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    description: `${common} own${index}`,
    parameters: [],
  }));
}

test.each([
  ['near-duplicates are found', findOverlaps],
  ['tools are ranked by words', (tools: ReturnType<typeof listTools>) => indexWords(tools)(common)],
  ['tools are ranked by names', (tools: ReturnType<typeof listTools>) => indexNames(tools)(`tool ${common}`)],
])('%s in linear time', async (_title, run) => {
  await measureGrowth(1000, (count) => run(listTools(count)));
});
