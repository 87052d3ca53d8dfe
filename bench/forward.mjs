// What a forwarded call costs, against the same request made by hand: processor time of this process.
import { fork } from 'node:child_process';
import path from 'node:path';
import { createForward } from 'create-mcp-from-schema/runtime/forward';

const rounds = 75;
const calls = 200;
const goal = 1.3;
const token = 'bench-token';

const child = fork(path.join(import.meta.dirname, 'forward-api.mjs'));
const port = await new Promise((resolve) => child.once('message', resolve));
const url = `http://127.0.0.1:${port}/api`;

const api = {
  name: 'bench',
  server: { url, environment: 'BENCH_URL' },
  securitySchemes: { token: { type: 'bearer', tokenVariable: 'BENCH_TOKEN' } },
};
const security = [{ token: [] }];
const accept = ['application/json'];
const member = (name) => ({ name, from: [name] });

const cases = {
  'GET with path and query': {
    input: { owner: 'a/b', tags: ['x y', 'z'], limit: 20 },
    operation: {
      method: 'GET',
      path: ['/owners/', member('owner'), '/pets'],
      query: [member('tags'), member('limit')],
      security,
      accept,
    },
    byHand: ({ owner, tags, limit }, signal) => {
      const query = new URLSearchParams([...tags.map((tag) => ['tags', tag]), ['limit', String(limit)]]);
      return fetch(`${url}/owners/${encodeURIComponent(owner)}/pets?${query}`, {
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        signal,
      });
    },
  },
  'POST with JSON': {
    input: { name: 'Rex', tags: ['x', 'y'] },
    operation: {
      method: 'POST',
      path: ['/pets'],
      body: {
        mediaType: 'application/json',
        encoding: 'json',
        value: { members: [member('name'), member('tags')] },
      },
      security,
      accept,
    },
    byHand: (pet, signal) =>
      fetch(`${url}/pets`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(pet),
        signal,
      }),
  },
};

console.log(`A forwarded call and the same fetch (median of ${rounds} interleaved rounds, Node ${process.version})`);
for (const [name, { input, operation, byHand }] of Object.entries(cases)) {
  const forward = createForward(api, operation, { environment: { BENCH_TOKEN: token } });
  const ways = [
    async () => void (await forward(input, { signal: new AbortController().signal })),
    async () => {
      const response = await byHand(input, new AbortController().signal);
      if (!response.ok) throw new Error(String(response.status));
      await response.json();
    },
  ];
  const [forwarded, fetched] = await compare(ways);
  const ratio = forwarded / fetched;
  console.log(
    `  ${name.padEnd(26)}${forwarded.toFixed(0).padStart(6)} µs${fetched.toFixed(0).padStart(6)} µs` +
      `   ratio ${ratio.toFixed(2)} (goal ${goal})`,
  );
}
child.kill();

/** Median microseconds of processor time that each way takes. */
async function compare(ways) {
  const samples = ways.map(() => []);
  for (let round = -10; round < rounds; round += 1) {
    for (const [index, way] of ways.entries()) {
      const before = process.cpuUsage();
      for (let call = 0; call < calls; call += 1) await way();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) samples[index].push((user + system) / calls);
    }
  }
  return samples.map((values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]);
}
