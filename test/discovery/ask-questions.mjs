// Asks the servers of documents questions: one server in discover mode for each document.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { readParts } from '../corpus/list-documents.mjs';
import { linkPackages } from '../kit/link-packages.mjs';

/** Number of found operations among which the wanted one has to be. */
const shown = 5;

/**
 * @typedef {object} Question
 * @property {string} document path below the folder
 * @property {string} text
 * @property {readonly string[]} answers method and path of each operation that is right
 *
 * @typedef {Question & { readonly found: readonly string[], readonly isHit: boolean }} AskedQuestion
 */

/**
 * Reads questions: lines of document, question and answers with tabs between them, answers with ` | ` between them.
 *
 * @param {string} text its first line is a heading
 * @returns {readonly Question[]}
 */
export function parseQuestions(text) {
  const lines = text.split('\n').slice(1);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [document = '', question = '', answers = ''] = line.split('\t');
      return { document, text: question, answers: answers.split('|').map((answer) => answer.trim()) };
    });
}

/**
 * Generates a server for a document and searches for the answers.
 *
 * @param {string} folder folder of the document
 * @param {string} document path below the folder
 * @param {readonly Question[]} questions those on the document
 * @returns {Promise<readonly AskedQuestion[]>} with the first five operations that were found for each
 */
export async function askQuestions(folder, document, questions) {
  const project = await mkdtemp(path.join(tmpdir(), 'questions-'));
  try {
    await generateProject(project, folder, document);
    const answers = await search(await bundle(project), questions);
    return questions.map((question, position) => {
      const found = (answers[position] ?? []).map(({ request }) => request);
      return { ...question, found, isHit: found.some((request) => question.answers.includes(request)) };
    });
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
    entryPoints: ['generated/server.ts'],
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

/** The operations that a server finds for each question. */
async function search(server, questions) {
  const clientInfo = { name: 'questions', version: '1.0.0' };
  const requests = [
    { id: -1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    ...questions.map(({ text }, id) => ({
      id,
      method: 'tools/call',
      params: { name: 'search_operations', arguments: { query: text, limit: shown } },
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
    if (id >= 0) found[id] = result?.structuredContent?.operations;
  }
  return found;
}
