import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';

/** Texts that would break out of XML, HTML, a terminal or a CI log. */
const hostile = `]]></testcase><script>alert(1)</script>&amp;"'\u001b[31m\u0000\u202e\uffff\n::error::no`;
const definition = JSON.stringify({
  server: { name: 'a"><script>', version: '1.0.0' },
  evaluate: { bm25: { first: 1 } },
  tools: {
    find: { description: `Finds. ${hostile}`, inputSchema: { type: 'object' }, questions: [hostile, 'find it'] },
    search: { description: `Finds. ${hostile}`, inputSchema: { type: 'object' }, questions: ['find alert'] },
  },
});

async function evaluate(format: string) {
  const cwd = makeFolder({ 'definitions/a.mcp.json': definition });
  return runInMemory(['evaluate', '--format', format], { cwd });
}

/** Elements of an XML document in the order of their start tags. Throws if it is not well-formed. */
function parseXml(
  text: string,
): readonly { readonly name: string; readonly attributes: ReadonlyMap<string, string> }[] {
  const [declaration = '', ...rest] = text.split(/(?<=\?>)\n/u);
  expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"?>');
  const body = rest.join('');
  // Characters that XML 1.0 allows.
  expect(body).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  const elements: { readonly name: string; readonly attributes: ReadonlyMap<string, string> }[] = [];
  const open: string[] = [];
  const token = /<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/uy;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const match = token.exec(body);
    if (!match) throw new Error(`Not well-formed: ${body.slice(at, at + 80)}`);
    const [, isEnd, name = '', list = '', isEmpty, content = ''] = match;
    expect(content + list).not.toMatch(/&(?!(?:amp|lt|gt|quot|#39);)|>/u);
    if (isEnd === '/') expect(open.pop()).toBe(name);
    else if (name !== '') {
      const attributes = [...list.matchAll(/ ([\w-]+)="([^"]*)"/gu)].map(
        ([, key = '', value = '']) => [key, value] as const,
      );
      elements.push({ name, attributes: new Map(attributes) });
      if (isEmpty !== '/') open.push(name);
    }
  }
  expect(open).toEqual([]);
  return elements;
}

test('JUnit is well-formed, and fails for the questions that miss a minimum', async () => {
  const { exitCode, out } = await evaluate('junit');
  expect(exitCode).toBe(1);
  const elements = parseXml(out);
  const suites = elements.filter(({ name }) => name === 'testsuite').map(({ attributes }) => attributes);
  expect(suites.map((suite) => [suite.get('name'), suite.get('tests'), suite.get('failures')])).toEqual([
    ['bm25', '3', '1'],
    ['names', '3', '0'],
    ['search', '3', '0'],
    ['minimums', '1', '1'],
  ]);
  const failures = elements.filter(({ name }) => name === 'failure').map(({ attributes }) => attributes.get('message'));
  expect(failures).toEqual(['search: rank 2, first is find; not met: first', '66.6% is below the minimum of 100%']);
  expect(elements.find(({ name }) => name === 'testcase')?.attributes.get('file')).toBe('definitions/a.mcp.json');
});

test('the page has no script and nothing from outside', async () => {
  const { out } = await evaluate('html');
  expect(out).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  // oxlint-disable-next-line no-control-regex -- that is the point
  expect(out).not.toMatch(/<script|<img|<link|src=|\u001b|\u0000|\u202e/iu);
  expect(out).toContain(`default-src &#39;none&#39;`);
});

test.each(['text', 'json'])('%s has no control characters and no CI commands', async (format) => {
  const { out } = await evaluate(format);
  // oxlint-disable-next-line no-control-regex -- that is the point
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|^::/mu);
});

test('JSON keeps the texts', async () => {
  const { out } = await evaluate('json');
  const { questions } = JSON.parse(out) as { readonly questions: readonly { readonly ask: string }[] };
  expect(questions[0]?.ask).toBe(hostile);
});
