import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const script = path.join(import.meta.dirname, 'check-document.mjs');

/**
 * What came of one document.
 *
 * @typedef {object} CorpusRow
 * @property {string} document path below the folder
 * @property {readonly string[]} problems empty: everything is as it should be
 * @property {string} stage the last one entered
 * @property {number} [operations] counted without the generator
 * @property {number} [tools]
 * @property {readonly string[]} [skipped] operations that no tool was made of: place and reason
 * @property {readonly string[]} [warnings] these, too, among others
 * @property {boolean} [generated]
 * @property {boolean} [typeChecks]
 * @property {boolean} [starts]
 * @property {boolean} [schemasValid]
 * @property {boolean} [clientsAccept]
 * @property {number} [longestName] characters
 * @property {number} [listBytes] of the answer to `tools/list`
 * @property {number} [generateSeconds]
 * @property {number} [seconds] all of it
 * @property {number} [peakBytes] memory of the generator
 */

/** @typedef {{ seconds: number, megabytes: number, parallel: number }} CorpusLimits time and memory for each document */

/**
 * Runs the whole chain over documents, each in a process of its own.
 *
 * @param {string} folder
 * @param {readonly string[]} documents below it
 * @param {CorpusLimits} limits
 * @param {(row: CorpusRow) => void} report hears of each document when it is done
 * @returns {Promise<readonly CorpusRow[]>} in the order of the documents
 */
export async function checkCorpus(folder, documents, limits, report) {
  const rows = new Map();
  const waiting = [...documents];
  const work = async () => {
    for (let document = waiting.shift(); document !== undefined; document = waiting.shift()) {
      const row = await checkDocument(path.resolve(folder), document, limits);
      rows.set(document, row);
      report(row);
    }
  };
  await Promise.all(Array.from({ length: limits.parallel }, work));
  return documents.map((document) => rows.get(document));
}

async function checkDocument(folder, document, { seconds, megabytes }) {
  const project = await mkdtemp(path.join(tmpdir(), 'corpus-'));
  try {
    return await runCheck([folder, document, project], seconds, megabytes);
  } finally {
    await rm(project, { recursive: true, force: true, maxRetries: 3 });
  }
}

function runCheck([folder, document, project], seconds, megabytes) {
  return new Promise((resolve) => {
    // A group of its own: what it has started ends with it.
    const child = fork(script, [folder, document, project], {
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
