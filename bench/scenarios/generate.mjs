import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareRounds } from '../drive/compare-rounds.mjs';
import { runWhole } from '../drive/start-once.mjs';
import { generator } from '../servers/build-project.mjs';
import { cacheFolder } from '../servers/cache-folder.mjs';
import { describeLargeDefinition } from '../servers/describe-large-definition.mjs';
import { nameSize } from './growth.mjs';
import { limitTools } from './list-subjects.mjs';

/** Generating everything anew, with nothing changed, and with one tool changed. */
export const generateScenarios = [
  {
    name: 'generate',
    title: 'generate',
    run: async (context) => {
      const ways = [100, 1000].flatMap((size) => listWays(size, limitTools(size, context)));
      const nothing = ['node -e 0', () => measure([process.execPath, '-e', '0'], 1)];
      return compareRounds(new Map([nothing, ...ways]), context.isShort ? 1 : 5);
    },
  },
];

/** One after the other, as they stand here: each finds what the one before has left. */
function listWays(size, count) {
  const root = path.join(cacheFolder, 'generate', String(count));
  const command = [process.execPath, generator, 'generate', '--root', root];
  const define = (changed) => {
    mkdirSync(path.join(root, 'definitions'), { recursive: true });
    writeFileSync(path.join(root, 'definitions', 'catalogue.mcp.yaml'), describeLargeDefinition(count, changed));
  };
  let changes = 0;
  return [
    [
      `${nameSize(size)}, cold`,
      () => {
        for (const folder of ['generated', 'handlers'])
          rmSync(path.join(root, folder), { recursive: true, force: true });
        define(0);
        return measure(command, count);
      },
    ],
    [`${nameSize(size)}, unchanged`, () => measure(command, count)],
    [
      `${nameSize(size)}, one changed`,
      () => {
        define((changes += 1));
        return measure(command, count);
      },
    ],
  ];
}

function measure(command, count) {
  const { wall, whole } = runWhole(command, false);
  return { wall, spent: whole, perTool: whole / count };
}
