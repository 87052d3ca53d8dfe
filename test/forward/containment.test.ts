import { describe, expect, test } from 'vitest';
import type { ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import { callOperation } from './call-operation.js';
import { useRecordingServer } from './recording-server.js';

describe('attempts to get elsewhere', () => {
  const server = useRecordingServer();
  const elsewhere = useRecordingServer();
  const operation: ForwardOperation = { method: 'GET', path: ['/users/', { name: 'id', from: ['id'] }] };

  test.each(['..', '.', '', '../admin', 'a/../../admin', '..\\admin', 'a/.', null, undefined, [], ['..'], {}])(
    'a path argument %j is refused',
    async (id) => {
      const before = server.requests.length;
      await expect(callOperation(server.url, operation, { id })).rejects.toThrow(
        /^(?:An argument in the path|Argument "id" is part of the path)/u,
      );
      expect(server.requests.length).toBe(before);
    },
  );

  test.each([
    ['//evil.test/', '/users/%2F%2Fevil.test%2F'],
    ['@evil.test', '/users/%40evil.test'],
    ['%2e%2e%2fadmin', '/users/%252e%252e%252fadmin'],
    ['x?admin=1#y', '/users/x%3Fadmin%3D1%23y'],
    ['a\r\nHost: evil.test', '/users/a%0D%0AHost%3A%20evil.test'],
    ['group/project', '/users/group%2Fproject'],
  ])('a path argument %j stays in its segment', async (id, target) => {
    await callOperation(server.url, operation, { id });
    expect(server.requests.at(-1)?.target).toBe(target);
  });

  test('two arguments cannot make a dot segment together', async () => {
    const path = ['/files/', { name: 'a', from: ['a'] }, '.', { name: 'b', from: ['b'] }];
    await callOperation(server.url, { method: 'GET', path }, { a: 'x', b: '.' });
    expect(server.requests.at(-1)?.target).toBe('/files/x..');
    const dots = ['/files/', { name: 'a', from: ['a'] }, { name: 'b', from: ['b'] }];
    await expect(callOperation(server.url, { method: 'GET', path: dots }, { a: '.', b: '.' })).rejects.toThrow(
      'segment',
    );
  });

  test.each([
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Authorization',
    'Cookie',
    'Proxy-Authorization',
  ])('the header %s is set by no argument', async (name) => {
    const headers = [{ name, from: ['value'] }];
    await expect(callOperation(server.url, { ...operation, headers }, { id: 1, value: '1' })).rejects.toThrow(
      `Argument "value" cannot be sent: no argument sets the header "${name.toLowerCase()}"`,
    );
  });

  test('control characters in a header are refused', async () => {
    const headers = [{ name: 'X-A', from: ['value'] }];
    for (const value of ['a\r\nX-Admin: 1', 'a\0b', 'a\u007fb']) {
      await expect(callOperation(server.url, { ...operation, headers }, { id: 1, value })).rejects.toThrow(
        'Argument "value" must not contain control characters',
      );
    }
  });

  test('a redirect to another origin is not followed, and no server there sees the credentials', async () => {
    server.answer = (_, response) => response.writeHead(302, { Location: `${elsewhere.url}/steal?x=1` }).end();
    const setup = {
      api: { securitySchemes: { key: { type: 'bearer', tokenVariable: 'TOKEN' } as const } },
      environment: { TOKEN: 'secret-token' },
    };
    await expect(
      callOperation(server.url, { ...operation, security: [{ key: [] }] }, { id: 1 }, setup),
    ).rejects.toThrow(
      `The redirect to ${elsewhere.url}/steal?x=1 was not followed because it leads to a different server`,
    );
    expect(elsewhere.requests).toEqual([]);
  });

  test('a redirect that the document describes is the answer when it leads elsewhere', async () => {
    server.answer = (_, response) => response.writeHead(302, { Location: `${elsewhere.url}/file.zip` }).end();
    const parts = await callOperation(server.url, { ...operation, answersRedirect: true }, { id: 1 });
    expect(parts.content).toEqual([{ type: 'text', text: `${elsewhere.url}/file.zip` }]);
    expect(elsewhere.requests).toEqual([]);
  });
});
