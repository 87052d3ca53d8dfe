/**
 * Program of the process that has opened a SQLite file: plain CommonJS, which Node runs from its command line, so that
 * bundles of servers need no file for it. A string, so that minifiers leave it alone.
 *
 * Drivers run statements synchronously and cannot interrupt them. A statement therefore blocks the process, also its
 * `disconnect` event: a second thread waits for the end of stdin, which is the end of the server.
 */
export const childProgram = String.raw`'use strict';
const { Worker } = require('node:worker_threads');
const { accessSync } = require('node:fs');

const watch = "const end = () => process.kill(process.pid, 'SIGKILL');"
  + "new (require('node:net').Socket)({ fd: 0 }).on('error', end).on('close', end).resume();";
new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The server decides when it ends, also after Control-C, which the terminal sends to all processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

let options;
let database;
let counts;
let cutsText;
let versions;
let version;
const statements = new Map();

function loadDriver() {
  try {
    const { DatabaseSync } = require('node:sqlite');
    return (file, readOnly) => new DatabaseSync(file, { readOnly });
  } catch {}
  try {
    const Database = require(options.driver);
    return (file, readonly) => new Database(file, { readonly, fileMustExist: true });
  } catch (error) {
    throw Object.assign(new Error(error.message), { code: 'driver' });
  }
}

function connect(isReadOnly) {
  const open = loadDriver();
  try {
    accessSync(options.file);
  } catch (error) {
    throw Object.assign(new Error(error.message), { code: 'SQLITE_CANTOPEN' });
  }
  const opened = open(options.file, isReadOnly);
  if (opened.enableDefensive) opened.enableDefensive(true);
  opened.exec('PRAGMA busy_timeout = ' + options.busyMs + '; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;'
    + 'PRAGMA cell_size_check = ON; PRAGMA query_only = ' + (isReadOnly ? 'ON' : 'OFF'));
  return opened;
}

// Reads the file, so that the transaction sees one state of it from here on.
const beginReading = 'BEGIN; SELECT 1 FROM sqlite_master LIMIT 1';

function begin() {
  if (!options.reads) {
    database.exec('BEGIN IMMEDIATE');
    return;
  }
  try {
    database.exec(beginReading);
  } catch (error) {
    rollBack();
    if (error.errcode % 256 !== 8 && !String(error.code).startsWith('SQLITE_READONLY')) throw error;
    // A process that was killed left a transaction behind, which only a connection that can write rolls back.
    const other = connect(false);
    try {
      other.exec('BEGIN IMMEDIATE; ROLLBACK');
    } finally {
      other.close();
    }
    database.exec(beginReading);
  }
}

function rollBack() {
  try {
    database.exec('ROLLBACK');
  } catch {}
}

function prepare(text) {
  const known = statements.get(text);
  if (known) return known;
  const statement = database.prepare(text);
  if (statement.setReadBigInts) statement.setReadBigInts(true);
  else statement.safeIntegers(true);
  if (statement.setReturnArrays) statement.setReturnArrays(true);
  else if (statement.reader) statement.raw(true);
  const hasNames = statement.columns && statement.reader !== false;
  const prepared = { statement, names: hasNames ? statement.columns().map(({ name }) => name) : undefined };
  if (statements.size >= 500) statements.clear();
  statements.set(text, prepared);
  return prepared;
}

// Tables can have changed, and with them the columns of a statement. Within a transaction they no longer do.
function forgetChanged() {
  const { schema_version: found } = versions.get();
  if (found !== version) statements.clear();
  version = found;
}

function sizeOf(cells) {
  let size = 0;
  for (const cell of cells) {
    if (typeof cell === 'string') size += Buffer.byteLength(cell);
    else if (cell !== null) size += cell.byteLength || 8;
  }
  return size;
}

function mismatch(name) {
  return Object.assign(new Error(name), { code: 'mismatch' });
}

// Finds columns by their names: columns of the table can have been added, moved or removed.
function place(columns, names) {
  return columns.map((name) => {
    const index = names.indexOf(name);
    if (index === -1 || index !== names.lastIndexOf(name)) throw mismatch(name);
    return index;
  });
}

function cellOf(row, name) {
  if (!Object.hasOwn(row, name)) throw mismatch(name);
  return row[name];
}

function read(prepared, args, { columns, maxRows, maxBytes }) {
  const rows = [];
  let size = 0;
  // Without names, rows are objects.
  if (prepared.names) prepared.places ??= place(columns, prepared.names);
  const { statement, places } = prepared;
  for (const row of statement.iterate(...args)) {
    const cells = places ? places.map((index) => row[index]) : columns.map((name) => cellOf(row, name));
    size += sizeOf(cells);
    if (rows.length >= maxRows || size > maxBytes) return { rows, more: true };
    rows.push(cells);
  }
  return { rows, more: false };
}

// The driver of Node 22 reads a text up to its first U+0000 only: what a tool writes must be what it reads.
function checkTexts(values) {
  if (!cutsText || !values.some((value) => typeof value === 'string' && value.includes('\0'))) return;
  throw Object.assign(new Error('text with U+0000'), { code: 'value' });
}

function run(request) {
  checkTexts(request.values);
  forgetChanged();
  const prepared = prepare(request.text);
  const { values } = request;
  const args = values.length === 0 ? [] : [Object.fromEntries(values.map((value, index) => ['p' + (index + 1), value]))];
  try {
    const before = options.reads ? 0 : counts.get().total;
    const result = request.columns.length > 0 ? read(prepared, args, request) : { rows: [], more: false };
    if (request.columns.length === 0) prepared.statement.run(...args);
    if (options.reads) return { ...result, changed: 0 };
    const { total, last } = counts.get();
    return { ...result, changed: total === before ? 0 : Number(last) };
  } catch (error) {
    statements.delete(request.text);
    throw error;
  }
}

function end(commits) {
  if (!commits) return rollBack();
  try {
    database.exec('COMMIT');
  } catch (error) {
    rollBack();
    throw error;
  }
}

const actions = {
  open(request) {
    options = request;
    database = connect(options.reads);
    versions = database.prepare('PRAGMA schema_version');
    cutsText = database.prepare('SELECT char(97, 0, 97) AS text').get().text.length < 3;
    counts = database.prepare('SELECT total_changes() AS total, changes() AS last');
  },
  run(request) {
    if (request.begins) begin();
    return run(request);
  },
  end: ({ commits }) => end(commits),
  close: () => database.close(),
};

process.on('message', (request) => {
  let reply;
  try {
    reply = { ...actions[request.action](request) };
  } catch (error) {
    reply = { error: { code: error.code, errcode: error.errcode, message: String(error.message) } };
  }
  if (request.isAwaited) process.send(reply);
});`;
