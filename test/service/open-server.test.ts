import { expect, test } from 'vitest';
import { openOverHttp, openService } from '../kit/open-service.js';
import { oneTool } from '../wire/fixture-server.js';

test('a service is complete when it is made: it is frozen on stdio', () => {
  expect(Object.isFrozen(openService(oneTool(() => 'x')))).toBe(true);
});

test('a service is complete when it is made: it is frozen over HTTP', async () => {
  const { service, serving } = await openOverHttp(
    oneTool(() => 'x'),
    { shutdownTimeoutMs: 0 },
    { port: 0 },
  );
  serving.stop();
  await serving.finished;
  expect(Object.isFrozen(service)).toBe(true);
});
