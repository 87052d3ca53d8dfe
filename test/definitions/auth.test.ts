import { describe, expect, test } from 'vitest';
import { diagnose, print } from './diagnose.js';

/** A definition with a tool; `auth` begins in line 2, its members in line 3 and column 3. */
const auth = (members: string, tool = 'scopes: [a]') =>
  `server: { name: s, version: 1.0.0 }\nauth:\n  ${members.replaceAll('; ', '\n  ')}\ntools:\n  t: { description: Does it., ${tool} }\n`;

const issuer = 'issuers: [https://a.example]; scopes: { a: A }';

const cases: readonly (readonly [what: string, definition: string, wanted: readonly string[]])[] = [
  ['issuers and scopes', auth(issuer), []],
  ['environment variables', auth("issuers: ['${A}']; scopes: { a: A }; resource: 'https://${HOST}/mcp'"), []],
  ['an issuer on the local machine', auth('issuers: [http://127.0.0.1:9000/realm]; scopes: { a: A }'), []],
  ['an issuer without https', auth('issuers: [http://a.example]; scopes: { a: A }'), ['invalid-auth 3:13']],
  ['an issuer with a query', auth("issuers: ['https://a.example/?b']; scopes: { a: A }"), ['invalid-auth 3:13']],
  ['an issuer with a user name', auth('issuers: [https://me@a.example]; scopes: { a: A }'), ['invalid-auth 3:13']],
  ['an issuer that is no URL', auth('issuers: [login]; scopes: { a: A }'), ['invalid-auth 3:13']],
  ['a variable without braces', auth("issuers: ['$A']; scopes: { a: A }"), ['invalid-auth 3:13']],
  ['a variable in small letters', auth("issuers: ['${a}']; scopes: { a: A }"), ['invalid-auth 3:13']],
  ['nobody who may call', auth('scopes: { a: A }'), ['invalid-auth 3:3']],
  ['keys and no issuer', auth('apiKeys: { variable: S_KEYS }; scopes: { a: A }'), []],
  ['no source of keys', auth('apiKeys: {}; scopes: { a: A }'), ['invalid-value 3:12']],
  ['an absolute resource', auth(`${issuer}; resource: https://s.example/mcp`), []],
  ['a resource without a scheme', auth(`${issuer}; resource: s.example/mcp`), ['invalid-auth 5:13']],
  ['a resource without https', auth(`${issuer}; resource: http://s.example/mcp`), ['invalid-auth 5:13']],
  ['a resource with a user name', auth(`${issuer}; resource: https://me@s.example/mcp`), ['invalid-auth 5:13']],
  ['a resource on the local machine', auth(`${issuer}; resource: http://localhost:3000/mcp`), []],
  ['a resource with a fragment', auth(`${issuer}; resource: 'https://s.example/#a'`), ['invalid-auth 5:13']],
  ['a resource with a query', auth(`${issuer}; resource: 'https://s.example/?a'`), ['invalid-auth 5:13']],
  ['a scope that nobody declares', auth(issuer, 'scopes: [b]'), ['unused-scope 4:13', 'unknown-scope 6:40']],
  ['a required scope that nobody declares', auth(`${issuer}; required: [b]`), ['unknown-scope 5:14']],
  [
    'a hierarchy of unknown scopes',
    auth(`${issuer}; implies: { b: [c] }`),
    ['unknown-scope 5:14', 'unknown-scope 5:18'],
  ],
  [
    'a scope that includes a needed one',
    auth('issuers: [https://a.example]; scopes: { a: A, b: B }; implies: { b: [a] }'),
    [],
  ],
  ['a scope that nothing needs', auth('issuers: [https://a.example]; scopes: { a: A, b: B }'), ['unused-scope 4:19']],
  [
    'scopes in a circle',
    auth('issuers: [https://a.example]; scopes: { a: A, b: B }; implies: { b: [a], a: [b] }'),
    ['cyclic-scopes 5:14', 'cyclic-scopes 5:22'],
  ],
  ['a scope that includes itself', auth(`${issuer}; implies: { a: [a] }`), ['cyclic-scopes 5:14']],
  ['offline_access', auth('issuers: [https://a.example]; scopes: { a: A, offline_access: B }'), ['invalid-auth 4:19']],
  [
    'a scope with a space',
    auth("issuers: [https://a.example]; scopes: { a: A, 'b c': B }"),
    ['unused-scope 4:19', 'invalid-name 4:19'],
  ],
  ['introspection', auth(`${issuer}; introspection: { clientId: s, clientSecret: '\${S}' }`), []],
  [
    'introspection by another issuer',
    auth(`${issuer}; introspection: { clientId: s, clientSecret: x, issuer: 'https://b.example' }`),
    ['invalid-auth 5:18'],
  ],
  ['a header with certificates', auth(`${issuer}; clientCertificate: { header: Client-Cert }`), []],
  [
    'a header that cannot be one',
    auth(`${issuer}; clientCertificate: { header: 'Client Cert' }`),
    ['invalid-value 5:32'],
  ],
  ['an unknown key', auth(`${issuer}; audience: x`), ['unknown-key 5:3']],
  [
    'scopes without auth',
    'server: { name: s, version: 1.0.0 }\ntools:\n  t: { description: Does it., scopes: [a] }\n',
    ['invalid-auth 3:40'],
  ],
];

describe('auth', () => {
  test.each(cases)('%s', async (_what, definition, wanted) => {
    expect(await diagnose(definition)).toEqual(wanted);
  });

  test('scopes of prompts, resources and templates are checked too', async () => {
    const definition = `${auth(issuer)}prompts:
  p: { description: P., scopes: [b] }
resources:
  s://r: { name: r, description: R., text: x, scopes: [b] }
resourceTemplates:
  s://r/{id}: { name: rs, description: R., scopes: [b] }
`;
    const wanted = ['unknown-scope 8:34', 'unknown-scope 10:56', 'unknown-scope 12:53'];
    expect((await diagnose(definition)).filter((line) => line.startsWith('unknown-scope'))).toEqual(wanted);
  });

  test('auth in two files is an error with both places', async () => {
    const files = {
      'definitions/a.mcp.yaml': auth(issuer),
      'definitions/b.mcp.yaml': 'auth: { issuers: [https://b.example] }\n',
    };
    expect(await diagnose(files)).toEqual(['duplicate-name 1:1']);
  });

  test('a misspelt scope is printed with the one that is meant', async () => {
    const text = await print(auth('issuers: [https://a.example]; scopes: { books:read: A }; required: [books:raed]'));
    expect(text).toContain('`auth` does not declare the scope `books:raed`.');
    expect(text).toContain('did you mean `books:read`?');
  });

  test('more scopes than the format allows are reported, and not followed', async () => {
    const names = Array.from({ length: 3000 }, (_, index) => `s${index}`);
    const scopes = `{ ${names.map((name) => `${name}: x`).join(', ')} }`;
    const implies = `{ ${names.map((name, index) => `${name}: [s${index + 1}]`).join(', ')} }`;
    const found = await diagnose(auth(`issuers: [https://a.example]; scopes: ${scopes}; implies: ${implies}`, ''));
    expect(found.filter((line) => line.startsWith('invalid-value'))).toEqual([
      'invalid-value 4:11',
      'invalid-value 5:12',
    ]);
  });
});
