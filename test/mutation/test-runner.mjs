import { readFile } from 'node:fs/promises';
import { isChosen } from './choose-mutants.mjs';
import { scriptsFile } from './protocol-files.mjs';
import { TestFile } from './run-test-file.mjs';

/** The most tests that are run for a mutant. */
const mostTests = Number(process.env.MUTATION_TESTS);

/** Stryker's test runner: runs bundled test files in its own process. */
class ProtocolTestRunner {
  // Stryker injects nothing.
  static inject = [];
  #files = new Map();
  #experience = new Map();

  capabilities() {
    // Each run of a file begins with a fresh runtime.
    return { reloadEnvironment: true };
  }

  async init() {
    // Errors outside of tests are no verdict: they may come from what an earlier mutant left behind.
    process.on('uncaughtException', () => {});
    process.on('unhandledRejection', () => {});
    for (const script of JSON.parse(await readFile(scriptsFile, 'utf8'))) {
      this.#files.set(script.test, await TestFile.open(script));
    }
  }

  /** Runs all tests without a mutant, and records which mutants each of them reaches. */
  async dryRun() {
    const coverage = { static: {}, perTest: {} };
    const tests = [];
    for (const file of this.#files.values()) {
      globalThis.__stryker__.mutantCoverage = { static: {}, perTest: {} };
      const results = await runTwice(file);
      const reached = globalThis.__stryker__.mutantCoverage;
      for (const { id } of results) coverage.perTest[id] = { ...reached.static, ...reached.perTest[id] };
      tests.push(...results.map(toTestResult));
    }
    return { status: 'complete', tests, mutantCoverage: coverage };
  }

  /** Runs the tests that reach a mutant, until one fails twice. */
  async mutantRun({ activeMutant, testFilter = [], hitLimit }) {
    if (!isChosen(activeMutant.id)) return { status: 'error', errorMessage: 'Not in the sample' };
    let nrOfTests = 0;
    for (const [name, tests] of this.#choose(activeMutant.fileName, testFilter)) {
      Object.assign(globalThis.__stryker__, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
      const { failure, count } = await findFailure(this.#files.get(name), tests);
      globalThis.__stryker__.activeMutant = undefined;
      nrOfTests += count;
      this.#remember(activeMutant.fileName, name, failure !== undefined);
      if (failure === undefined) continue;
      if (globalThis.__stryker__.hitCount > hitLimit) return { status: 'timeout', reason: 'An endless loop' };
      return { status: 'killed', killedBy: [failure.id], failureMessage: failure.problem, nrOfTests };
    }
    return { status: 'survived', nrOfTests };
  }

  /** The tests to run, by their files: first the files that have noticed many mutants of this source. */
  #choose(source, ids) {
    const worth = (test) => {
      const { kills, runs } = this.#experience.get(`${source} ${test}`) ?? { kills: 0, runs: 0 };
      return (kills + 1) / (runs + 2);
    };
    const files = [...groupByFile(ids)];
    files.sort(([one, few], [other, many]) => worth(other) - worth(one) || few.size - many.size);
    let left = mostTests;
    return files.flatMap(([file, names]) => {
      const chosen = new Set([...names].slice(0, Math.max(0, left)));
      left -= chosen.size;
      return chosen.size === 0 ? [] : [[file, chosen]];
    });
  }

  #remember(source, test, killed) {
    const key = `${source} ${test}`;
    const { kills, runs } = this.#experience.get(key) ?? { kills: 0, runs: 0 };
    this.#experience.set(key, { kills: kills + Number(killed), runs: runs + 1 });
  }
}

/** Runs all tests of a file; once more when one failed, which a busy machine may be the reason for. */
async function runTwice(file) {
  const results = await file.run();
  return results.some(({ problem }) => problem !== undefined) ? file.run() : results;
}

/** The first test that fails, and fails again by itself: a test that a busy machine disturbs is no verdict. */
async function findFailure(file, names) {
  const left = new Set(names);
  let count = 0;
  while (left.size > 0) {
    const results = await file.run(left);
    count += results.length;
    const failure = results.find(({ problem }) => problem !== undefined);
    if (failure === undefined) break;
    const [again] = await file.run(new Set([failure.name]));
    if (again?.problem !== undefined) return { failure, count };
    const before = left.size;
    for (const { name } of results) left.delete(name);
    if (left.size === before) break;
  }
  return { failure: undefined, count };
}

function toTestResult({ id, name, milliseconds, problem }) {
  const result = { id, name, timeSpentMs: milliseconds, fileName: id.slice(0, id.indexOf('#')) };
  return problem === undefined ? { ...result, status: 0 } : { ...result, status: 1, failureMessage: problem };
}

/** The names of tests, by their files. */
function groupByFile(ids) {
  const names = new Map();
  for (const id of ids) {
    const end = id.indexOf('#');
    const file = id.slice(0, end);
    names.set(file, (names.get(file) ?? new Set()).add(id.slice(end + 1)));
  }
  return names;
}

/** Plugins of Stryker. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'protocol', injectableClass: ProtocolTestRunner }];
