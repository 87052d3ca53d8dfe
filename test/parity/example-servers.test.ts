import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleCalls } from './example-calls.js';
import { openExample, type Example } from './open-example.js';

const folder = path.resolve(import.meta.dirname, '../../definitions');
const servers = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? entry.name : [],
);

describe.each(servers)('the calls of %s', (server) => {
  let example: Example;
  beforeAll(async () => {
    example = await openExample(server);
  });

  const calls = exampleCalls.filter((each) => each.server === server);

  test('are some', () => {
    expect(calls).not.toEqual([]);
  });

  test.each(calls.map((each) => [JSON.stringify(each.call), each] as const))(
    'are the same in every revision and on every transport: %s',
    async (_, { call, answers, questions = 0, says, auth, isTaskOnly = false }) => {
      const { compareProtocolVersions, makeServer } = example;
      const report = await compareProtocolVersions(makeServer, {
        call,
        ...(answers === undefined ? {} : { responses: answers }),
        ...(auth === undefined ? {} : { auth }),
      });
      expect(report.differences).toEqual([]);
      expect(report.runs.length).toBeGreaterThanOrEqual(15);
      const asking = report.runs.filter(
        ({ protocolVersion: revision, isTask }) => isTask || (revision >= '2025-11-25' && !isTaskOnly),
      );
      expect(asking.map((run) => run.clientRequests.length)).toEqual(asking.map(() => questions));
      for (const { outcome } of asking) expect(JSON.stringify(outcome)).toContain(says);
    },
  );
});
