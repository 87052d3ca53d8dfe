// Asks the servers of documents questions: one server in discover mode for each document.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { readParts } from '../corpus/list-documents.mjs';
import { linkPackages } from '../kit/link-packages.mjs';

/**
 * @typedef {object} Question
 * @property {string} document path below the folder
 * @property {string} text
 * @property {readonly string[]} answers method and path of each operation that is right
 * @property {string} [query] what a model searched for when a user asked
 *
 * @typedef {import('../../generator/outputs/evaluate/rank-tools.js').RankedTool & { readonly request: string }} AskedTool
 *
 * @typedef {Question & {
 *   readonly found: readonly string[],
 *   readonly entries: readonly (readonly string[])[],
 *   readonly isWeak: boolean,
 *   readonly isReachable: boolean,
 * }} AskedQuestion
 */

/**
 * Reads questions: lines of document, question, answers and, if a model was asked, its query, with tabs between them;
 * answers with ` | ` between them.
 *
 * @param {string} text its first line is a heading
 * @returns {readonly Question[]}
 */
export function parseQuestions(text) {
  const lines = text.split('\n').slice(1);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [document = '', question = '', answers = '', query] = line.split('\t');
      return { document, text: question, answers: answers.split('|').map((answer) => answer.trim()), query };
    });
}

/**
 * Generates a server for a document and searches for the answers.
 *
 * @param {string} folder folder of the document
 * @param {string} document path below the folder
 * @param {readonly Question[]} questions those on the document
 * @returns {Promise<{ readonly asked: readonly AskedQuestion[], readonly tools: readonly AskedTool[] }>} what was found,
 *   and the operations as tools
 */
export async function askQuestions(folder, document, questions) {
  const project = await mkdtemp(path.join(tmpdir(), 'questions-'));
  try {
    await generateProject(project, folder, document);
    const server = await bundle(project);
    const results = await search(server, [
      {},
      ...questions.map(({ text }) => ({ query: text })),
      ...questions.map(({ text }) => ({ query: text, limit: 1 })),
      ...questions.map(({ text }) => ({ query: text, limit: 5 })),
    ]);
    const listed = await search(server, results[0].resources?.map((resource) => ({ resource })) ?? [{}]);
    const listedRequests = new Set(listed.flatMap((result) => listRequests(result).flat()));
    const asked = questions.map((question, position) => {
      const [all, one, five] = [0, 1, 2].map((kind) => results[1 + kind * questions.length + position]);
      const isRight = (request) => question.answers.includes(request);
      const entries = listRequests(all);
      // Operations of an entry are listed together, so the best one and the best five are asked for.
      const found = [one, five, all].flatMap((result) => listRequests(result).flat());
      return {
        ...question,
        found: [...new Set(found)],
        entries,
        isWeak: all.confidence === 'low',
        isReachable: entries.flat().some(isRight) || question.answers.some((answer) => listedRequests.has(answer)),
      };
    });
    return { asked, tools: await listTools(project) };
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

async function generateProject(project, folder, document) {
  for (const [file, bytes] of await readParts(folder, document)) {
    const target = path.join(project, 'definitions/documents', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
  const reference = JSON.stringify(`./documents/${document}`);
  const definition = `server: { name: questions, version: 1.0.0 }\nopenapi: { api: { mode: discover, document: ${reference} } }\n`;
  await writeFile(path.join(project, 'definitions/questions.mcp.yaml'), definition);
  linkPackages(project);
  const { runGenerator } = await import('../../dist/generator/tools/runs/run-generator.js');
  const folders = { root: project, definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  const { ok, diagnostics } = await runGenerator({ ...folders, check: false, force: false, strict: false });
  if (ok) return;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  throw new Error(`No server can be generated for ${document}: ${errors.slice(0, 3).join(' ')}`);
}

async function bundle(project) {
  await build({
    absWorkingDir: project,
    entryPoints: ['generated/server.ts', `generated/operation-index/${await findIndex(project)}.ts`],
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
  return path.join(project, 'dist', 'server.mjs');
}

/** The name of the module with the operations. */
async function findIndex(project) {
  const files = await readdir(path.join(project, 'generated/operation-index'));
  return path.basename(files.find((file) => !/-(?:details-\d+|definitions)\.ts$/u.test(file)) ?? '', '.ts');
}

/** The operations of a bundled project, as tools that other searches rank. */
async function listTools(project) {
  const file = path.join(project, 'dist/operation-index', `${await findIndex(project)}.mjs`);
  const { operations } = await import(pathToFileURL(file).href);
  return Promise.all(
    operations.map(async ({ name, title, description, request, details }) => {
      const { properties = {} } = JSON.parse((await details()).fields.inputSchema ?? '{}');
      const parameters = Object.entries(properties).map(([parameter, schema]) => ({
        name: parameter,
        description: String(schema?.description ?? ''),
      }));
      return { name, description: `${title ?? ''} ${description}`, parameters, request };
    }),
  );
}

/** Method and path of found operations, by entry. */
function listRequests({ operations }) {
  return operations.map(({ request, siblings = [] }) => [request, ...siblings.map((sibling) => sibling.request)]);
}

/** What a server answers to searches. */
async function search(server, inputs) {
  const clientInfo = { name: 'questions', version: '1.0.0' };
  const requests = [
    { id: -1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    ...inputs.map((input, id) => ({
      id,
      method: 'tools/call',
      params: { name: 'search_operations', arguments: input },
    })),
  ];
  const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  const closed = new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  child.stdin.end(requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join(''));
  await closed;
  const found = [];
  for (const line of text.split('\n').filter((part) => part !== '')) {
    const { id, result } = JSON.parse(line);
    if (id >= 0) found[id] = result?.structuredContent ?? { operations: [] };
  }
  return found;
}
