import { setTimeout as sleep } from 'node:timers/promises';
import { topicCount } from './build-servers.mjs';
import { CutError } from './http-clients.mjs';

export const taskCapabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/**
 * Kinds of calls, with their parts of the load. Each makes one call with a text that no other call has, and rejects when the response is
 * not right.
 *
 * @type {{ name: string, weight: number, run: (crowd: import('./crowd.mjs').Crowd, turn: number, text: string) => Promise<void> }[]}
 */
export const callKinds = [
  {
    name: 'legacy call',
    weight: 20,
    run: async (crowd, turn, text) => expectText(await callInSession(crowd, turn, 'echo', { text }), text),
  },
  {
    name: 'legacy call with progress',
    weight: 2,
    async run(crowd, turn, text) {
      const call = { name: 'report', arguments: { text }, _meta: { progressToken: turn } };
      const { clients, sessions } = crowd;
      expectProgress(await clients.callLegacy(sessions[turn % sessions.length], 'tools/call', call), turn, text);
    },
  },
  {
    name: 'legacy call of 500 ms',
    weight: 2,
    run: async (crowd, turn, text) => expectText(await callInSession(crowd, turn, 'wait', { text }), text),
  },
  {
    name: 'modern call',
    weight: 20,
    run: async ({ clients }, _, text) => expectText(await callModern(clients, 'echo', { text }), text),
  },
  {
    name: 'modern call with progress',
    weight: 2,
    async run({ clients }, turn, text) {
      const call = { name: 'report', arguments: { text }, _meta: { progressToken: turn } };
      expectProgress(await clients.callModern('tools/call', call), turn, text);
    },
  },
  {
    name: 'modern call of 500 ms',
    weight: 2,
    run: async ({ clients }, _, text) => expectText(await callModern(clients, 'wait', { text }), text),
  },
  {
    name: 'updated notification',
    weight: 1,
    run: ({ clients, news }, turn, text) => {
      // Kinds come in turns, too: without the division, some topics would never have their turn.
      const topic = Math.floor(turn / 7) % topicCount;
      return news.announce(topic, async () => expectText(await callModern(clients, 'change', { text, topic }), text));
    },
  },
  {
    name: 'durable task',
    weight: 1,
    async run({ clients }, _, text) {
      const call = { name: 'bake', arguments: { text } };
      const { result } = await clients.callModern('tools/call', call, taskCapabilities);
      const task = await followTask(clients, result.taskId);
      if (task.status !== 'completed') throw new Error(`the task is ${task.status}: ${task.statusMessage}`);
      expectText({ result: task.result, notifications: [] }, text);
    },
  },
];

/** Polls a task until it has ended. A poll that is cut off is sent again. */
export async function followTask(clients, taskId) {
  for (;;) {
    await sleep(500);
    const poll = await clients.callModern('tasks/get', { taskId }, taskCapabilities).catch((error) => {
      if (!(error instanceof CutError)) throw error;
    });
    if (poll !== undefined && poll.result.status !== 'working') return poll.result;
  }
}

function callInSession({ clients, sessions }, turn, name, args) {
  return clients.callLegacy(sessions[turn % sessions.length], 'tools/call', { name, arguments: args });
}

function callModern(clients, name, args) {
  return clients.callModern('tools/call', { name, arguments: args });
}

function expectText({ result, notifications }, text) {
  const given = result.content[0].text;
  if (given !== text || notifications.length > 0) throw new Error(`another response: ${given.slice(0, 100)}`);
}

function expectProgress(response, token, text) {
  const seen = response.notifications.map(
    ({ method, params }) => `${method} ${params.progressToken} ${params.progress}`,
  );
  const wanted = [1, 2].map((progress) => `notifications/progress ${token} ${progress}`);
  if (seen.join() !== wanted.join()) throw new Error(`another progress: ${seen.join(', ') || 'none'}`);
  expectText({ ...response, notifications: [] }, text);
}
