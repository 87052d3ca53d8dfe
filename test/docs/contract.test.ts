import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, test } from 'vitest';
import { checkContract, type Contract } from '../../runtime/clients/client/index.js';
import { canonicalJson } from '../../runtime/wire/canonical-json.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { findProgram } from '../kit/find-program.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { listSamples, root } from './read-pages.js';

const python = findProgram(['python3', 'python']);
const { code = '' } = listSamples('docs/contract.md').find(({ language }) => language === 'python') ?? {};
const folder = makeFolder({ 'check.py': code });

/** Runs the second implementation of digests, which is in the documentation. */
function checkByPython(contract: string, version: string, server: string) {
  const args = [path.join(folder, 'check.py'), contract, version, process.execPath, server];
  const { status, stderr } = spawnSync(python ?? '', args, { encoding: 'utf8' });
  return { status, stderr: stderr.trim() };
}

test('the second implementation has at most 40 lines', () => {
  expect(code.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(40);
});

describe.skipIf(python === undefined)('the second implementation', () => {
  const definition = `
server: { name: shop, version: 1.0.0 }
tools:
  find_books:
    description: "Finds books by all of the words, such as “Dune” — \\ud83d\\ude00, \\ufb33 or \\u2028."
    inputSchema:
      type: object
      properties:
        \\ud83d\\ude00: { type: number, minimum: 1.0e-7, maximum: 1.0e+21, multipleOf: 0.00001 }
        \\ufb33: { type: integer, maximum: 9007199254740993, minimum: -0.0 }
        \\u20ac: { type: number, enum: [100, 1.5, 123456789012345680000, 5.0e-324, 1.0e+22] }
    result: none
`.replaceAll(/^( +)(\\u\w+(?:\\u\w+)?):/gmu, '$1"$2":');

  test('finds one changed word of a description, as `--check`, `connect --pin` and both official clients do', async () => {
    const project = await createProject({ 'definitions/shop.mcp.yaml': definition });
    const committed = path.join(project.folder, 'generated/contract.json');
    const contractFile = path.join(folder, 'contract.json');
    const text = readFileSync(committed, 'utf8');
    writeFileSync(contractFile, text);
    const agreed = await project.bundle();
    const { protocolVersions } = JSON.parse(text) as Contract;
    const legacy = protocolVersions.filter((version) => version < '2026');
    for (const version of legacy)
      expect(checkByPython(contractFile, version, agreed)).toEqual({ status: 0, stderr: '' });

    writeFileSync(path.join(project.folder, 'definitions/shop.mcp.yaml'), definition.replace('by all', 'by any'));
    const { error } = await runInMemory(['generate', '--check'], { cwd: project.folder });
    expect(error).toContain(
      'contract-changed: Contract: tool find_books changed: description "Finds books by all of the',
    );
    await runInMemory(['generate'], { cwd: project.folder });
    const changed = await project.bundle();

    for (const version of legacy) {
      const stderr = `Not the tools of ${contractFile}: find_books`;
      expect(checkByPython(contractFile, version, changed)).toEqual({ status: 1, stderr });
    }
    const pin = ['connect', 'cursor', '--pin', '--contract', contractFile];
    const pinned = await runInMemory(pin, { cwd: project.folder });
    expect({ exitCode: pinned.exitCode, out: pinned.out }).toEqual({ exitCode: 1, out: '' });
    expect(pinned.error).toMatch(/^shop is not the one of .*contract\.json:\n {2}changed: tool find_books\n$/u);
    const clients = [new ClientV1({ name: 'a', version: '1' }), new ClientV2({ name: 'a', version: '1' })] as const;
    await clients[0].connect(new StdioV1({ command: process.execPath, args: [changed] }));
    await clients[1].connect(new StdioV2({ command: process.execPath, args: [changed] }));
    for (const client of clients) {
      expect(await checkContract(client, JSON.parse(text) as Contract)).toEqual([
        { change: 'changed', list: 'tools', key: 'find_books' },
      ]);
      await client.close();
    }
  });

  test('encodes numbers and strings like this package', () => {
    const numbers = Array.from(
      { length: 2000 },
      (_, index) => (index - 1000) * 1.37 ** (index % 300) * 10 ** -(index % 40),
    );
    const strings = ['\u0000\u001f\u007f\b\f"\\/', '\u2028é😀', '"ui://x/y?v=0a"'];
    const text = JSON.stringify({ numbers, strings, '😀': 1, '\ufb33': 2, b: { a: [], c: {} } });
    const functions = code.slice(0, code.indexOf('file, version, *command'));
    const program = `${functions}\nsys.stdout.reconfigure(encoding='utf-8')\nprint(canonical(json.loads(sys.stdin.buffer.read(), parse_int=float)), end='')`;
    const printed = execFileSync(python ?? '', ['-c', program], { input: text, encoding: 'utf8' });
    expect(printed).toBe(canonicalJson(JSON.parse(text)));
  });

  test('agrees about the example servers', () => {
    for (const server of ['birds', 'bookshop', 'conformance', 'greeter', 'knowledge-graph', 'library', 'petstore']) {
      const contract = path.join(root, 'generated', server, 'contract.json');
      const file = path.join(root, 'dist', server, 'server.mjs');
      expect(checkByPython(contract, '2025-11-25', file)).toEqual({ status: 0, stderr: '' });
    }
  });
});
