import '../../runtime/transports/node/claim-stdout.js';
import { runServer } from '../../runtime/transports/node/index.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { thrownValues } from './inject/handlers.js';

/** The server of program.test.ts. `MISTAKE` says what it does wrong; the name of a value in `thrownValues` is the value thrown. */
const { MISTAKE: fault = '', VALUE: value = '' } = process.env;

function throwValue(): never {
  const [, make] = thrownValues.find(([name]) => name === value) ?? [];
  throw make?.();
}

const tools = {
  explode: () => {
    for (const [, make] of thrownValues) {
      setTimeout(() => {
        throw make();
      }, 0);
      void Promise.reject(make() as Error);
    }
    return 'armed';
  },
  big: () => {
    process.stderr.write('big\n');
    return 'x'.repeat(3_000_000);
  },
  flood: ({ lines }: { lines: number }) => {
    for (let line = 0; line < lines; line += 1) process.stderr.write(`${'x'.repeat(999)}\n`);
    return 'written';
  },
};

await runServer(
  {
    definition: makeDefinition({ tools: Object.keys(tools).map((name) => makeTool(name)) }),
    handlers: makeHandlers({ tools }),
    options: { shutdownTimeoutMs: 500 },
    ...(fault === 'setup' ? { setup: throwValue } : {}),
    ...(fault === 'setup rejects' ? { setup: async () => throwValue() } : {}),
    ...(fault === 'close' ? { close: throwValue } : {}),
    ...(fault === 'close rejects' ? { close: async () => throwValue() } : {}),
  },
  process.argv.slice(2),
);
