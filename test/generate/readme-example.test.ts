import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';

/** The code blocks of the README that begin with the path of a file. */
async function readExamples(): Promise<{ readonly [file: string]: string }> {
  const readme = await readFile(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```(?:yaml|ts)\n(?:#|\/\/) (\S+?\.(?:yaml|ts))[^\n]*\n([\s\S]*?)```/gu)];
  return Object.fromEntries(blocks.map(([, file = '', text = '']) => [file, text]));
}

test('the example of the README is a server', async () => {
  const examples = await readExamples();
  expect(Object.keys(examples)).toEqual(['definitions/bookshop.mcp.yaml', 'handlers/tools/find-books.ts']);
  const project = await createProject(examples);
  expect(project.report.diagnostics).toEqual([]);
  expect(await typeCheck(project.folder)).toBe('');
  const params = { name: 'find_books', arguments: { query: 'dune' } };
  const { messages } = await talk(await project.bundle(), [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params }]);
  expect(messages[0]?.result).toEqual({
    content: [{ type: 'text', text: '{"titles":["Dune"]}' }],
    structuredContent: { titles: ['Dune'] },
  });
});
