import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { openDriver, type Driver } from '../../bench/drive/open-driver.mjs';

let open: Driver | undefined;

const folder = makeFolder();

afterAll(() => {
  open?.close();
});

/** Echoes; what it does to answers is the body of a function of `answer` and of how many there were before. */
const stdioServer = (change: string): string => `
  const change = (answer, before) => { ${change}; return answer; };
  let rest = '';
  let before = 0;
  process.stdin.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop();
    for (const { id, params } of lines.map((line) => JSON.parse(line))) {
      const result = { content: [{ type: 'text', text: params.arguments.text }] };
      console.log(JSON.stringify(change({ jsonrpc: '2.0', id, result }, before++)));
    }
  });`;

const httpServer = (change: string): string => `
  const { createServer } = await import('node:http');
  const change = (answer, before, response) => { ${change}; return answer; };
  let before = 0;
  createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk)).on('end', () => {
      const { id, params } = JSON.parse(body);
      const result = { content: [{ type: 'text', text: params.arguments.text }] };
      response.end(JSON.stringify(change({ jsonrpc: '2.0', id, result }, before++, response)));
    });
  }).listen(Number(process.argv[2]), '127.0.0.1');`;

const echo = {
  method: 'tools/call',
  name: 'echo',
  params: { name: 'echo', arguments: { text: 'Hello, server!' } },
  isRight: ({ content }: { readonly content: readonly { readonly text: string }[] }) =>
    content[0]?.text === 'Hello, server!',
};

/** Makes calls to a server for a moment, and says how many were answered right. */
async function drive(transport: 'stdio' | 'http', source: string): Promise<number> {
  const file = path.join(folder, 'server.mjs');
  writeFileSync(file, source);
  const command = (port?: number): readonly string[] => [
    process.execPath,
    file,
    ...(port === undefined ? [] : [String(port)]),
  ];
  open = await openDriver({ transport, command, plan: { request: echo, era: 'modern', tools: 2, inFlight: 4 } });
  try {
    await open.prepare();
    return (await open.run(300)).calls;
  } finally {
    open.close();
  }
}

describe.runIf(process.platform === 'linux').each([
  ['stdio', stdioServer],
  ['http', httpServer],
] as const)('over %s the driver', (transport, server) => {
  test('counts right answers', async () => {
    expect(await drive(transport, server(''))).toBeGreaterThan(10);
  });

  test.each([
    ['of another text', "if (before === 3) answer.result.content[0].text = 'Hello, Server!'"],
    ['with the id of another request', 'if (before === 3) answer.id -= 1'],
    ['with a property too many', 'if (before === 3) answer.result.isError = false'],
    ['that are failures', "if (before === 3) { answer.error = { code: -32603, message: 'x' }; delete answer.result; }"],
  ])('refuses answers %s', async (_, change) => {
    await expect(drive(transport, server(change))).rejects.toThrow('Wrong response');
  });

  test('refuses a server whose first answer is wrong', async () => {
    await expect(drive(transport, server("answer.result.content[0].text = ''"))).rejects.toThrow('Unexpected response');
  });

  test('says that a server has ended', async () => {
    await expect(drive(transport, server('if (before === 3) process.exit(3)'))).rejects.toThrow(/ended \(3\)/u);
  });
});

test.runIf(process.platform === 'linux')('over http the driver refuses another status', async () => {
  const source = httpServer('if (before === 3) response.statusCode = 500');
  await expect(drive('http', source)).rejects.toThrow('Wrong response');
});
