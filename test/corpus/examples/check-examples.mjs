// Sends the examples of one document through its own server, in a process of its own: node check-examples.mjs <folder> <document> <project> [validate]
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readParts } from '../list-documents.mjs';
import { bundle, bundleServer, generateProject, write } from '../make-server.mjs';
import { collectExamples } from './collect-examples.mjs';
import { ExampleSender } from './example-sender.mjs';
import { MockApi, ServerProgram } from './open-server.mjs';
import { PlainDocument } from './read-document.mjs';

const [folder, document, project, validate] = process.argv.slice(2);
const row = { document, problems: [] };
const started = performance.now();
// The parent no longer waits for the row.
process.on('disconnect', () => process.exit(1));
try {
  await sendExamples();
} catch (error) {
  row.problems.push(`${row.stage}: ${error instanceof Error ? error.stack : error}`);
}
row.seconds = Math.round((performance.now() - started) / 10) / 100;
process.send(row, () => process.exit());

/** Row that the parent keeps if this process ends early. */
function enter(stage) {
  row.stage = stage;
  process.send(row);
}

async function sendExamples() {
  enter('reading');
  const parts = await readParts(folder, document);
  const plain = new PlainDocument(parts, document);
  const examples = collectExamples(plain);
  const counts = { documented: 0, otherType: 0, valid: 0, arrived: 0, readOnly: 0, empty: 0, made: 0, madeArrived: 0 };
  row.examples = { ...counts, faults: [] };
  if (examples.length === 0) return;
  enter('generating');
  const { ok, diagnostics } = await generateProject(project, document, parts, { validateRequests: validate });
  if (!ok) {
    row.problems.push(...diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message));
    return;
  }
  enter('bundling');
  const operations = await loadBindings();
  const program = await bundleServer(project);
  enter('sending');
  const api = new MockApi();
  const server = new ServerProgram(program, readEnvironment(operations, await api.listen()));
  try {
    await server.start();
    const sender = new ExampleSender({ document: plain, operations, api, server }, row.examples);
    for (const example of examples) await sender.send(example);
  } finally {
    server.close();
    api.close();
  }
  const lost = row.examples.faults.filter(({ fault }) => fault === undefined);
  row.problems.push(...lost.map(({ tool, name, reason }) => `${tool} (${name}): ${reason}`));
}

/** The bindings of all tools, which `generated/api-calls.ts` keeps to itself. */
async function loadBindings() {
  const text = readFileSync(path.join(project, 'generated/api-calls.ts'), 'utf8');
  write(project, 'generated/bindings.ts', `${text}\nexport { operations };\n`);
  await bundle(project, 'generated/bindings.ts');
  const { operations } = await import(pathToFileURL(path.join(project, 'dist/bindings.mjs')).href);
  return operations;
}

/** Every server of the document is the mock, and credentials are given. */
function readEnvironment(operations, url) {
  const names = readFileSync(path.join(project, 'generated/env.example'), 'utf8').match(/^#? ?[A-Z]\w*(?==)/gmu) ?? [];
  const bases = [...operations.values()].map(([api, operation]) => (operation.server ?? api.server).environment);
  const given = names.map((name) => name.replace(/^#? ?/u, '')).filter((name) => !name.endsWith('_URL'));
  return Object.fromEntries([...given.map((name) => [name, 'secret']), ...bases.map((name) => [name, url])]);
}
