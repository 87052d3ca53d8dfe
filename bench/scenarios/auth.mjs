import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { requests } from '../drive/make-request.mjs';
import { measureCalls } from '../drive/measure-calls.mjs';
import { buildOurs, buildProtected } from '../servers/build-ours.mjs';
import { choosePace, listRows } from './list-subjects.mjs';

const resource = 'https://bench.example/mcp';

/** Calls with an access token (JWT) and a scope, compared with calls to a server without `auth`. */
export const authScenarios = [
  {
    name: 'http-auth',
    title: 'HTTP, add, with an access token, 32 connections',
    run: async (context) => {
      const issuer = fork(path.join(import.meta.dirname, '..', 'servers', 'issuer.mjs'), [resource, 'bench:add']);
      try {
        const [{ issuer: url, token }] = await once(issuer, 'message');
        const access = {
          environment: { BENCH_ISSUER: url, BENCH_RESOURCE: resource },
          headers: [`Authorization: Bearer ${token}`],
        };
        const subjects = ['legacy', 'modern'].flatMap((era) => [
          describe('without auth', era, buildOurs, {}),
          describe('with auth', era, buildProtected, access),
        ]);
        return listRows(await measureCalls(subjects, choosePace(context)));
      } finally {
        issuer.kill();
      }
    },
  },
];

function describe(name, era, build, more) {
  return {
    name: `${name}, ${era}`,
    baseline: `without auth, ${era}`,
    transport: 'http',
    command: (port) => [process.execPath, build(2), '--http', String(port)],
    plan: { request: requests.add, era, tools: 2, inFlight: 32, ...more },
  };
}
