import { measureCalls } from '../drive/measure-calls.mjs';
import { requests } from '../drive/make-request.mjs';
import { buildOurs, buildWithPackage } from '../servers/build-ours.mjs';
import { choosePace, describeSubject, limitTools, listRows, listServers } from './list-subjects.mjs';

/**
 * Measured calls. `inFlight` is the number of requests in flight (over HTTP, of connections), `tools` the number of
 * tools.
 */
const calls = [
  {
    name: 'stdio-echo',
    title: 'stdio, echo, 64 in flight',
    transport: 'stdio',
    request: 'echo',
    tools: 2,
    inFlight: 64,
  },
  {
    name: 'stdio-progress',
    title: 'stdio, echo with progress tokens, 64 in flight',
    transport: 'stdio',
    request: 'progress',
    tools: 2,
    inFlight: 64,
  },
  { name: 'stdio-add', title: 'stdio, add, 64 in flight', transport: 'stdio', request: 'add', tools: 2, inFlight: 64 },
  {
    name: 'stdio-realistic',
    title: 'stdio, eight arguments, 100 tools, 64 in flight',
    transport: 'stdio',
    request: 'realistic',
    tools: 100,
    inFlight: 64,
  },
  {
    name: 'stdio-one',
    title: 'stdio, echo, one in flight',
    transport: 'stdio',
    request: 'echo',
    tools: 2,
    inFlight: 1,
  },
  {
    name: 'stdio-list-100',
    title: 'stdio, tools/list of 100 tools',
    transport: 'stdio',
    request: 'list',
    tools: 100,
    inFlight: 4,
  },
  {
    name: 'stdio-list-1000',
    title: 'stdio, tools/list of 1,000 tools',
    transport: 'stdio',
    request: 'list',
    tools: 1000,
    inFlight: 4,
  },
  { name: 'stdio-large', title: 'stdio, echo of 1 MB', transport: 'stdio', request: 'large', tools: 2, inFlight: 1 },
  { name: 'http-add', title: 'HTTP, add, 32 connections', transport: 'http', request: 'add', tools: 2, inFlight: 32 },
  {
    name: 'http-list-100',
    title: 'HTTP, tools/list of 100 tools',
    transport: 'http',
    request: 'list',
    tools: 100,
    inFlight: 4,
  },
  {
    name: 'http-list-1000',
    title: 'HTTP, tools/list of 1,000 tools',
    transport: 'http',
    request: 'list',
    tools: 1000,
    inFlight: 4,
  },
];

/** Measures each call on every server. On stdio, modern requests have a separate limit because they are longer. */
export const callScenarios = calls.map(({ name, title, ...call }) => ({
  name,
  title,
  run: async (context) => {
    const tools = limitTools(call.tools, context);
    const subjects = listServers(context).map(({ server, era }) => ({
      ...describeSubject({ ...call, server, era, tools }),
      baseline: call.transport === 'stdio' ? `limit, ${era}` : 'limit, legacy',
    }));
    return listRows(await measureCalls(subjects, choosePace(context)));
  },
}));

/** `echo` in a server of which another tool uses an npm package, compared with one without packages. */
callScenarios.push({
  name: 'stdio-package',
  title: 'stdio, echo, 64 in flight: a server that contains an npm package',
  run: async (context) => {
    const subjects = [
      ['without', buildOurs(2)],
      ['with', buildWithPackage()],
    ].flatMap(([name, server]) =>
      ['legacy', 'modern'].map((era) => ({
        name: `${name}, ${era}`,
        baseline: `without, ${era}`,
        transport: 'stdio',
        command: () => [process.execPath, server],
        plan: { request: requests.echo, era, tools: 2, inFlight: 64 },
      })),
    );
    return listRows(await measureCalls(subjects, choosePace(context)));
  },
});
