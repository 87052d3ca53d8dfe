import { expect, test } from 'vitest';
import { changeRules } from '../../generator/feature-kit/changes/change-rules.js';
import { features } from '../../generator/features.js';
import type { DiffReport } from '../../generator/outputs/diff/diff-report.js';
import { readTable } from '../kit/read-table.js';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { diffBothWays } from './diff-definitions.js';

const server = (more = ''): string => `server:\n  name: s\n  version: 1.0.0\n${more}`;
const tool = (more = ''): string => `${server()}tools:\n  t:\n    description: T.\n${more}`;
const prompt = (more = ''): string => `${server()}prompts:\n  p:\n    description: P.\n${more}`;
const resource = (more = ''): string => `${server()}resources:\n  x://r:\n    name: r\n${more}`;
const template = (more = ''): string => `${server()}resourceTemplates:\n  x://t/{id}:\n    name: t\n${more}`;
const skill = (folder: string): string => `${server()}skills:\n  k: { folder: ./${folder}/k }\n`;
/** `auth` begins in line 4, its further members in line 7 and column 3; the scopes of the tool stand two lines below them. */
const auth = (more: string): string =>
  `${server()}auth:\n  issuers: [https://a.example]\n  scopes: { a: A, b: B }\n${more}tools:\n  t:\n    description: T.\n    scopes: [a]\n`;
/** A tool of a server in code mode. */
const coding = (more: string): string => `${server(more)}tools:\n  t:\n    description: T.\n`;
/** Two tools, each in a toolset. */
const grouped = (more: string): string =>
  `${server(more)}tools:\n  t: { description: T., toolset: a }\n  u:\n    description: U.\n    toolset: b\n`;
/** A tool that runs code, which calls an API. */
const calling = (code: string): string =>
  `${server()}openapi:\n  api: { document: ./api.openapi.yaml, mode: code, code: ${code} }\n`;
const form = '        requestedSchema: { type: object, properties: { ok: { type: boolean } } }\n';
const ask = (message = 'Go?'): string => tool(`    elicitations:\n      q:\n        message: '${message}'\n${form}`);
const ui = (members: string): string => tool(`    ui: { ${members} }\n`);
/** A tool with a statement; the databases are in one line each. */
const sql = (members: string): string => {
  const databases = ['a', 'b'].map((name) => `  ${name}: { kind: sqlite, file: ./a.db, schema: ./schema.sql }\n`);
  return `${server()}databases:\n${databases.join('')}tools:\n  t:\n    description: T.\n    sql: { ${members} }\n`;
};
/** A server with an environment variable, which begins in line 5 and column 5. */
const reading = (variable: string): string => server(`  environment:\n    V: ${variable}\n`);

/** A property of a tool of a server with `auth`, in line 12 and column 9. */
const bound = (property: string): string =>
  `${server()}auth: { issuers: [https://a.example] }\ntools:\n  t:\n    description: T.\n    inputSchema:\n      type: object\n      properties:\n        p: { type: string }\n${property === '' ? '' : `        ${property}\n`}`;

/** The rules by severity for clients and for handlers. */
const severities = {
  'breaking/breaking': 'error-data-removed tool-removed prompt-removed resource-removed template-removed',
  'breaking/may-break': 'subscriptions-removed',
  'breaking/compatible':
    'required-variable-added variable-now-required code-mode-entered code-mode-left tool-withheld auth-added issuer-removed resource-address-changed audience-removed credentials-removed scopes-raised output-schema-removed task-required required-argument-added argument-now-required content-kind-changed dry-run-removed skill-removed visibility-narrowed argument-bound argument-unbound',
  'may-break/breaking':
    'variable-type-changed variable-default-removed resource-unlisted returns-changed argument-removed completion-removed list-removed question-kind-changed',
  'may-break/may-break': 'list-changes-removed bind-source-changed timeout-shortened media-type-changed',
  'may-break/compatible':
    'error-added error-retry-changed error-condition-changed variable-default-changed stores-removed code-mode-withdrawn code-functions-changed code-question-added toolset-left coercion-removed task-not-durable server-name-changed scope-prefix-changed negotiation-tightened meta-changed hint-riskier resource-renamed question-added question-now-needed skill-file-removed view-removed view-changed view-origins-added view-permissions-added view-domain-changed well-known-removed',
  'compatible/breaking':
    'error-removed error-data-added variable-removed variable-now-optional scope-undeclared handler-unused handler-renamed handler-arguments-changed dry-run-function-needed output-schema-added argument-now-optional question-removed question-values-changed bound-argument-removed',
  'compatible/may-break':
    'statement-changed database-changed task-durable auth-removed handler-changed task-begin-changed question-now-optional',
  'compatible/compatible':
    'error-timing-changed variable-added variable-default-added stores-added stores-changed default-toolsets-changed code-mode-offered code-question-removed tool-served toolset-joined issuer-added audience-added credentials-added credentials-changed scope-declared scopes-lowered subscriptions-added list-changes-added negotiation-relaxed cache-changed tool-added prompt-added resource-added template-added meta-added handler-needed hint-safer timeout-extended coercion-added task-support-changed task-timing-changed dry-run-added dry-run-confirmation-changed argument-added messages-changed result-changed completion-added completion-changed list-added static-content-changed optional-question-added skill-added skill-file-added skill-file-changed skill-frontmatter-changed view-added visibility-widened view-origins-removed view-permissions-removed well-known-added well-known-changed bound-argument-added',
  'documentation/compatible':
    'server-version-changed server-documentation-changed variable-documentation-changed documentation-changed extension-changed question-changed view-border-changed',
};

