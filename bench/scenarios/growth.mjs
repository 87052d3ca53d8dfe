import { measureCalls } from '../drive/measure-calls.mjs';
import { choosePace, describeSubject, limitTools, listRows, listServers } from './list-subjects.mjs';

/** Formats a number of entries as row title: `10,000 tools`. */
export const nameSize = (count, kind = 'tools') => `${count.toLocaleString('en-US')} ${kind}`;

/** Growth of the same work with the number of tools: each server is compared with itself with two tools. */
export const growthScenarios = [
  {
    name: 'growth-calls',
    title: 'stdio, add, 64 in flight: catalogues of 2 to 10,000 tools',
    run: (context) =>
      compareSizes(context, [2, 100, 1000, 10_000], ours, { transport: 'stdio', request: 'add', inFlight: 64 }),
  },
  {
    name: 'growth-http',
    title: 'HTTP, add, 32 connections: catalogues of 2 to 1,000 tools',
    run: (context) =>
      compareSizes(
        context,
        [2, 100, 1000],
        listServers(context).filter(({ server }) => server !== 'limit'),
        { transport: 'http', request: 'add', inFlight: 32 },
      ),
  },
  { name: 'growth-list', title: 'stdio, tools/list: a megabyte of 100 and of 1,000 tools', run: compareLists },
];

const ours = [
  { server: 'ours', era: 'legacy' },
  { server: 'ours', era: 'modern' },
];

async function compareSizes(context, sizes, servers, call) {
  const subjects = servers.flatMap(({ server, era }) =>
    sizes.map((size) => ({
      ...describeSubject({ ...call, server, era, tools: limitTools(size, context) }),
      name: `${server}, ${era}, ${nameSize(size)}`,
      baseline: `${server}, ${era}, ${nameSize(sizes[0])}`,
    })),
  );
  return listRows(await measureCalls(subjects, choosePace(context)));
}

/** Measures the cost per megabyte of a list. */
async function compareLists(context) {
  const sizes = [100, 1000];
  const subjects = sizes.map((size) => ({
    ...describeSubject({
      server: 'ours',
      era: 'legacy',
      transport: 'stdio',
      request: 'list',
      inFlight: 1,
      tools: limitTools(size, context),
    }),
    name: `ours, ${nameSize(size)}`,
  }));
  const rows = listRows(await measureCalls(subjects, choosePace(context)));
  const megabytes = ({ bytes }) => bytes / 1e6;
  const [base] = rows;
  return rows.map(({ subject, figures }) => ({
    subject,
    figures: {
      processor: figures.processor,
      perMegabyte: figures.processor / megabytes(figures),
      ratio: (figures.ratio / megabytes(figures)) * megabytes(base.figures),
      bytes: figures.bytes,
    },
  }));
}
