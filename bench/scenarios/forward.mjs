import path from 'node:path';
import { measureCalls } from '../drive/measure-calls.mjs';
import { callTool } from '../drive/make-request.mjs';
import { buildForwarding } from '../servers/build-ours.mjs';
import { isTwentyPets, openPetsApi } from '../servers/open-pets-api.mjs';
import { choosePace, listRows } from './list-subjects.mjs';

const servers = path.join(import.meta.dirname, '..', 'servers');

/**
 * A tool that calls an API, compared with one written by hand with `fetch`: one call at a time, from stdio to the API
 * and back.
 */
export const forwardScenarios = [
  {
    name: 'forward-get',
    title: 'a call that is a GET with path and query',
    run: (context) =>
      compare(callTool('findPets', { owner: 'a/b', tags: ['x y', 'z'], limit: 20 }, isTwentyPets), context),
  },
  {
    name: 'forward-post',
    title: 'a call that is a POST with JSON',
    run: (context) => compare(callTool('addPet', { name: 'Rex', tags: ['x', 'y'] }, isTwentyPets), context),
  },
];

async function compare(request, context) {
  const api = await openPetsApi();
  try {
    const plan = { request, era: 'legacy', tools: 2, inFlight: 1, environment: api.environment };
    const limit = path.join(servers, 'limits', 'forward.mjs');
    const subjects = [
      { name: 'limit', transport: 'stdio', command: () => [process.execPath, limit], plan },
      { name: 'ours', transport: 'stdio', command: () => [process.execPath, buildForwarding()], plan },
    ];
    return listRows(await measureCalls(subjects, choosePace(context)));
  } finally {
    api.close();
  }
}
