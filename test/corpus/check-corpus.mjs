import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What is checked of a document: the whole chain, or that its examples arrive. */
const scripts = { chain: 'check-document.mjs', examples: 'examples/check-examples.mjs' };

/** @typedef {import('./check-corpus.d.mts').CorpusRow} CorpusRow */
/** @typedef {import('./check-corpus.d.mts').CorpusLimits} CorpusLimits */

/**
 * Checks documents, each in a process of its own.
 *
 * @param {string} folder
 * @param {readonly string[]} documents below it
 * @param {CorpusLimits} limits
 * @param {(row: CorpusRow) => void} report called after each document
 * @param {'chain' | 'examples'} check
 * @returns {Promise<readonly CorpusRow[]>} in the order of the documents
 */
export async function checkCorpus(folder, documents, limits, report, check = 'chain') {
  const rows = new Map();
  const waiting = [...documents];
  const work = async () => {
    for (let document = waiting.shift(); document !== undefined; document = waiting.shift()) {
      const row = await checkDocument(check, path.resolve(folder), document, limits);
      rows.set(document, row);
      report(row);
    }
  };
  await Promise.all(Array.from({ length: limits.parallel }, work));
  return documents.map((document) => rows.get(document));
}

async function checkDocument(check, folder, document, { seconds, megabytes, validate }) {
  const project = await mkdtemp(path.join(tmpdir(), 'corpus-'));
  try {
    const settings = validate === undefined ? [] : [validate];
    return await runCheck(check, [folder, document, project, ...settings], seconds, megabytes);
  } finally {
    await rm(project, { recursive: true, force: true, maxRetries: 3 });
  }
}

function runCheck(check, values, seconds, megabytes) {
  const [, document] = values;
  return new Promise((resolve) => {
    const script = path.join(import.meta.dirname, scripts[check]);
    // A process group of its own, so that its child processes end with it.
    const child = fork(script, values, {
      execArgv: [`--max-old-space-size=${megabytes}`],
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let row = { document, stage: 'starting the check', problems: [] };
    let stderr = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-child.pid, 'SIGKILL');
    }, seconds * 1000);
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('message', (message) => (row = message));
    child.on('close', () => {
      clearTimeout(timer);
      if (row.seconds === undefined)
        row.problems.push(describeEnd(row, isLate ? `${seconds} seconds are over` : stderr));
      resolve(row);
    });
  });
}

function describeEnd({ stage }, reason) {
  const lines = reason.trim().split('\n');
  return `The check ended while ${stage}: ${lines.find((line) => /FATAL|Error:/u.test(line)) ?? lines[0]}`;
}
