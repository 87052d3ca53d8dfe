// Prepares or publishes a release; CONTRIBUTING.md explains it:
//   npm run release [-- patch|minor|major|<version>] [-- --write]    shows what a release would do, or makes its commit and tag
//   npm run release -- --publish                                     packs the tagged commit and publishes it to npm
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from './read-arguments.mjs';
import { chooseVersion, datedChangelog, isAfter, readFirstSection } from './plan-release.mjs';

const root = process.cwd();
const { values, positionals } = readArguments({
  options: { write: { type: 'boolean', default: false }, publish: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** Runs a program and returns its output. Ends this process if the program fails, unless `mayFail`. */
function run(program, args, { mayFail = false, isShown = false, env = {} } = {}) {
  const stdio = isShown ? 'inherit' : 'pipe';
  const shell = process.platform === 'win32' && program === 'npm';
  const options = { cwd: root, encoding: 'utf8', stdio, shell, env: { ...process.env, ...env } };
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (status === 0) return (stdout ?? '').trim();
  if (mayFail) return undefined;
  end([`${program} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}\n${stderr ?? ''}`.trim()]);
}

/** Prints all problems and ends this process. */
function end(problems) {
  for (const problem of problems) console.error(`error: ${problem}`);
  process.exit(1);
}

function readManifest() {
  return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
}

/** Lists general reasons not to release from this checkout. */
function checkCheckout() {
  const problems = [];
  if (run('git', ['status', '--porcelain']) !== '')
    problems.push('There are uncommitted changes: commit or stash them.');
  if (readManifest().repository === undefined) {
    problems.push(
      'package.json has no `repository`: npm requires it for the links in README.md and for provenance. Add it below "license", with your user and repository:\n  "repository": { "type": "git", "url": "git+https://github.com/<user>/<repository>.git" },',
    );
  }
  const remote = run('git', ['remote', 'get-url', 'origin'], { mayFail: true });
  if (remote !== undefined) {
    if (run('git', ['fetch', '--quiet', '--tags', 'origin'], { mayFail: true }) === undefined) {
      problems.push('git cannot fetch from origin: check the network and your permissions.');
    }
    const upstream = run('git', ['rev-parse', '--verify', '--quiet', 'origin/main'], { mayFail: true });
    const isBehind =
      upstream && run('git', ['merge-base', '--is-ancestor', upstream, 'HEAD'], { mayFail: true }) === undefined;
    if (isBehind) problems.push('origin/main has commits that are missing here: pull them first.');
  }
  return problems;
}

/** Plans the commit, tag and files of the next release, and lists reasons not to make it. */
function planRelease() {
  const problems = checkCheckout();
  const tag = run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], { mayFail: true });
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').replaceAll('\r\n', '\n');
  const section = readFirstSection(changelog);
  const last = tag?.slice(1) ?? readManifest().version;
  let version;
  try {
    version = chooseVersion(positionals[0], last, section?.isReleased === false ? section.version : undefined);
  } catch (error) {
    end([...problems, error.message]);
  }
  if (tag !== undefined && !isAfter(version, last))
    problems.push(`${version} is not later than the last release, ${last}.`);
  const range = tag === undefined ? ['HEAD'] : [`${tag}..HEAD`];
  const subjects = run('git', ['log', '--no-merges', '--format=%s', ...range])
    .split('\n')
    .filter(Boolean);
  if (subjects.length === 0) problems.push(`There are no commits since ${tag}.`);
  const date = new Date().toISOString().slice(0, 10);
  const text = datedChangelog(changelog, version, date, subjects);
  if (readFirstSection(text)?.text === '') problems.push(`The section ${version} of CHANGELOG.md is empty.`);
  return { version, last, text, problems };
}

/** Sets the version in package.json and package-lock.json, as text, so that the rest of the files is unchanged. */
function bump(version) {
  for (const [file, count] of [
    ['package.json', 1],
    ['package-lock.json', 2],
  ]) {
    let left = count;
    const text = readFileSync(path.join(root, file), 'utf8');
    const bumped = text.replaceAll(/^( {2,6})"version": "[^"]+"/gmu, (found, indent) =>
      left-- > 0 ? `${indent}"version": ${JSON.stringify(version)}` : found,
    );
    writeFileSync(path.join(root, file), bumped);
  }
}

/** Packs the package as published, and checks that the tarball is complete. Returns its path. */
function pack(folder) {
  run('npm', ['pack', '--loglevel=error', '--pack-destination', folder], { env: { PACK_FOR_REGISTRY: '1' } });
  const [name] = readdirSync(folder);
  const files = run('tar', ['-tzf', path.join(folder, name)]).split(/\r?\n/u);
  const wanted = ['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'dist/published'];
  const missing = wanted.filter((file) => !files.includes(`package/${file}`));
  if (missing.length > 0) end([`The package does not contain ${missing.join(', ')}.`]);
  return path.join(folder, name);
}

function prepare() {
  const { version, last, text, problems } = planRelease();
  console.log(`Release ${version} (before: ${last})\n\n${readFirstSection(text).text}\n`);
  if (problems.length > 0) end(problems);
  if (!values.write) {
    console.log(
      `Nothing was written. With --write: set the version, date CHANGELOG.md, npm run generate, npm run check, pack, commit, tag v${version}.`,
    );
    return;
  }
  bump(version);
  writeFileSync(path.join(root, 'CHANGELOG.md'), text);
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  let isDone = false;
  // A failed release leaves the checkout unchanged.
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
    if (!isDone) spawnSync('git', ['checkout', '--quiet', '--', '.'], { cwd: root });
  });
  // The example manifests contain the version.
  run('npm', ['run', 'generate'], { isShown: true });
  run('npm', ['run', 'check'], { isShown: true });
  pack(folder);
  run('git', ['add', '--all']);
  run('git', ['commit', '--quiet', '--message', `Release ${version}`]);
  isDone = true;
  run('git', ['tag', '--annotate', `v${version}`, '--message', `Version ${version}`]);
  console.log(`Committed, and tagged v${version}. To publish, push both: git push --follow-tags`);
}

function publish() {
  const problems = checkCheckout();
  const { version } = readManifest();
  const tags = run('git', ['tag', '--points-at', 'HEAD']).split('\n');
  if (!tags.includes(`v${version}`))
    problems.push(`This commit has no tag v${version}. To create it: npm run release -- --write`);
  if (problems.length > 0) end(problems);
  const folder = mkdtempSync(path.join(tmpdir(), 'release-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tarball = pack(folder);
  // Only a CI service can sign provenance, not a developer's machine.
  const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL === undefined ? [] : ['--provenance'];
  run('npm', ['publish', tarball, '--access', 'public', ...provenance], { isShown: true });
  console.log(`Published ${version}.`);
}

if (values.publish) publish();
else prepare();
