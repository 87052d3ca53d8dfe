import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPorts } from '../drive/find-ports.mjs';

const protocolVersion = '2025-06-18';
const clientInfo = { name: 'bench', version: '1.0.0' };
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Starts a server and introduces a client to it.
 *
 * @param {{ command: (port?: number) => string[], environment?: object, cwd?: string }} server
 * @param {'stdio' | 'http'} transport
 * @returns A client: `ask` resolves with the response, whose request has the property `id`.
 */
export async function openClient({ command, environment = {}, cwd }, transport, startTimeoutMs = 30_000) {
  const [port] = transport === 'http' ? await findPorts(1) : [];
  const [program, ...args] = command(port);
  const child = spawn(program, args, { stdio: 'pipe', env: { ...process.env, ...environment }, cwd });
  running.add(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (log = (log + text).slice(-200_000)));
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return `ended (${code ?? signal}): ${log.slice(-3000)}`;
  });
  const wire = transport === 'http' ? await openHttp(child, port, ended) : openStdio(child, ended);
  const client = {
    ...wire,
    pid: child.pid,
    ended,
    log: () => log,
    call: (name, input, options) => wire.ask('tools/call', { name, arguments: input }, options),
    async close() {
      wire.hangUp?.();
      child.kill('SIGKILL');
      await ended;
    },
  };
  try {
    await within(startTimeoutMs, () => introduce(client));
  } catch (error) {
    await client.close();
    throw error;
  }
  return client;
}

async function introduce(client) {
  const { error } = await client.ask('initialize', { protocolVersion, capabilities: {}, clientInfo });
  if (error) throw new Error(`initialize: ${JSON.stringify(error)}`);
  await client.tell('notifications/initialized');
}

/** Rejects when the work takes too long. */
export async function within(milliseconds, work) {
  const stop = new AbortController();
  try {
    return await Promise.race([
      work(),
      sleep(milliseconds, undefined, { signal: stop.signal }).then(() => {
        throw new Error(`no answer within ${milliseconds} ms`);
      }),
    ]);
  } finally {
    stop.abort();
  }
}

/** Encodes a message; `splice` is the JSON that replaces its member `arguments`. */
function encode(message, splice) {
  if (splice === undefined) return JSON.stringify(message);
  return JSON.stringify({ ...message, params: { ...message.params, arguments: 'splice' } }).replace(
    '"splice"',
    () => splice,
  );
}

function openStdio(child, ended) {
  const waiting = new Map();
  let lastId = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    const take = waiting.get(message.id);
    waiting.delete(message.id);
    take?.({ ...message, raw: line });
  });
  void ended.then((reason) => waiting.forEach((take) => take({ error: { code: 'ended', message: reason } })));
  return {
    ask(method, params = {}, { splice } = {}) {
      lastId += 1;
      const id = lastId;
      const reply = new Promise((resolve) => waiting.set(id, resolve));
      child.stdin.write(`${encode({ jsonrpc: '2.0', id, method, params }, splice)}\n`);
      return Object.assign(reply, { id });
    },
    async tell(method, params = {}) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
    },
  };
}

async function openHttp(child, port, ended) {
  child.stdout.resume();
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let session;
  let lastId = 0;
  const progress = { isOver: false };
  void ended.then(() => (progress.isOver = true));
  const post = (message, { signal, splice } = {}) =>
    new Promise((resolve, reject) => {
      const body = encode(message, splice);
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Accept: 'application/json, text/event-stream',
        ...(message.method !== 'initialize' && { 'MCP-Protocol-Version': protocolVersion }),
        ...(session !== undefined && { 'Mcp-Session-Id': session }),
      };
      const options = { port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers, agent, signal };
      const sent = request(options, (response) => {
        session ??= response.headers['mcp-session-id'];
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve(readReply(response, Buffer.concat(chunks).toString())));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  while (!progress.isOver && !(await isOpen(port, agent))) await sleep(5);
  return {
    ask(method, params = {}, options = {}) {
      lastId += 1;
      const id = lastId;
      const reply = post({ jsonrpc: '2.0', id, method, params }, options).catch((error) => ({
        error: { code: error.code ?? 'http', message: error.message },
      }));
      return Object.assign(reply, { id });
    },
    tell: (method, params = {}) => post({ jsonrpc: '2.0', method, params }),
    hangUp: () => agent.destroy(),
  };
}

function isOpen(port, agent) {
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', path: '/nothing', method: 'GET', agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(true));
    });
    sent.on('error', () => resolve(false)).end();
  });
}

function readReply(response, text) {
  const isStream = (response.headers['content-type'] ?? '').startsWith('text/event-stream');
  const data = isStream
    ? text
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trim())
        .findLast((line) => /"(?:result|error)"/u.test(line))
    : text;
  if (data === undefined || data === '') return { status: response.statusCode };
  try {
    return { ...JSON.parse(data), raw: data, status: response.statusCode };
  } catch {
    return { error: { code: response.statusCode, message: data.slice(0, 500) }, raw: data };
  }
}
