import { Worker } from 'node:worker_threads';
import type { SqlEngine } from './engine.js';
import { memoryStream, type EngineMessage, type EngineReply, type EngineRequest } from './engine-messages.js';
import { openEngine } from './open-engine.js';

const [, , maxBytes] = process.argv;

/**
 * Program of a thread. Engines run statements without returning to the event loop, so that only a thread notices that
 * the process uses too much memory, or that the generator, at the other end of stdin, has ended.
 */
const watch = `
const { writeSync } = require('node:fs');
const end = () => process.kill(process.pid, 'SIGKILL');
new (require('node:net').Socket)({ fd: 0 }).on('error', end).on('close', end).resume();
setInterval(() => {
  if (process.memoryUsage.rss() < ${Number(maxBytes)}) return;
  try {
    writeSync(${memoryStream}, '.');
  } finally {
    end();
  }
}, 50);`;

new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();

let engine: SqlEngine | undefined;

async function reply(message: EngineRequest): Promise<EngineReply> {
  if (message.action === 'prepare') {
    return engine ? { prepared: await engine.prepare(message.request) } : { failure: 'No engine is open' };
  }
  const { kind, options } = message;
  const opened = await openEngine(kind, { ...options, onStatement: (place) => send({ began: place }) });
  if ('problem' in opened) return opened;
  engine = opened;
  return { label: opened.label };
}

function send(message: EngineMessage): void {
  process.send?.(message);
}

process.on('message', (message) => {
  reply(message as EngineRequest).then(send, (error: unknown) => send({ failure: String(error) }));
});
