import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Contract } from '../../runtime/clients/client/index.js';
import { digestJson, type VersionDigests } from '../../runtime/wire/contract.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';

const { folder } = await createProject({
  'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.2.0 }
tools:
  sell:
    description: "Sells '\\\\books'.\\nOne by one."
    inputSchema: { type: object, properties: { n: { type: number, minimum: 1.50 } } }
    outputSchema: { type: array, items: { type: string } }
    x-owner: books
prompts:
  recommend: { description: Recommends., messages: [{ role: user, content: Recommend. }] }
resources:
  shop://hours: { name: hours, text: Always }
resourceTemplates:
  'shop://books/{isbn}': { name: book, description: A book. }
`,
});
const contract = JSON.parse(readFileSync(path.join(folder, 'generated/contract.json'), 'utf8')) as Contract;
const run = (...args: readonly string[]) => runInMemory(['contract', ...args], { cwd: folder });

test('--format apicurio prints the tools as artifacts, with their digests', async () => {
  const { exitCode, out, error } = await run('--format', 'apicurio');
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
  const [line = '', ...others] = out.trimEnd().split('\n');
  expect(others).toEqual([]);
  const { firstVersion, ...artifact } = JSON.parse(line) as {
    readonly firstVersion: { readonly content: { readonly content: string }; readonly labels: object };
  };
  expect(artifact).toEqual({ artifactId: 'sell', artifactType: 'MCP_TOOL' });
  const digest = contract.tools?.['sell']?.['2025-06-18'];
  expect(firstVersion).toMatchObject({ version: '1.2.0', labels: { server: 'shop', digest } });
  const tool: unknown = JSON.parse(firstVersion.content.content);
  expect(tool).toMatchObject({
    name: 'sell',
    description: "Sells '\\books'.\nOne by one.",
    outputSchema: { type: 'object' },
  });
  expect(await digestJson(tool)).toBe(digest);
});

test('--format cyclonedx prints a BOM of everything that is listed', async () => {
  const { exitCode, out, error } = await run('--format', 'cyclonedx');
  expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
  const digestsOf = (digests: object) =>
    Object.entries(digests).map(([since, value]) => ({
      name: `create-mcp-from-schema:digest:${since}`,
      value: value as unknown,
    }));
  const component = (kind: string, ref: string, name: string, digests: VersionDigests = {}, more: object = {}) => ({
    type: 'data',
    'bom-ref': ref,
    name,
    version: '1.2.0',
    ...more,
    hashes: [{ alg: 'SHA-256', content: Object.values(digests).at(-1)?.slice('sha256-'.length) }],
    data: [{ type: 'definition' }],
    properties: [{ name: 'create-mcp-from-schema:kind', value: kind }, ...digestsOf(digests)],
  });
  const { tools, prompts, resources, resourceTemplates, server } = contract;
  expect(JSON.parse(out)).toEqual({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'server',
        name: 'shop',
        version: '1.2.0',
        properties: digestsOf(server.digests),
      },
    },
    components: [
      component('tool', 'tool:sell', 'sell', tools?.['sell'], { description: "Sells '\\books'.\nOne by one." }),
      component('prompt', 'prompt:recommend', 'recommend', prompts?.['recommend'], { description: 'Recommends.' }),
      component('resource', 'resource:shop://hours', 'shop://hours', resources?.['shop://hours']),
      component(
        'resource template',
        'resource-template:shop://books/{isbn}',
        'shop://books/{isbn}',
        resourceTemplates?.['shop://books/{isbn}'],
        { description: 'A book.' },
      ),
    ],
    dependencies: [
      {
        ref: 'server',
        dependsOn: ['tool:sell', 'prompt:recommend', 'resource:shop://hours', 'resource-template:shop://books/{isbn}'],
      },
    ],
  });
  expect(out).toMatch(/"alg": "SHA-256",\n\s*"content": "[\da-f]{64}"/u);
  expect(await run('--format', 'cyclonedx')).toMatchObject({ out });
});

test('--sign writes a signature that OpenSSL verifies, and refuses for another contract', async () => {
  const keys = makeFolder();
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: keys, stdio: 'pipe' });
  const subject = ['-subj', '/CN=Jane Doe', '-addext', 'extendedKeyUsage=codeSigning'];
  openssl('req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-keyout', 'jane.key', '-out', 'jane.pem', ...subject);
  const signed = await run('--sign', path.join(keys, 'jane.pem'), '--key', path.join(keys, 'jane.key'));
  expect(signed).toMatchObject({ exitCode: 0, error: '', out: 'Wrote generated/contract.json.p7s.\n' });
  const file = path.join(folder, 'generated/contract.json');
  const verify = (content: string) =>
    openssl(
      'cms',
      '-verify',
      '-binary',
      '-purpose',
      'any',
      '-inform',
      'DER',
      '-in',
      `${file}.p7s`,
      '-content',
      content,
      '-CAfile',
      'jane.pem',
      '-out',
      'verified',
    );
  verify(file);
  writeFileSync(path.join(keys, 'other.json'), `${readFileSync(file, 'utf8')} `);
  expect(() => verify('other.json')).toThrow();
  // A signature is a file of the user, which the next run keeps.
  expect((await runInMemory(['generate', '--check'], { cwd: folder })).exitCode).toBe(0);
});

test.each([
  [[], 2, 'contract requires --format or --sign.'],
  [['--sign', 'a', '--key', 'b', '--format', 'apicurio'], 2, 'contract requires --format or --sign.'],
  [['--sign', 'a'], 2, '--sign and --key require each other.'],
  [['--sign', 'none.pem', '--key', 'none.key'], 1, 'none.pem does not exist.'],
  [['--format', 'apicurio', '--generated', 'none'], 1, 'error: Cannot read none/contract.json: '],
])('%j is an error', async (args, exitCode, message) => {
  const outcome = await run(...args);
  expect(outcome).toMatchObject({ exitCode, out: '' });
  expect(outcome.error).toContain(message);
});
