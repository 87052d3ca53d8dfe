import path from 'node:path';
import { callTool, requests } from '../drive/make-request.mjs';
import { measureCalls } from '../drive/measure-calls.mjs';
import { buildForwarding } from '../servers/build-ours.mjs';
import { frameworks, installAll, openApiGenerators, prepareFramework } from '../servers/frameworks.mjs';
import { isTwentyPets, openPetsApi, petsDocument } from '../servers/open-pets-api.mjs';
import { choosePace, describeSubject, listRows } from './list-subjects.mjs';

const serversFolder = path.join(import.meta.dirname, '..', 'servers');

/** Servers of further frameworks and generators. Installing them takes minutes and 900 MB. */
export const frameworkScenarios = [
  {
    name: 'frameworks-stdio',
    title: 'stdio, add, 64 in flight: further frameworks',
    isOnlyNamed: true,
    run: (context) => compareFrameworks({ transport: 'stdio', inFlight: 64 }, context),
  },
  {
    name: 'frameworks-http',
    title: 'HTTP, add, 32 connections: further frameworks',
    isOnlyNamed: true,
    run: (context) => compareFrameworks({ transport: 'http', inFlight: 32 }, context),
  },
  {
    name: 'frameworks-openapi',
    title: 'a call that is a GET with path and query: generators for OpenAPI',
    isOnlyNamed: true,
    run: compareGenerators,
  },
];

async function compareFrameworks({ transport, inFlight }, context) {
  const call = { transport, request: 'add', tools: 2, inFlight };
  const known = ['limit', 'ours', ...context.peers].map((server) => ({
    ...describeSubject({ ...call, server, era: 'legacy' }),
    baseline: 'limit, legacy',
  }));
  const installed = context.isShort ? [] : installAll(frameworks);
  const others = installed
    .filter((name) => frameworks[name].transports.includes(transport))
    .map((name) => ({
      name,
      transport,
      command: prepareFramework(name),
      plan: { request: requests.add, era: frameworks[name].era, tools: 2, inFlight },
      baseline: 'limit, legacy',
    }));
  return listRows(await measureCalls([...known, ...others], choosePace(context)));
}

/** Arguments and results of each server have another form; the API and what it is asked are the same. */
async function compareGenerators(context) {
  const api = await openPetsApi();
  try {
    const input = { owner: 'a/b', tags: ['x y', 'z'], limit: 20 };
    const { owner, ...query } = input;
    const inText = ({ content }) => content[0].text.match(/"Pet \d+"/gu)?.length === 20;
    const forms = {
      'openapi-mcp-generator': { request: callTool('findPets', input, inText) },
      orval: { request: callTool('findPets', { pathParams: { owner }, queryParams: query }, inText) },
    };
    const request = callTool('findPets', input, isTwentyPets);
    const limit = path.join(serversFolder, 'limits', 'forward.mjs');
    const subjects = [
      { name: 'limit', script: limit, request },
      { name: 'ours', script: buildForwarding(), request },
    ];
    for (const name of context.isShort ? [] : installAll(openApiGenerators)) {
      const script = await openApiGenerators[name].generate(petsDocument, api.url);
      subjects.push({ name, script, ...forms[name] });
    }
    const plan = { era: 'legacy', tools: 2, inFlight: 1, environment: api.environment };
    const described = subjects.map(({ name, script, request: each }) => ({
      name,
      transport: 'stdio',
      command: () => [process.execPath, script],
      plan: { ...plan, request: each },
    }));
    return listRows(await measureCalls(described, choosePace(context)));
  } finally {
    api.close();
  }
}
