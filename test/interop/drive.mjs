// Drives one client against one server, in a process of its own: node drive.mjs <driver> <place as JSON>
// Sends the cells of its row to the process that forked it.
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cells } from './cells.mjs';

/**
 * Where a client finds the server.
 *
 * @typedef {object} Place
 * @property {string} folder where the client is installed
 * @property {string} [command] a program that serves stdio
 * @property {readonly string[]} [args] its arguments
 * @property {string} [url] the address of a server that serves HTTP
 * @property {'v1' | 'v2'} [sdk] the official client that talks to a proxy
 * @property {readonly string[]} [options] options of a proxy
 *
 * @typedef {(params: object) => { action: 'accept', content: object }} Answer fills in a form
 *
 * @typedef {object} Session
 * @property {() => Promise<readonly { name: string, description: string }[]>} list
 * @property {(name: string, input: object) => Promise<{ content?: readonly object[], structuredContent?: object, isError?: boolean }>} call
 * @property {(name: string, input: object) => Promise<unknown>} [show] what a model gets of a call
 * @property {() => unknown} close
 *
 * @typedef {(place: Place, answer: Answer) => Promise<Session>} Connect
 */

const [driver, json] = process.argv.slice(2);
const place = JSON.parse(json);
const installed = pathToFileURL(path.join(place.folder, 'package.json')).href;
const ours = pathToFileURL(path.join(import.meta.dirname, 'drivers/')).href;

// The packages that drivers import are those of the folder.
registerHooks({
  resolve: (specifier, context, next) =>
    context.parentURL?.startsWith(ours) && !/^(?:\.|node:|file:)/u.test(specifier)
      ? next(specifier, { ...context, parentURL: installed })
      : next(specifier, context),
});

const asked = [];
const answer = (params) => {
  asked.push(params);
  return { action: 'accept', content: { size: 'M' } };
};

/** Cells by name, and whether the client could be closed. */
const row = {};
try {
  const { connect } = await import(`./drivers/${driver}.mjs`);
  const session = await limit(connect(place, answer));
  for (const { name, check } of cells) row[name] = await attempt(check, session);
  row.close = await attempt(async () => void (await session.close()), session);
} catch (error) {
  for (const { name } of cells) row[name] = failure(error);
}
process.send(row, () => process.exit(0));

/** @returns {Promise<{ says: string, why?: string }>} what the cell says, and for ✗ what happened */
async function attempt(check, session) {
  try {
    return { says: (await limit(check(session, asked))) ?? '✓' };
  } catch (error) {
    return failure(error);
  }
}

function failure(error) {
  return { says: '✗', why: error?.stack ?? String(error) };
}

/** @throws {Error} when something takes longer than 20 seconds */
function limit(promise) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 20 seconds')), 20_000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
