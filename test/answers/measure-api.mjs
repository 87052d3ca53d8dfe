import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { linkPackages } from '../kit/link-packages.mjs';
import { buildAnswer, sampleSchema } from './build-answer.mjs';

const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');

/**
 * Generates the server of an API, calls its tools while a mock of the API answers from the document, and measures the answers.
 *
 * @param {string} folder empty
 * @param {any} document
 * @param {readonly import('./cases.mjs').AnswerCase[]} cases
 * @param {(text: string) => number} count counter of tokens
 */
export async function measureApi(folder, document, cases, count) {
  const operations = new Map(cases.map((each) => [each, findOperation(document, each)]));
  await generate(folder, document, [...operations.values()]);
  const api = http.createServer((request, response) => {
    request.resume();
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(api.answer));
  });
  await new Promise((resolve) => void api.listen(0, '127.0.0.1', resolve));
  const server = startServer(folder, `http://127.0.0.1:${api.address().port}`);
  try {
    const tools = await server.request('tools/list', {});
    const rows = [];
    for (const [answerCase, found] of operations) {
      const answer = buildAnswer(document, found.operation, answerCase.items);
      api.answer = answer.value;
      const tool = tools.tools.find(({ name }) => name === found.tool);
      const input = sampleInput(document, tool.inputSchema);
      const result = await server.request('tools/call', { name: tool.name, arguments: input });
      rows.push(measureAnswer({ ...answerCase, operation: found.id }, answer, result, count));
    }
    return rows;
  } finally {
    server.stop();
    api.close();
  }
}

/**
 * The cases whose operation a document does not have.
 *
 * @param {any} document
 * @param {readonly import('./cases.mjs').AnswerCase[]} cases
 */
export function listMissing(document, cases) {
  return cases.filter((each) => findOperation(document, each) === undefined);
}

async function generate(folder, document, operations) {
  mkdirSync(path.join(folder, 'definitions'));
  linkPackages(folder);
  writeFileSync(path.join(folder, 'definitions/api.json'), JSON.stringify(document));
  const include = operations.map(({ id }) => `operation:${id}`);
  const tools = Object.fromEntries(operations.map(({ id, tool }) => [id, { name: tool }]));
  const auth = { type: 'http', scheme: 'bearer', required: false };
  const openapi = { api: { document: './api.json', auth, include, tools } };
  const definition = { server: { name: 'probe', version: '1.0.0' }, openapi };
  writeFileSync(path.join(folder, 'definitions/probe.mcp.json'), JSON.stringify(definition));
  await run(['generate', '--root', folder]);
  await run(['build', '--root', folder]);
}

function run(options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('exit', (code) => (code === 0 ? resolve(undefined) : reject(new Error(text))));
  });
}

function toolName(operation) {
  return operation.replaceAll(/[^\w-]/gu, '_');
}

function findOperation(document, answerCase) {
  const ids = answerCase.operation.split('|');
  const operation = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find((candidate) => ids.includes(candidate?.operationId));
  if (operation === undefined) return undefined;
  const id = operation.operationId;
  return { operation, id, tool: toolName(id) };
}

function sampleInput(document, schema) {
  const required = schema.required ?? [];
  return Object.fromEntries(required.map((key) => [key, sampleSchema(document, schema.properties[key], 0, key)]));
}

function startServer(folder, url) {
  const environment = { PROBE__API__BASE_URL: url };
  const child = spawn(process.execPath, [path.join(folder, 'dist/server.mjs')], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  let id = 0;
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(error.message)),
      );
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: modern } })}\n`);
    });
  return { request, stop: () => child.kill() };
}

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'answers', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function measureAnswer({ operation, items, question, fields }, answer, result, count) {
  const json = JSON.stringify(answer.value);
  const text = result.content[0]?.text ?? '';
  const structured = JSON.stringify(result.structuredContent ?? null);
  if (result.isError === true) throw new Error(`${operation}: ${text}`);
  const sent = listOf(result.structuredContent);
  const given = fields.filter((field) => isGiven(answer.value, sent, text, field.split('.')));
  return {
    operation,
    items,
    question,
    source: answer.source,
    repeated: answer.repeated,
    before: 2 * count(json),
    textTokens: count(text),
    structuredTokens: count(structured),
    kept: items === undefined ? '' : countItems(sent),
    found: given.length,
    needed: fields.length,
    value: answer.value,
    text,
    structured,
  };
}

/** The list in a list with notes next to it; any other value as it is. */
function listOf(value) {
  return Object.keys(value ?? {}).join() === 'result,_notes' ? value.result : value;
}

/** Whether the value that a field has first in the answer is in the result as well, and in its text. */
function isGiven(value, sent, text, steps) {
  const original = valuesAt(value, steps)[0];
  const [kept] = valuesAt(sent, steps);
  if (original === undefined) return false;
  if (original === null) return kept === undefined || kept === null;
  if (typeof original === 'object') return kept !== undefined;
  const words =
    String(original)
      .slice(0, 40)
      .split(/["\n\\|]/u)[0] ?? '';
  return String(kept).slice(0, 40) === String(original).slice(0, 40) && text.includes(words);
}

function valuesAt(value, [step, ...deeper]) {
  if (Array.isArray(value))
    return value.flatMap((item) =>
      valuesAt(
        item,
        [step, ...deeper].filter((name) => name !== undefined),
      ),
    );
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return valuesAt(value[step], deeper);
}

function countItems(value) {
  const lists = [];
  const visit = (part, depth) => {
    if (Array.isArray(part)) lists.push(part.length);
    else if (typeof part === 'object' && part !== null && depth < 3)
      Object.values(part).forEach((member) => visit(member, depth + 1));
  };
  visit(value, 0);
  return Math.max(0, ...lists);
}
