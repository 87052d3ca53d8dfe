import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { compareRounds } from '../drive/compare-rounds.mjs';
import { runWhole } from '../drive/start-once.mjs';
import { encodeRequest, greeting, requests } from '../drive/make-request.mjs';
import { generator } from '../servers/build-project.mjs';
import { cacheFolder } from '../servers/cache-folder.mjs';
import { describeLargeDefinition } from '../servers/describe-large-definition.mjs';
import { limitTools } from './list-subjects.mjs';

const packageRoot = path.join(import.meta.dirname, '..', '..');
/** Milliseconds without a change before the next save, so that no generation is running when it happens. */
const pause = 1500;

/** Time from saving a definition under `dev` to the notification at the client. */
export const devScenarios = [
  {
    name: 'dev',
    title: 'dev: from a saved definition to the client, stdio',
    isOnlyNamed: true,
    run: async (context) => {
      const session = await startDev(limitTools(100, context));
      try {
        const nothing = () => ({ wall: runWhole([process.execPath, '-e', '0'], false).wall });
        const ways = new Map([
          ['node -e 0', nothing],
          ['100 tools', session.save],
        ]);
        return await compareRounds(ways, context.isShort ? 1 : 7);
      } finally {
        session.end();
      }
    },
  },
];

async function startDev(tools) {
  const root = path.join(cacheFolder, 'dev');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(path.join(root, 'definitions'), { recursive: true });
  const own = path.join(root, 'node_modules', 'create-mcp-from-schema');
  mkdirSync(own, { recursive: true });
  // A link to all of the package would contain itself.
  for (const name of ['package.json', 'dist', 'templates'])
    symlinkSync(path.join(packageRoot, name), path.join(own, name));
  let changes = 0;
  const define = () => {
    const draft = path.join(root, 'draft.yaml');
    writeFileSync(draft, describeLargeDefinition(tools, changes));
    renameSync(draft, path.join(root, 'definitions', 'catalogue.mcp.yaml'));
    changes += 1;
  };
  define();
  const child = spawn(process.execPath, [generator, 'dev', '--root', root], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const waitFor = async (isWanted) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error('dev ended.');
      const message = JSON.parse(value);
      if (isWanted(message)) return message;
    }
  };
  const list = async (id) => {
    child.stdin.write(`${encodeRequest(requests.list, 'legacy', id)}\n`);
    return waitFor((message) => message.id === id);
  };
  child.stdin.write(`${greeting[0]}\n`);
  await waitFor((message) => message.id !== undefined);
  child.stdin.write(`${greeting[1]}\n`);
  await list(2);
  const save = async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
    const started = performance.now();
    define();
    await waitFor(({ method }) => method === 'notifications/tools/list_changed');
    return { wall: performance.now() - started };
  };
  return { save, end: () => child.kill('SIGTERM') };
}
