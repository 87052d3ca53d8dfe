import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const levels = new Set(['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT']);
const sides = ['server', 'client', 'both', 'other'];

/** Why a clause has no test, and whose clauses may say so. */
const reasons: { readonly [reason: string]: readonly string[] } = {
  // Duties of clients, hosts, proxies, authorization servers, and authors of specifications.
  'none: client': ['client'],
  'none: other': ['other'],
  // Duties of a server that registers clients and issues tokens itself: the page of 2025-03-26 describes it so, but allows a distinct
  // service, and proxies of authorization servers do it. Ours names a distinct service.
  'none: authorization-server': ['server', 'both'],
  // Of the experimental tasks of 2025-11-25: duties of clients, and parts that the server does not have (`tasks/list`, progress of tasks,
  // tools that refuse plain calls, tasks of clients).
  'none: core-tasks': sides,
  // Duties of the author of a server.
  'none: handler': ['server', 'both'],
  // Duties whose fulfillment cannot be seen from outside.
  'none: unobservable': ['server', 'both'],
};

interface Clause {
  readonly where: string;
  readonly page: string;
  readonly level: string;
  readonly side: string;
  readonly clause: string;
  readonly coverage: string;
}

function readClauses(revision: string): readonly Clause[] {
  const text = readFileSync(path.join(import.meta.dirname, 'clauses', `${revision}.tsv`), 'utf8');
  const [header, ...lines] = text.trimEnd().split('\n');
  expect(header).toBe('page\tsection\tlevel\tside\tclause\tcoverage');
  return lines.map((line, index) => {
    const cells = line.split('\t');
    const where = `${revision}.tsv:${index + 2}`;
    expect(
      cells.filter((cell) => cell.trim() !== ''),
      where,
    ).toHaveLength(6);
    const [page = '', , level = '', side = '', clause = '', coverage = ''] = cells;
    return { where, page, level, side, clause, coverage };
  });
}

/** The source of every test file, and every table of tests, that rows may name, by the stem of its name. */
function readSources(): ReadonlyMap<string, readonly string[]> {
  const sources = new Map<string, string[]>();
  for (const folder of ['wire', 'auth', 'delegation', 'openapi', 'definitions', 'clients', 'generate']) {
    const directory = path.join(import.meta.dirname, '..', folder);
    for (const file of readdirSync(directory).filter((name) => /\.(?:test\.ts|tsv)$/u.test(name))) {
      const stem = file.replace(/\.(?:test\.ts|tsv)$/u, '');
      sources.set(stem, [...(sources.get(stem) ?? []), readFileSync(path.join(directory, file), 'utf8')]);
    }
  }
  return sources;
}

/** `logtalk` has the rows of behavior that Logtalk's library `mcp_server` and this project have in common. */
const clauses = [...revisions, 'ext-tasks', 'logtalk'].flatMap(readClauses);
const sources = readSources();

/** Errors of the coverage that a clause claims. */
function findFault({ side, coverage }: Clause): string | undefined {
  if (coverage.startsWith('none:')) {
    return reasons[coverage]?.includes(side) === true ? undefined : `"${coverage}" does not fit the side "${side}"`;
  }
  const missing = coverage.split(' ; ').find((row) => {
    const [stem = '', title = ''] = row.split(' › ');
    return title === '' || sources.get(stem)?.some((source) => holds(source, title)) !== true;
  });
  return missing === undefined ? undefined : `there is no test "${missing}"`;
}

/** Whether a title stands in a source as a string literal, or before a row of a table. */
function holds(source: string, title: string): boolean {
  const literals = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``, `\n${title}\t`];
  return literals.some((literal) => source.includes(literal));
}

test('the inventory covers five revisions', () => {
  const counts = revisions.map((revision) => clauses.filter(({ where }) => where.startsWith(revision)).length);
  expect(counts).toEqual([116, 192, 246, 482, 680]);
});

test('the inventory covers the extension for tasks, and what Logtalk does', () => {
  const counts = ['ext-tasks', 'logtalk'].map((file) => clauses.filter(({ where }) => where.startsWith(file)).length);
  expect(counts).toEqual([54, 55]);
});

test('every clause has a level and a side', () => {
  const wrong = clauses.filter(({ level, side }) => !levels.has(level) || !sides.includes(side));
  expect(wrong).toEqual([]);
});

test('every clause names the tests that check it, or why none does', () => {
  const faults = clauses.flatMap((clause) => {
    const fault = findFault(clause);
    return fault === undefined ? [] : [`${clause.where} (${clause.clause}): ${fault}`];
  });
  expect(faults).toEqual([]);
});

test('the server has duties of an authorization server on a page of 2025-03-26 only, and where it would be a proxy of one', () => {
  const rows = clauses.filter(({ coverage }) => coverage === 'none: authorization-server');
  const isProxy = ({ clause }: Clause): boolean => /prox(?:y|ies) with a static client id/iu.test(clause);
  const pages = new Set(
    rows.filter((row) => !isProxy(row)).map(({ where, page }) => `${where.split('.', 1)[0]} ${page}`),
  );
  expect([...pages]).toEqual(['2025-03-26 basic/authorization']);
});

test('every file of the wire suite checks a clause', () => {
  const named = new Set(clauses.flatMap(({ coverage }) => coverage.split(' ; ').map((row) => row.split(' › ')[0])));
  // This file checks the inventory itself.
  named.add('clauses');
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  const unnamed = files.map((file) => file.slice(0, -'.test.ts'.length)).filter((stem) => !named.has(stem));
  expect(unnamed).toEqual([]);
});
