// What it costs to start a server: the bytes that it loads, and the time until a client knows the tools.
import { statSync } from 'node:fs';
import path from 'node:path';
import { bundlePeers } from './bundle-peers.mjs';
import { listLoadedFiles } from './list-loaded-files.mjs';
import { measureStart } from './measure-start.mjs';
import { listTools } from './talk.mjs';

const rounds = 21;
const goals = { bytes: 40_000, wall: 1.5, processor: 1.5 };
const bookshop = path.resolve(import.meta.dirname, '..', 'dist', 'bookshop', 'server.mjs');

const peers = await bundlePeers();
await reportBytes();
await reportStart();

async function reportBytes() {
  const findBooks = ['tools/call', { name: 'find_books', arguments: { query: 'dune' } }];
  const atStart = await listLoadedFiles(bookshop, listTools);
  const atCall = await listLoadedFiles(bookshop, [...listTools, findBooks]);
  const known = new Set(atStart.map(({ name }) => name));
  console.log('Bytes that the bookshop loads for initialize and tools/list');
  printRows(atStart.map(({ name, bytes }) => [name, bytes]));
  printRows([['total', sumBytes(atStart), `goal ${goals.bytes}`]]);
  console.log('\nBytes that its first tools/call loads');
  printRows(atCall.filter(({ name }) => !known.has(name)).map(({ name, bytes }) => [name, bytes]));
  console.log('\nBytes of the bundles of its peers');
  printRows([...peers].map(([name, file]) => [name, statSync(file).size]));
}

async function reportStart() {
  const node = process.execPath;
  const programs = new Map([
    ['node -e 0', { command: [node, '-e', '0'], isServer: false }],
    ['bookshop', { command: [node, bookshop], isServer: true }],
    ...[...peers].map(([name, file]) => [name, { command: [node, file], isServer: true }]),
  ]);
  const results = await measureStart(programs, rounds);
  const base = results.get('node -e 0');
  console.log(`\nStart to the answer of tools/list (median of ${rounds} interleaved rounds, Node ${process.version})`);
  printRows([
    ['', 'wall ms', 'ratio', 'CPU ms', 'ratio'],
    ...[...results].map(([name, { wall, processor }]) => [
      name,
      wall.toFixed(1),
      (wall / base.wall).toFixed(2),
      processor.toFixed(0),
      (processor / base.processor).toFixed(2),
    ]),
    ['goal', '', goals.wall.toFixed(2), '', goals.processor.toFixed(2)],
  ]);
}

function sumBytes(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function printRows(rows) {
  for (const [name, ...values] of rows) {
    console.log(`  ${name.padEnd(26)}${values.map((value) => String(value).padStart(12)).join('')}`);
  }
}
