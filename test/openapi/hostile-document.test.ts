import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';

/** Ends comments, literals and templates, and says so if any of it is ever run. */
const text = "*/ ' \" ` ${globalThis.hurt()} \\ </script> \u2028 \n }); throw new Error('hurt'); /* {{name}}";

const property = { type: 'string', description: text, enum: [text], default: text };

const document = {
  openapi: '3.1.0',
  info: { title: text, version: text },
  servers: [{ url: `https://example.com/{v}`, variables: { v: { default: text, enum: [text] } } }],
  paths: {
    [`/a/{id}/${text}`]: {
      post: {
        operationId: text,
        summary: text,
        description: text,
        security: [{ [text]: [text] }],
        parameters: [
          { name: 'id', in: 'path', required: true, description: text, schema: { type: 'string' } },
          { name: text, in: 'query', description: text, schema: property },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { type: 'object', properties: { [text]: property, __proto__x: property } } },
          },
        },
        responses: {
          200: {
            description: text,
            content: {
              [`application/json; ${text}`]: {},
              'application/json': { schema: { $ref: '#/components/schemas/T' } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: { T: { type: 'object', title: text, description: text, properties: { [text]: property } } },
    securitySchemes: { [text]: { type: 'apiKey', in: 'header', name: text } },
  },
};

const project = await createProject({ 'definitions/api.openapi.json': JSON.stringify(document) });

describe('hostile text in every string of a document', () => {
  test('passes the type check', async () => {
    expect(await typeCheck(project.folder)).toBe('');
  });

  test('is listed as it was written, and nothing of it is run', async () => {
    const { messages, stderr } = await talk(await project.bundle(), [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]);
    const [tool] = messages.find(({ id }) => id === 1)?.result.tools ?? [];
    expect(tool).toMatchObject({ title: text.trim() });
    expect(tool.name).toMatch(/^[A-Za-z0-9_.-]{1,64}$/u);
    expect(Object.keys(tool.inputSchema.properties).every((key) => /^[A-Za-z0-9_.-]{1,64}$/u.test(key))).toBe(true);
    expect(tool.outputSchema.description).toBe(text.replace(' \u2028 \n', '\n'));
    expect(stderr).not.toContain('hurt');
  });
});
