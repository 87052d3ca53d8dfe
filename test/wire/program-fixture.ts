// oxlint-disable eslint/no-console -- what it prints must not reach the protocol
import '../../runtime/transports/node/claim-stdout.js';
import './noisy-module.js';
import { once } from 'node:events';
import { runServer } from '../../runtime/transports/node/index.js';
import { makeDefinition, makeHandlers, makeTool, throwing } from './fixture-server.js';

const tools = {
  noisy: () => {
    console.log('from console.log');
    console.info('from console.info');
    console.table([{ from: 'console.table' }]);
    process.stdout.write('from stdout.write\n');
    return 'said';
  },
  slow: async ({ until }: { until?: 'end of input' | 'SIGTERM' | 'SIGINT' }) => {
    process.stderr.write('a handler is called\n');
    if (until === 'end of input') await endOfInput();
    else if (until !== undefined) await once(process, until);
    return 'done';
  },
  endless: () => new Promise(() => {}),
  timers: () => {
    setInterval(() => {}, 1000);
    setTimeout(() => {}, 3_600_000);
    return 'left';
  },
  explode: () => {
    setTimeout(throwing(new Error('thrown\nlater')), 0);
    void Promise.reject(new Error('rejected later'));
    return 'armed';
  },
  big: () => {
    process.stderr.write('big\n');
    return 'x'.repeat(3_000_000);
  },
};

async function endOfInput(): Promise<void> {
  if (!process.stdin.readableEnded) await once(process.stdin, 'end');
}

const { FAIL_SETUP: failure, HANG_CLOSE: hangs, LATE_HANDLERS: late } = process.env;

const tell = (answer: unknown) => () => {
  process.stderr.write('a handler is called\n');
  return answer;
};

const handlers = makeHandlers({
  tools,
  prompts: { ask: tell('Asked.') },
  resources: { 'app://state': tell('good') },
  completions: { prompts: { ask: { topic: tell(['one']) } }, resourceTemplates: {} },
});

async function loadHandlers() {
  process.stderr.write('handlers are loaded\n');
  if (late?.startsWith('slowly') === true) await endOfInput();
  if (late === 'fail' || late === 'slowly-fail') throw new Error('there is no key');
  return late === 'missing' ? makeHandlers() : handlers;
}

await runServer(
  {
    definition: makeDefinition({
      tools: Object.keys(tools).map((name) => makeTool(name)),
      prompts: [
        { name: 'ask', arguments: [{ name: 'topic', required: false }], completions: { topic: 'handler' }, fields: {} },
      ],
      resources: [{ uri: 'app://state', fields: {} }],
    }),
    handlers: late === undefined ? handlers : loadHandlers,
    options: { shutdownTimeoutMs: 2000 },
    setup: async ({ args }) => {
      if (args.length > 0) process.stderr.write(`arguments ${JSON.stringify(args)}\n`);
      await new Promise(setImmediate);
      if (failure !== undefined) throw new Error(failure);
      process.stderr.write('set up\n');
    },
    close: () => {
      process.stderr.write('closing\n');
      return hangs === undefined ? undefined : new Promise(() => {});
    },
  },
  process.argv.slice(2),
);
