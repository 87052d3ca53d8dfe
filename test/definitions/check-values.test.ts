import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { diagnose } from './diagnose.js';

const properties = Array.from({ length: 100 }, (_, index) => `        p${index}: { type: string, maxLength: 5 }`);
const definition = `server: { name: shop, version: 1.0.0 }
tools:
  order:
    description: Orders.
    inputSchema:
      type: object
      examples: [1]
      properties:
${properties.join('\n')}
`;

test('a process that checks the same values many times holds on to nothing', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const check = async (times: number): Promise<number> => {
    for (let count = 0; count < times; count += 1) expect(await diagnose(definition)).toContain('invalid-example 7:18');
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await check(20);
  const kilobytes = ((await check(30)) - before) / 30 / 1024;
  expect(kilobytes).toBeLessThan(60);
});
