import { measureCalls } from '../drive/measure-calls.mjs';
import { choosePace, describeSubject, limitTools, listRows } from './list-subjects.mjs';

const servers = [
  { server: 'limit', era: 'legacy' },
  { server: 'kept', era: 'legacy' },
  { server: 'ours', era: 'legacy' },
  { server: 'ours', era: 'modern' },
];

/** Uncompressed lists over HTTP. A server that only sends prepared bytes shows the share of node:http. */
export const keptListScenarios = [
  { name: 'http-kept-100', title: 'HTTP, tools/list of 100 tools, not compressed', size: 100 },
  { name: 'http-kept-1000', title: 'HTTP, tools/list of 1,000 tools, not compressed', size: 1000 },
].map(({ name, title, size }) => ({
  name,
  title,
  run: async (context) => {
    const call = { transport: 'http', request: 'list', inFlight: 4, tools: limitTools(size, context) };
    const subjects = servers.map(({ server, era }) => describeSubject({ ...call, server, era }));
    return listRows(await measureCalls(subjects, choosePace(context)));
  },
}));
