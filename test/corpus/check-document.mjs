// Runs the whole chain over one document, in a process of its own: node check-document.mjs <folder> <document> <project>
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countOperations } from './count-operations.mjs';
import { readParts } from './list-documents.mjs';
import { bundleServer, generateProject, write } from './make-server.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const [folder, document, project] = process.argv.slice(2);
const row = { document, problems: [] };
const started = performance.now();
// The parent no longer waits for the row.
process.on('disconnect', () => process.exit(1));
try {
  if (await generate()) {
    await checkTypes();
    enter('bundling');
    await listTools(await bundleServer(project));
  }
} catch (error) {
  row.problems.push(`${row.stage}: ${error instanceof Error ? error.stack : error}`);
}
row.seconds = secondsSince(started);
process.send(row, () => process.exit());

/** Row that the parent keeps if this process ends early. */
function enter(stage) {
  row.stage = stage;
  process.send(row);
}

function secondsSince(start) {
  return Math.round((performance.now() - start) / 10) / 100;
}

async function generate() {
  enter('reading');
  const parts = await readParts(folder, document);
  row.operations = countOperations(parts, document);
  enter('generating');
  const start = performance.now();
  const { ok, diagnostics, summary } = await generateProject(project, document, parts);
  row.generateSeconds = secondsSince(start);
  // In kilobytes, whatever Node is compiled for.
  row.peakBytes = process.resourceUsage().maxRSS * 1024;
  row.generated = ok;
  row.tools = summary.tools;
  row.skipped = diagnostics.filter(({ code }) => code === 'skipped-operation').map(describeDiagnostic);
  row.warnings = diagnostics.filter(({ severity }) => severity === 'warning').map(describeDiagnostic);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(describeDiagnostic);
  row.problems.push(...errors.slice(0, 10));
  const missing = row.operations === undefined ? 0 : row.operations - row.tools - row.skipped.length;
  if (ok && missing !== 0) row.problems.push(`${missing} operations are missing, and nothing is said about them.`);
  return ok;
}

function describeDiagnostic({ code, location, message }) {
  const file = location?.file.replace('definitions/documents/', '');
  return `${location ? `${file}:${location.line}:${location.column}: ` : ''}${message} [${code}]`;
}

async function checkTypes() {
  enter('checking types');
  const compilerOptions = JSON.parse(readFileSync(path.join(root, 'test/kit/strictest-options.json'), 'utf8'));
  write(project, 'tsconfig.json', JSON.stringify({ compilerOptions, include: ['generated', 'handlers'] }));
  write(project, 'package.json', '{"type":"module"}');
  const start = performance.now();
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  const errors = await run(process.execPath, [compiler, '-p', project]);
  row.typeSeconds = secondsSince(start);
  row.typeChecks = errors === '';
  if (errors !== '') row.problems.push(`The type checker says: ${errors.slice(0, 500)}`);
}

/** Output of a program that failed; empty when it succeeded. */
function run(program, values) {
  return new Promise((resolve) => {
    execFile(program, values, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve(error ? stdout + stderr || String(error) : ''),
    );
  });
}

async function listTools(server) {
  enter('starting');
  const start = performance.now();
  const { text, tools } = await askForTools(server);
  row.startSeconds = secondsSince(start);
  row.starts = tools !== undefined;
  if (!tools) {
    row.problems.push(`The server does not list its tools: ${text.slice(0, 500)}`);
    return;
  }
  row.listBytes = Buffer.byteLength(text);
  row.longestName = Math.max(0, ...tools.map(({ name }) => name.length));
  if (tools.length !== row.tools) row.problems.push(`${tools.length} tools are listed, not ${row.tools}.`);
  enter('inspecting');
  const { inspectTools } = await import('./inspect-tools.mjs');
  const problems = inspectTools(tools);
  row.schemasValid = problems.length === 0;
  row.problems.push(...problems.slice(0, 10));
  enter('listing with clients');
  const { listWithClients } = await import('./list-with-clients.mjs');
  const results = await listWithClients(server);
  const refused = results.filter((result) => result.tools !== tools.length);
  row.clientsAccept = refused.length === 0;
  row.problems.push(...refused.map(({ client, failure, tools: count }) => `${client}: ${failure ?? `${count} tools`}`));
}

/** The answer to `tools/list` as it came over the wire. */
function askForTools(server) {
  const clientInfo = { name: 'corpus', version: '1.0.0' };
  const requests = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [server]);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('close', () => {
      const text = stdout.split('\n').find((line) => line !== '' && JSON.parse(line).id === 2);
      const tools = text === undefined ? undefined : JSON.parse(text).result?.tools;
      resolve({ text: text ?? stderr, tools });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join(''));
  });
}
