import { describe, expect, test } from 'vitest';
import { openTelemetry } from '../../runtime/features/telemetry/index.js';
import { structured } from '../../runtime/index.js';
import { createForward } from '../../runtime/features/apis/create-forward.js';
import type { ForwardApi, ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import { useRecordingServer } from '../forward/recording-server.js';
import { oneTool } from '../wire/fixture-server.js';
import { modern, type Wire } from '../wire/wire.js';
import { observeFetch, observeStdio } from './observed-server.js';
import { recordTelemetry } from './record-telemetry.js';

const recorder = useRecordingServer();

const argumentsKey = 'gen_ai.tool.call.arguments';
const resultKey = 'gen_ai.tool.call.result';
const callWith = (input: object): Wire => modern(1, 'tools/call', { name: 'probe', arguments: input });
const echo = oneTool((input: object) => structured(input));

/** The values that a call records. */
async function capture(
  subject: typeof echo,
  input: object,
): Promise<{ readonly given: unknown; readonly result: unknown }> {
  const recording = recordTelemetry();
  await observeStdio(subject, { captureContent: true }).ask(callWith(input));
  const { attributes } = recording.find('tools/call probe');
  return { given: attributes[argumentsKey], result: attributes[resultKey] };
}

describe('arguments and results', () => {
  test('are recorded only when that is asked for', async () => {
    const recording = recordTelemetry();
    await observeStdio(echo).ask(callWith({ city: 'Rome' }));
    expect(JSON.stringify(recording.spans().map(({ attributes }) => attributes))).not.toContain('Rome');
    await observeStdio(echo, { captureContent: true }).ask(callWith({ city: 'Rome' }));
    const last = recording.spans().at(-1);
    expect(last?.attributes[argumentsKey]).toBe('{"city":"Rome"}');
    expect(last?.attributes[resultKey]).toBe('{"city":"Rome"}');
  });

  test('have no values whose names say that they are secrets', async () => {
    const input = {
      user: 'ann',
      password: 'p1',
      apiKey: 'p2',
      access_token: 'p3',
      nested: [{ clientSecret: { inner: 'p4' } }],
      text: '{"authorization":"p5","note":"kept"}',
      maxTokens: 7,
    };
    const { given, result } = await capture(echo, input);
    expect(given).toBe(
      '{"user":"ann","password":"***","apiKey":"***","access_token":"***","nested":[{"clientSecret":"***"}],' +
        '"text":"{\\"authorization\\":\\"***\\",\\"note\\":\\"kept\\"}","maxTokens":7}',
    );
    expect(result).toBe(given);
  });

  test('have no credentials of the caller', async () => {
    const recording = recordTelemetry();
    const server = observeFetch(echo, { captureContent: true });
    await server.post(callWith({ note: 'the token is s3cr3t-value!' }), { authorization: 'Bearer s3cr3t-value!' });
    expect(recording.find('tools/call probe').attributes[argumentsKey]).toBe('{"note":"the token is ***"}');
  });

  test('have no credentials of APIs, and neither have their URLs', async () => {
    const recording = recordTelemetry();
    process.env['CAPTURED_KEY'] = 'k3y-of-the-api';
    recorder.answer = (_, response) => {
      response.setHeader('Content-Type', 'application/json').end('{"echo":"k3y-of-the-api","pet":"rex"}');
    };
    const api: ForwardApi = {
      name: 'pets',
      server: { url: recorder.url, environment: 'PETS_URL' },
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'appid', keyVariable: 'CAPTURED_KEY' } },
    };
    const operation: ForwardOperation = {
      method: 'GET',
      path: ['/pets/', { name: 'petId', from: ['petId'] }],
      security: [{ key: [] }],
    };
    const handler = createForward(api, operation);
    await observeStdio(oneTool(handler as never), { captureContent: true }).ask(callWith({ petId: 'rex' }));
    delete process.env['CAPTURED_KEY'];
    expect(recorder.requests[0]?.target).toBe('/pets/rex?appid=k3y-of-the-api');
    expect(recording.find('GET /pets/{petId}').attributes['url.full']).toBe(`${recorder.url}/pets/rex?appid=***`);
    expect(recording.find('tools/call probe').attributes[resultKey]).toBe('{"echo":"***","pet":"rex"}');
  });

  test('are cut', async () => {
    const { given } = await capture(echo, {
      long: 'x'.repeat(5000),
      list: Array.from({ length: 100 }, () => 'y'.repeat(500)),
    });
    expect(String(given)).toHaveLength(8193);
    expect(String(given)).toContain(`"${'x'.repeat(1024)}…"`);
  });

  test('that are nested deeply are cut, too', async () => {
    let input: object = {};
    for (let level = 0; level < 500; level += 1) input = { a: input };
    const { given } = await capture(echo, input);
    expect(given).toBe(`${'{"a":'.repeat(16)}"…"${'}'.repeat(16)}`);
  });

  test('of a failure are the arguments alone', async () => {
    const failing = oneTool(() => {
      throw new Error('broken');
    });
    expect(await capture(failing, { city: 'Rome' })).toEqual({ given: '{"city":"Rome"}', result: undefined });
  });
});

test.each([
  [
    { captureContents: true },
    'Unknown option "captureContents" of openTelemetry; the only known option is captureContent',
  ],
  [{ captureContent: 'yes' }, 'Option "captureContent" must be a boolean'],
])('wrong options are an error: %o', (options, message) => {
  expect(() => openTelemetry(options as never)).toThrow(new TypeError(message));
});
