import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { runCommand } from '../kit/run-command.js';
import { environment } from '../kit/walk-page.js';

const root = path.resolve(import.meta.dirname, '../..');

const changelog = `# Changelog

## 0.2.0 (unreleased)

- Something new.

## 0.1.0 (unreleased)

- The beginning.
`;

const manifest = {
  name: 'create-mcp-from-schema',
  version: '0.1.0',
  repository: { type: 'git', url: 'git+https://example.com/own.git' },
  files: ['dist', 'THIRD-PARTY-LICENSES.txt'],
  scripts: {
    generate: `node -e "fs.writeFileSync('generated.txt', require('./package.json').version)"`,
    check: `node -e "process.exit(fs.existsSync('broken') ? 1 : 0)"`,
    prepack: 'node build/mark-published.mjs',
  },
};

let clone: string;

/** Runs git in the clone, as a user with a name. */
function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], { cwd: clone, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function commit(files: { readonly [file: string]: string }, message: string): void {
  putFiles(clone, files);
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

function release(...args: readonly string[]) {
  const identity = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com' };
  const env = { ...environment, ...identity, GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/release.mjs', ...args], {
    cwd: clone,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const read = (file: string): string => readFileSync(path.join(clone, file), 'utf8');

/** A clone of a small package with the scripts of this one, and its remote. Each test leaves it to the next one. */
beforeAll(() => {
  const folder = makeFolder();
  spawnSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path.join(folder, 'remote.git')]);
  clone = path.join(folder, 'clone');
  const lock = { name: manifest.name, version: '0.1.0', lockfileVersion: 3, packages: { '': { version: '0.1.0' } } };
  const other = { 'node_modules/other': { version: '0.1.0' } };
  putFiles(clone, {
    'package.json': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'package-lock.json': `${JSON.stringify({ ...lock, packages: { ...lock.packages, ...other } }, undefined, 2)}\n`,
    'CHANGELOG.md': changelog,
    'generated.txt': '0.1.0',
    'README.md': '# Own\n',
    LICENSE: 'MIT\n',
    'THIRD-PARTY-LICENSES.txt': 'None.\n',
    'dist/index.js': '\n',
    '.gitignore': 'dist/published\n',
  });
  for (const file of ['release.mjs', 'plan-release.mjs', 'mark-published.mjs', 'read-arguments.mjs']) {
    cpSync(path.join(root, 'build', file), path.join(clone, 'build', file));
  }
  git('init', '--quiet', '--initial-branch=main');
  commit({}, 'Begin');
  git('remote', 'add', 'origin', path.join(folder, 'remote.git'));
  git('push', '--quiet', '--set-upstream', 'origin', 'main');
});

test('shows the next release and writes nothing', () => {
  const before = git('rev-parse', 'HEAD');
  const { status, stdout, stderr } = release();
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^Release 0\.2\.0 \(before: 0\.1\.0\)\n\n- Something new\.\n\nNothing was written\./u);
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', '']);
});

test('names everything that is in the way, in one run', () => {
  const { repository, ...without } = manifest;
  expect(repository).toBeDefined();
  const later = makeFolder();
  spawnSync('git', ['clone', '--quiet', path.join(clone, '../remote.git'), later]);
  const push = "git -c user.name=A -c user.email=a@b.c commit -q --allow-empty -m 'Later' && git push -q";
  expect(spawnSync(push, { cwd: later, shell: true }).status).toBe(0);
  putFiles(clone, {
    'package.json': JSON.stringify(without, undefined, 2),
    'CHANGELOG.md': '# Changelog\n\n## 0.2.0 (unreleased)\n',
  });
  const { status, stderr } = release('--write');
  expect(status).toBe(1);
  expect(stderr).toContain('error: There are uncommitted changes');
  expect(stderr).toContain('error: package.json has no `repository`');
  expect(stderr).toContain(
    '\n  "repository": { "type": "git", "url": "git+https://github.com/<user>/<repository>.git" },\n',
  );
  expect(stderr).toContain('error: origin/main has commits that are missing here');
  expect(stderr).toContain('error: The section 0.2.0 of CHANGELOG.md is empty.');
  expect(release('--publish').stderr).toContain('This commit has no tag v0.1.0');
  git('checkout', '--quiet', '.');
  git('pull', '--quiet');
});

test('leaves the files as they were when a check fails', () => {
  commit({ broken: '' }, 'Break');
  const before = git('rev-parse', 'HEAD');
  const { status, stderr } = release('--write');
  expect(status).toBe(1);
  expect(stderr).toContain('npm run check: exit code 1');
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([before, '', '']);
  git('reset', '--quiet', '--hard', 'HEAD~');
});

test('makes a commit and a tag, with the version everywhere and a date in the changelog', () => {
  const { status, stderr } = release('--write');
  expect(status, stderr).toBe(0);
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
  expect(git('tag', '--points-at', 'HEAD')).toBe('v0.2.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(JSON.parse(read('package.json'))).toEqual({ ...manifest, version: '0.2.0' });
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, 'node_modules/other': { version: '0.1.0' } },
  });
  expect(read('generated.txt')).toBe('0.2.0');
  expect(read('CHANGELOG.md')).toMatch(
    /^## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something new\.\n\n## 0\.1\.0 \(unreleased\)/mu,
  );

  // The next one has no section yet: its commits become one.
  expect(release().stderr).toContain('Which version?');
  expect(release('0.1.9').stderr).toContain('0.1.9 is not later than the last release, 0.2.0');
  expect(release('later').stderr).toContain('later is not a version');
  commit({ 'README.md': '# Own package\n' }, 'Explain the title');
  expect(release('minor').stdout).toMatch(/^Release 0\.3\.0 \(before: 0\.2\.0\)\n\n- Explain the title\n\nNothing/u);
  git('reset', '--quiet', '--hard', 'v0.2.0');
});

/** A registry that takes packages. */
async function startTaker(): Promise<{ readonly server: Server; readonly port: number; readonly taken: string[] }> {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'PUT') taken.push(Buffer.concat(chunks).toString());
      response.writeHead(request.method === 'PUT' ? 201 : 404, { 'Content-Type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, taken };
}

test('publishes the tagged commit, marked as published', async () => {
  const { server, port, taken } = await startTaker();
  try {
    putFiles(path.dirname(clone), { npmrc: `//127.0.0.1:${port}/:_authToken=token\n` });
    const variables = {
      npm_config_update_notifier: 'false',
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_userconfig: path.join(path.dirname(clone), 'npmrc'),
    };
    await runCommand('node build/release.mjs --publish', { cwd: clone, variables });
  } finally {
    server.close();
  }
  expect(taken).toHaveLength(1);
  const { 'dist-tags': tags, _attachments: files } = JSON.parse(taken[0] ?? '') as {
    readonly 'dist-tags': unknown;
    readonly _attachments: { readonly [name: string]: { readonly data: string } };
  };
  expect(tags).toEqual({ latest: '0.2.0' });
  const [tarball] = Object.values(files);
  const input = Buffer.from(tarball?.data ?? '', 'base64');
  expect(spawnSync('tar', ['-tz'], { input, encoding: 'utf8' }).stdout).toContain('package/dist/published\n');
});
