// Public sets of questions about tools that are no operations of an API: BFCL and LiveMCPBench.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Decides which half of a set a question is in. The search was tuned on one half only. */
const seed = '20261129';

/**
 * @typedef {object} ToolQuestion
 * @property {string} text
 * @property {readonly string[]} answers names of the tools that are right
 * @property {boolean} isHeldOut
 *
 * @typedef {object} ToolSet
 * @property {string} name
 * @property {readonly { readonly name: string, readonly description: string, readonly input: object }[]} tools
 * @property {readonly ToolQuestion[]} questions
 */

/**
 * Reads the sets "multiple" and "live multiple" of the Berkeley Function Calling Leaderboard: all functions of a set are
 * one catalog, the question of the user is the query.
 *
 * @param {string} source folder, or git directory, of the repository
 * @returns {Promise<readonly ToolSet[]>}
 */
export async function readBfcl(source) {
  const folder = 'berkeley-function-call-leaderboard/bfcl_eval/data';
  return Promise.all(
    ['multiple', 'live_multiple'].map(async (kind) => {
      const file = `BFCL_v4_${kind}.json`;
      const cases = parseLines(await readSource(source, `${folder}/${file}`));
      const truths = parseLines(await readSource(source, `${folder}/possible_answer/${file}`));
      const answers = new Map(truths.map(({ id, ground_truth: truth }) => [id, truth.flatMap(Object.keys)]));
      const functions = new Map(cases.flatMap((each) => each.function).map((each) => [each.name, each]));
      return {
        name: `BFCL ${kind.replace('_', ' ')}`,
        tools: [...functions.values()].map(({ name, description, parameters }) => ({
          name,
          description,
          input: parameters,
        })),
        questions: cases.map(({ id, question }) => ({
          text: question[0].flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n'),
          answers: answers.get(id) ?? [],
          isHeldOut: isHeldOut(id),
        })),
      };
    }),
  );
}

/**
 * Reads LiveMCPBench: the tools of all servers are one catalog, and a step of an annotated task is a query. A tool of the
 * task is right, because the annotations do not say which step uses which tool.
 *
 * @param {string} source folder, or git directory, of the repository
 * @returns {Promise<ToolSet>}
 */
export async function readLiveMcpBench(source) {
  const servers = JSON.parse(await readSource(source, 'tools/LiveMCPTool/tools.json'));
  const tasks = JSON.parse(await readSource(source, 'annotated_data/all_annotations.json'));
  return {
    name: 'LiveMCPBench steps',
    tools: servers
      .flatMap(({ tools }) => Object.values(tools).flatMap((each) => each.tools))
      .map(({ name, description, inputSchema }) => ({
        name,
        description: description ?? '',
        input: inputSchema ?? {},
      })),
    questions: tasks.flatMap(({ task_id: id, 'Annotator Metadata': notes }) => {
      const answers = splitList(notes.Tools);
      return splitList(notes.Steps).map((text) => ({ text, answers, isHeldOut: isHeldOut(id) }));
    }),
  };
}

function isHeldOut(id) {
  return createHash('sha256').update(`${seed}:${id}`).digest()[0] % 2 === 1;
}

/** Reads a numbered list. */
function splitList(text = '') {
  return text
    .split(/\r?\n/u)
    .map((line) => line.replace(/^\s*\d+[.)]\s*/u, '').trim())
    .filter((line) => line !== '');
}

function parseLines(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

async function readSource(source, file) {
  const plain = path.join(source, file);
  if (existsSync(plain)) return readFile(plain, 'utf8');
  const options = { maxBuffer: 2 ** 28 };
  const { stdout } = await promisify(execFile)('git', [`--git-dir=${source}`, 'show', `HEAD:${file}`], options);
  return stdout;
}
