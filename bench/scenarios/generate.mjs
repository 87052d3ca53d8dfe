import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareRounds } from '../drive/compare-rounds.mjs';
import { runWhole } from '../drive/start-once.mjs';
import { generator } from '../servers/build-project.mjs';
import { cacheFolder } from '../servers/cache-folder.mjs';
import { describeLargeDefinition } from '../servers/describe-large-definition.mjs';
import { nameSize } from './growth.mjs';
import { limitTools } from './list-subjects.mjs';

/** Generating from scratch, with no changes, and with one changed tool. */
export const generateScenarios = [
  {
    name: 'generate',
    title: 'generate',
    run: async (context) => {
      rmSync(allProjects, { recursive: true, force: true });
      const ways = [100, 1000].flatMap((size) => listWays(size, limitTools(size, context)));
      const nothing = ['node -e 0', () => measure([process.execPath, '-e', '0'], 1)];
      const results = await compareRounds(new Map([nothing, ...ways]), context.isShort ? 1 : 5);
      rmSync(allProjects, { recursive: true, force: true });
      return results;
    },
  },
];

const allProjects = path.join(cacheFolder, 'generate');

/**
 * Runs in this order: each run finds the files of the previous one, and the first starts in a new folder. Nothing is
 * deleted until the end, because after deleting many files ext4 takes up to half a second longer to create as many.
 */
function listWays(size, count) {
  let projects = 0;
  const findRoot = () => path.join(allProjects, `${count}-${projects}`);
  const generate = () => measure([process.execPath, generator, 'generate', '--root', findRoot()], count);
  const define = (changed) => {
    mkdirSync(path.join(findRoot(), 'definitions'), { recursive: true });
    writeFileSync(path.join(findRoot(), 'definitions', 'catalogue.mcp.yaml'), describeLargeDefinition(count, changed));
  };
  return [
    [
      `${nameSize(size)}, cold`,
      () => {
        projects += 1;
        define(0);
        return generate();
      },
    ],
    [`${nameSize(size)}, unchanged`, generate],
    [
      `${nameSize(size)}, one changed`,
      () => {
        define(1);
        return generate();
      },
    ],
  ];
}

function measure(command, count) {
  const { wall, whole } = runWhole(command, false);
  return { wall, spent: whole, perTool: whole / count };
}