/** Builders of a version in `change-rules.tsv` by its first word, and the indentation of the lines that may follow; without one, the rest is one argument. */
const builders: { readonly [word: string]: readonly [build: (more?: string) => string, indent?: number] } = {
  yaml: [(text = '') => text],
  server: [server, 2],
  coding: [(more = '') => coding(more), 2],
  auth: [(more = '') => auth(more), 2],
  grouped: [(more = '') => grouped(more), 2],
  tool: [tool, 4],
  prompt: [prompt, 4],
  resource: [resource, 4],
  template: [template, 4],
  skill: [(folder = '') => skill(folder)],
  sql: [(members = '') => sql(members)],
  calling: [(code = '') => calling(code)],
  reading: [(variable = '') => reading(variable)],
  ask: [ask],
  ui: [(members = '') => ui(members)],
  bound: [(property = '') => bound(property)],
};

/** A definition, from a word of `builders` and what the word is given. */
function build(version: string): string {
  const [word = '', rest] = version.split(/ (.*)/su);
  const [make, indent] = builders[word] ?? [];
  if (!make) throw new Error(`There is no builder ${word}.`);
  return make(indent === undefined ? rest : rest && `${rest.replaceAll(/^/gmu, ' '.repeat(indent))}\n`);
}

/**
 * Two versions, the changes from the first to the second, and those back unless they are the same. A change: rule,
 * severities where they are not those of the rule, place.
 */
const table = readTable('diff/change-rules.tsv').map(
  ([title = '', one = '', other = '', there = '', back = there]) => ({
    title,
    one: build(one),
    other: build(other),
    there,
    back,
  }),
);

/** Each change as in the table. */
function describeChanges({ changes }: DiffReport): string {
  const lines = changes.map(({ rule, clients, handlers, location }) => {
    const severity = `${clients}/${handlers}`;
    const isUsual = new Map(Object.entries(severities)).get(severity)?.split(' ').includes(rule);
    const place = location ? [location.side, `${location.line}:${location.column}`] : ['nowhere'];
    return [rule, ...(isUsual ? [] : [severity]), ...place].join(' ');
  });
  return lines.join(' | ');
}

/** The files of the skills that a definition names. */
const skillsOf = (text: string): { readonly [file: string]: string } => (text.includes('skills:') ? skillFiles : {});

const main = (description: string) => `---\nname: k\ndescription: ${description}\n---\n`;
const skillFiles = {
  'definitions/one/k/SKILL.md': main('One.'),
  'definitions/one/k/a.md': 'a',
  'definitions/other/k/SKILL.md': main('Other.'),
  'definitions/other/k/a.md': 'a',
  'definitions/text/k/SKILL.md': `${main('One.')}Text.`,
  'definitions/text/k/a.md': 'b',
  'definitions/more/k/SKILL.md': main('One.'),
  'definitions/more/k/a.md': 'a',
  'definitions/more/k/b/c.md': 'c',
};

/** The document of the API that a definition names. */
const apiOf = (text: string): { readonly [file: string]: string } =>
  text.includes('./api.openapi.yaml') ? { 'definitions/api.openapi.yaml': api } : {};

const api = `openapi: 3.1.0
info: { title: A, version: 1.0.0 }
servers: [{ url: https://a.example }]
paths: { /a: { get: { operationId: a, responses: { '200': { description: A. } } } } }
`;

await linkSqlite();

test.each(table)('$title', async ({ one, other, there, back }) => {
  const files = (text: string) => ({
    'definitions/s.mcp.yaml': text,
    'definitions/m.ts': 'export const [f, b] = [];',
    ...skillsOf(text),
    ...apiOf(text),
    'definitions/schema.sql': 'create table t (n integer not null);',
  });
  const [forth, reverse] = await diffBothWays(files(one), files(other));
  expect(describeChanges(forth)).toBe(there);
  expect(describeChanges(reverse)).toBe(back);
});

test('every rule is in the table', () => {
  const changes = table.flatMap(({ there, back }) => [...there.split(' | '), ...back.split(' | ')]);
  const found = new Set(changes.map((change) => change.split(' ')[0]));
  const rules = [
    ...Object.keys(changeRules),
    ...features.flatMap(({ changes: own = [] }) => own).map(({ rule }) => rule),
  ];
  expect(new Set(rules).size).toBe(rules.length);
  expect(rules.filter((rule) => !found.has(rule))).toEqual([]);
});
