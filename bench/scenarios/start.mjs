import { compareRounds } from '../drive/compare-rounds.mjs';
import { endOnce, runWhole, startOnce } from '../drive/start-once.mjs';
import { bundlePeer } from '../servers/bundle-peer.mjs';
import { describeServer } from '../servers/describe-servers.mjs';
import { nameSize } from './growth.mjs';
import { limitTools } from './list-subjects.mjs';

/**
 * Time from the start of a server to its response to the first `tools/list`, and the total CPU time of a server that
 * finds all requests on its stdin, answers them and ends.
 */
export const startScenarios = [2, 100, 1000].map((size) => ({
  name: `start-${size}`,
  title: `cold start to the first tools/list, ${nameSize(size)}`,
  run: async (context) => compareRounds(await listWays(limitTools(size, context), context), context.isShort ? 1 : 11),
}));

async function listWays(tools, { peers }) {
  const servers = new Map(['limit', 'ours', ...peers].map((server) => [server, describeServer(server, tools)]));
  for (const peer of peers) {
    const bundle = await bundlePeer(peer);
    if (bundle !== undefined) servers.set(`${peer}, bundled`, [process.execPath, bundle, String(tools)]);
  }
  const nothing = [process.execPath, '-e', '0'];
  const measureNothing = async () => {
    const { whole } = runWhole(nothing, false);
    return { wall: await endOnce(nothing), spent: whole, whole };
  };
  const measureServer = async (command) => ({
    ...(await startOnce(command, tools)),
    whole: runWhole(command, true).whole,
  });
  return new Map([
    ['node -e 0', measureNothing],
    ...[...servers].map(([name, command]) => [name, () => measureServer(command)]),
  ]);
}
