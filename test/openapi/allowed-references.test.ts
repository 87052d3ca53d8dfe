import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import type { Access } from '../../generator/pipeline/read/load-definitions.js';
import { readText } from '../../generator/feature-kit/load/read-file.js';
import { RemoteReader, type RemoteFile } from '../../generator/feature-kit/load/remote-reader.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';

/** The web of these tests. */
const web: { readonly [address: string]: string } = {
  'https://example.com/schemas/pet.yaml': `
type: object
properties:
  owner: { $ref: './people/owner.json#/Owner' }
  next: { $ref: '#' }
`,
  'https://example.com/schemas/people/owner.json': '{ "Owner": { "type": "string", "maxLength": 7 } }',
  'https://example.com/broken.yaml': '{ a: [ }',
  'https://example.com/api.yaml': `
openapi: 3.1.0
info: { title: Remote, version: '1' }
paths: { /a: { $ref: './schemas/path.yaml' } }
`,
  'https://example.com/schemas/path.yaml': 'get: { operationId: far }',
};

class StubReader extends RemoteReader {
  override read(address: string): Promise<RemoteFile> {
    const text = web[address];
    if (text === undefined) return Promise.resolve({ status: 'unfetched', reason: 'the server responded with 404' });
    return Promise.resolve(readText(Buffer.from(text)));
  }
}

const toExample: Access = { folders: [], remote: new StubReader(['example.com']) };

async function readProject(files: { readonly [file: string]: string }, access: (root: string) => Access) {
  const parent = makeFolder();
  const root = path.join(parent, 'project');
  putFiles(root, files);
  const { workspace, resolved, diagnostics } = await readDefinitions(root, 'definitions', new Map(), {
    access: access(root),
  });
  return {
    files: [...workspace.files.keys()],
    tools: resolved.model.tools.map(({ name }) => name),
    types: resolved.model.definitions.map(({ name }) => name),
    diagnostics: diagnostics.map(({ code, message, help, location }) => ({
      code,
      message,
      help,
      place: `${location?.line}:${location?.column}`,
    })),
  };
}

const documentOf = (reference: string) => ({
  'definitions/api.openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /pets:
    get:
      operationId: pets
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '${reference}' } } } } }
`,
});

describe('a reference to another machine', () => {
  const pet = documentOf('https://example.com/schemas/pet.yaml');

  test('is not followed, and costs no more than what it stands for', async () => {
    const { tools, files, diagnostics } = await readProject(pet, () => ({ folders: [] }));
    expect(tools).toEqual(['pets']);
    expect(files).toEqual(['definitions/api.openapi.yaml']);
    expect(diagnostics).toEqual([
      {
        code: 'broken-reference',
        place: '7:92',
        message: '`https://example.com/schemas/pet.yaml` is not among the definitions, and fetching it is not allowed.',
        help: 'Save it in the definitions folder and refer to the file, or allow its host with `--allow-host example.com`.',
      },
    ]);
  });

  test('is followed to a host that is allowed, and so are those that stand there', async () => {
    const { types, files, diagnostics } = await readProject(pet, () => toExample);
    expect(diagnostics).toEqual([]);
    expect(types).toEqual(['Pet', 'Owner']);
    expect(files).toEqual(['definitions/api.openapi.yaml', ...Object.keys(web).slice(0, 2)]);
  });

  test.each([
    ['what is not there', 'https://example.com/none.yaml', 'cannot be fetched: the server responded with 404.'],
    ['another host', 'https://evil.net/a.yaml', 'is not among the definitions, and fetching it is not allowed.'],
    ['what is neither YAML nor JSON', 'https://example.com/broken.yaml', 'is neither YAML nor JSON.'],
  ])('to %s is told of', async (_title, address, reason) => {
    const { diagnostics } = await readProject(documentOf(address), () => toExample);
    const broken = diagnostics.filter(({ code }) => code === 'broken-reference');
    expect(broken.map(({ message }) => message)).toEqual([`\`${address}\` ${reason}`]);
  });

  test('may be the document itself', async () => {
    const definition = `server: { name: s, version: '1' }\nopenapi: { far: { document: 'https://example.com/api.yaml' } }\n`;
    const files = { 'definitions/s.mcp.yaml': definition };
    expect(await readProject(files, () => toExample)).toMatchObject({ tools: ['far'], diagnostics: [] });
    const refused = await readProject(files, () => ({ folders: [] }));
    expect(refused.diagnostics).toMatchObject([{ code: 'remote-ref', place: '2:29' }]);
  });

  test('works in a schema of a definition, too', async () => {
    const definition = `server: { name: s, version: '1' }
tools:
  keep:
    description: Keeps a pet.
    inputSchema: { type: object, properties: { pet: { $ref: 'https://example.com/schemas/pet.yaml', description: d } } }
`;
    const files = { 'definitions/s.mcp.yaml': definition };
    const { types } = await readProject(files, () => toExample);
    expect(types).toEqual(['Pet', 'Owner']);
    const refused = await readProject(files, () => ({ folders: [] }));
    expect(refused.diagnostics).toMatchObject([{ code: 'remote-ref' }]);
  });
});

describe('a reference out of the definitions folder', () => {
  const files = {
    ...documentOf('../schemas/pet.yaml#/Pet'),
    'schemas/pet.yaml': 'Pet: { type: object, properties: { owner: { $ref: ./owner.yaml } } }',
    'schemas/owner.yaml': 'type: object',
    'secrets/key.yaml': 'type: object',
  };

  test('is not followed', async () => {
    const { diagnostics } = await readProject(files, () => ({ folders: [] }));
    expect(diagnostics).toMatchObject([
      {
        code: 'broken-reference',
        place: '7:92',
        message: '`../schemas/pet.yaml` is outside definitions/.',
        help: 'Allow another folder with `--allow-folder <folder>`.',
      },
    ]);
  });

  test('is followed to a folder that is allowed', async () => {
    const allowed = await readProject(files, (root) => ({ folders: [path.join(root, 'schemas')] }));
    expect(allowed).toMatchObject({ types: ['Pet', 'Owner'], diagnostics: [] });
  });

  test('is followed although another allowed folder does not exist', async () => {
    const folders = (root: string) => [path.join(root, 'nowhere'), path.join(root, 'schemas')];
    const allowed = await readProject(files, (root) => ({ folders: folders(root) }));
    expect(allowed).toMatchObject({ types: ['Pet', 'Owner'], diagnostics: [] });
  });

  test('is not followed from there to a third one', async () => {
    const further = { ...files, 'schemas/owner.yaml': "{ $ref: '../secrets/key.yaml' }" };
    const { diagnostics } = await readProject(further, (root) => ({ folders: [path.join(root, 'schemas')] }));
    expect(diagnostics).toMatchObject([{ code: 'broken-reference', place: '1:9' }]);
  });
});
