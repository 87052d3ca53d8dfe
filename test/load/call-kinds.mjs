import { topicCount } from './build-servers.mjs';

/**
 * Kinds of calls, with their parts of the load. Each makes one call and rejects when the answer is not right.
 *
 * @type {{ name: string, weight: number, run: (crowd: import('./crowd.mjs').Crowd, turn: number) => Promise<void> }[]}
 */
export const callKinds = [
  {
    name: 'legacy call',
    weight: 22,
    async run({ clients, sessions }, turn) {
      const text = `legacy ${turn}`;
      const call = { name: 'echo', arguments: { text } };
      expectText(await clients.callLegacy(sessions[turn % sessions.length], 'tools/call', call), text);
    },
  },
  {
    name: 'legacy call with progress',
    weight: 2,
    async run({ clients, sessions }, turn) {
      const call = { name: 'report', arguments: {}, _meta: { progressToken: turn } };
      expectProgress(await clients.callLegacy(sessions[turn % sessions.length], 'tools/call', call), turn);
    },
  },
  {
    name: 'modern call',
    weight: 23,
    async run({ clients }, turn) {
      const text = `modern ${turn}`;
      expectText(await clients.callModern('tools/call', { name: 'echo', arguments: { text } }), text);
    },
  },
  {
    name: 'modern call with progress',
    weight: 2,
    async run({ clients }, turn) {
      const call = { name: 'report', arguments: {}, _meta: { progressToken: turn } };
      expectProgress(await clients.callModern('tools/call', call), turn);
    },
  },
  {
    name: 'updated notification',
    weight: 1,
    async run({ clients, news }, turn) {
      const topic = turn % topicCount;
      news.expect(topic);
      const call = { name: 'change', arguments: { topic } };
      expectText(await clients.callModern('tools/call', call), 'Announced.');
    },
  },
];

function expectText({ result, notifications }, text) {
  const given = result.content[0].text;
  if (given !== text || notifications.length > 0) throw new Error(`another answer: ${given.slice(0, 100)}`);
}

function expectProgress(answer, token) {
  const seen = answer.notifications.map(({ method, params }) => `${method} ${params.progressToken} ${params.progress}`);
  const wanted = [1, 2].map((progress) => `notifications/progress ${token} ${progress}`);
  if (seen.join() !== wanted.join()) throw new Error(`another progress: ${seen.join(', ') || 'none'}`);
  expectText({ ...answer, notifications: [] }, 'Done.');
}
