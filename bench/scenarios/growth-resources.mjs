import { measureCalls } from '../drive/measure-calls.mjs';
import { buildResources, buildTemplates, pageSize, uriOf } from '../servers/build-growth.mjs';
import { nameSize } from './growth.mjs';
import { choosePace, limitTools, listRows } from './list-subjects.mjs';

/** Growth of the same work with the number of resources: each row is compared with the fewest. */
export const resourceGrowthScenarios = [
  {
    name: 'growth-read',
    title: 'stdio, resources/read: 2 to 10,000 resources',
    run: (context) => compareSizes(context, [2, 100, 1000, 10_000], 'resources', buildResources, readLast),
  },
  {
    name: 'growth-page',
    title: `stdio, resources/list: the last ${pageSize} of 200 to 10,000 resources`,
    run: (context) => compareSizes(context, [200, 1000, 10_000], 'resources', buildResources, listLast),
  },
  {
    name: 'growth-templates',
    title: 'stdio, resources/read: 2 to 1,000 templates',
    run: (context) => compareSizes(context, [2, 100, 1000], 'templates', buildTemplates, readByLastTemplate),
  },
];

async function compareSizes(context, sizes, kind, build, makeRequest) {
  const subjects = sizes.map((size) => {
    // A short run needs as many as its page leaves over.
    const count = Math.min(size, limitTools(size, context) + pageSize);
    return {
      name: nameSize(size, kind),
      transport: 'stdio',
      command: () => [process.execPath, build(count)],
      plan: { request: makeRequest(count), era: 'modern', tools: 0, inFlight: 64 },
    };
  });
  return listRows(await measureCalls(subjects, choosePace(context)));
}

function readLast(count) {
  const uri = uriOf(count - 1);
  return readResource(uri, `Text ${count - 1}.`);
}

function readByLastTemplate(count) {
  return readResource(`growth://shelf-${count - 1}/emma`, 'emma');
}

function readResource(uri, text) {
  return {
    method: 'resources/read',
    name: uri,
    params: { uri },
    isRight: ({ contents }) => contents.length === 1 && contents[0].text === text,
  };
}

/** Requests the last page. */
function listLast(count) {
  // The cursor of our servers names the entry before the page; a wrong one would be an error.
  const cursor = Buffer.from(`resources ${uriOf(count - pageSize - 1)}`).toString('base64url');
  return {
    method: 'resources/list',
    params: { cursor },
    isRight: ({ resources, nextCursor }) =>
      nextCursor === undefined && resources.length === pageSize && resources.at(-1).uri === uriOf(count - 1),
  };
}
