import vm from 'node:vm';
import { getFn, startTests } from '@vitest/runner';
import fc from 'fast-check';
import { vi } from 'vitest';
import { slowTests } from './protocol-files.mjs';

/**
 * Milliseconds without work after which a test has failed: a mutant often swallows the answer that the test waits for. Time
 * in which the process works, or waits for a processor, does not count, so that a busy machine kills no mutants.
 */
const idleLimit = 1000;

// Properties that `vi` reads from the worker in which it expects to run.
globalThis.__vitest_worker__ = { config: { fakeTimers: {} }, metaEnv: process.env };

// The same inputs for each mutant, and no search for the smallest one that fails.
fc.configureGlobal({ seed: 1, endOnFailure: true });

/** The state that mutated code reads and writes. */
const instrumented = (globalThis.__stryker__ ??= {});

const config = {
  root: process.cwd(),
  setupFiles: [],
  passWithNoTests: true,
  allowOnly: false,
  sequence: { seed: 0, hooks: 'stack', setupFiles: 'list' },
  maxConcurrency: 1,
  testTimeout: 30_000,
  hookTimeout: 3000,
  retry: 0,
  tags: [],
};

/** A test file with its runtime in one script. Each run begins with a fresh runtime. */
export class TestFile {
  #evaluate;
  #packages = new Map();
  #name;

  constructor({ test, code }) {
    this.#name = test;
    this.#evaluate = vm.compileFunction(code, ['require', 'module', 'loadModule'], {
      filename: `${test}.cjs`,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  }

  /** Compiles a script, and loads the packages that it imports. */
  static async open(script) {
    const file = new TestFile(script);
    for (const name of script.packages) file.#packages.set(name, await import(name));
    return file;
  }

  /**
   * Runs the tests with these names, or all, until one fails.
   * Returns the results of the tests that were run.
   */
  async run(names) {
    const results = [];
    let failed = false;
    const note = (id, name, task) => {
      const problem = task.result.state === 'fail' ? findProblem(task) : undefined;
      failed ||= problem !== undefined;
      results.push({ id, name, milliseconds: task.result.duration ?? 0, problem });
    };
    const [file] = await startTests([this.#name], {
      config,
      importFile: () => this.#evaluate((name) => this.#packages.get(name), {}, loadModule),
      onCollected: ([collected]) => choose(collected, names),
      onBeforeRunTask: (test) => {
        if (failed) test.mode = 'skip';
        instrumented.currentTestId = idOf(this.#name, test);
      },
      runTask: runWhileBusy,
      onAfterRunTask: (test) => {
        instrumented.currentTestId = undefined;
        if (['pass', 'fail'].includes(test.result?.state)) note(idOf(this.#name, test), nameOf(test), test);
      },
    });
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    // The file could not be loaded, or a hook of it failed.
    if (!failed && file.result?.state === 'fail') note(this.#name, this.#name, file);
    return results;
  }
}

const { setInterval: every, clearInterval: stop } = globalThis;

/** Runs a test, and fails it when the process has had nothing to do for too long. */
async function runWhileBusy(test) {
  const before = performance.eventLoopUtilization();
  let timer;
  const idle = new Promise((_resolve, reject) => {
    timer = every(() => {
      if (performance.eventLoopUtilization(before).idle < idleLimit) return;
      // The cleanup of the test is not awaited: it often never settles either.
      test.onFinished = test.onFinished?.map((clean) => (context) => void clean(context).catch(() => {}));
      reject(new Error('The test waits in vain.'));
    }, 50);
  });
  try {
    await Promise.race([getFn(test)(), idle]);
  } finally {
    stop(timer);
  }
}

/** Loads a module on behalf of its file: what it evaluates is no part of the test that happens to run. */
function loadModule(load, argument) {
  const test = instrumented.currentTestId;
  instrumented.currentTestId = undefined;
  try {
    return load(argument);
  } finally {
    instrumented.currentTestId = test;
  }
}

function choose(suite, names) {
  for (const task of suite.tasks) {
    if (task.type === 'suite') choose(task, names);
    else if (names?.has(nameOf(task)) === false || slowTests.some((title) => task.name.startsWith(title)))
      task.mode = 'skip';
  }
  if (suite.tasks.every(({ mode }) => mode === 'skip' || mode === 'todo')) suite.mode = 'skip';
}

function nameOf({ suite, name }) {
  return suite === undefined || suite.type === 'file' || suite.name === '' ? name : `${nameOf(suite)} › ${name}`;
}

function idOf(file, test) {
  return `${file}#${nameOf(test)}`;
}

function findProblem(task) {
  const problem = task.result?.errors?.[0]?.message;
  return problem ?? task.tasks?.map(findProblem).find((found) => found !== undefined) ?? 'failed';
}
