import { expect, test } from 'vitest';
import { locateTypeErrors } from '../../generator/write/locate-type-errors.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

test('a bound function of the wrong type is reported at the definition', async () => {
  const { folder } = await createProject({
    'definitions/math.mcp.yaml': `server: { name: math, version: 1.0.0 }
tools:
  square-root:
    description: Computes a square root.
    handler: ./math.ts#root
    args: [{ type: string, description: Of what. }]
`,
    'definitions/math.ts': 'export const root = (n: number): number => Math.sqrt(n);\n',
  });
  const printed = await typeCheck(folder);
  expect(printed).toContain('handlers.ts(');
  const text = printed.replace(/^\S*generated\/handlers/gmu, 'generated/handlers');
  expect(await locateTypeErrors(folder, 'generated', text)).toMatch(
    /^definitions\/math\.mcp\.yaml\(3,1\): error TS2345: [^\n]* \(the function that `handler` names\)\n/u,
  );
  expect(await locateTypeErrors(folder, 'generated', 'a.ts(1,1): error TS1: x\n')).toBe('a.ts(1,1): error TS1: x\n');
});
