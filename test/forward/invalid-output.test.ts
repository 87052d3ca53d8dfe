import { expect, test } from 'vitest';
import { structured, text } from '../../runtime/index.js';
import type { ToolDefinition, ToolHandler } from '../../runtime/index.js';
import { anything, makeValidator, oneTool } from '../wire/fixture-server.js';
import { modern, reports, talk, type Wire } from '../wire/wire.js';

/** Takes nothing at all. */
const nothingFits = makeValidator(() => [{ instancePath: '/n', keyword: 'type', params: { type: 'string' } }]);
const lenient: Partial<ToolDefinition> = {
  allowsInvalidOutput: true,
  validators: async () => ({ input: anything, output: nothingFits }),
};
const warning = 'Tool "probe" returned a result that does not fit its output schema:\n- n: must be a string, got 1';

async function callProbe(
  handler: ToolHandler<unknown, unknown>,
  tool: Partial<ToolDefinition>,
): Promise<readonly Wire[]> {
  const meta = { 'io.modelcontextprotocol/logLevel': 'warning' };
  return talk(oneTool(handler, tool), [modern(1, 'tools/call', { name: 'probe' }, meta)]);
}

test('an answer that does not fit is passed on with a warning to operator and client where the tool says so', async () => {
  const [log, answer] = await callProbe(() => structured({ n: 1 }), lenient);
  expect(log).toMatchObject({ method: 'notifications/message', params: { level: 'warning', data: warning } });
  const content = [{ type: 'text', text: '{"n":1}' }];
  expect(answer?.['result']).toMatchObject({ content, structuredContent: { n: 1 } });
  expect(answer?.['result']).not.toHaveProperty('isError');
  expect(reports.join('')).toMatch(/TOOL: probe \| WARNING: Tool "probe" returned a result that does not fit/u);
  const [told, plain] = await callProbe(() => text('plain'), lenient);
  const data = 'Tool "probe" has an output schema but returned no structured content';
  expect(told).toMatchObject({ params: { data } });
  expect(plain?.['result']).toMatchObject({ content: [{ type: 'text', text: 'plain' }] });
  expect(plain?.['result']).not.toHaveProperty('isError');
});

test('an answer that does not fit is an error otherwise', async () => {
  const { allowsInvalidOutput: _, ...strict } = lenient;
  const [answer] = await callProbe(() => structured({ n: 1 }), strict);
  expect(answer?.['result']).toMatchObject({ isError: true, content: [{ type: 'text', text: warning }] });
});
