import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CliIo } from '../../generator/cli/cli-io.js';
import { runCli } from '../../generator/cli/run-cli.js';
import { change, evaluate, makeProject, playModel, readRecording, rightPlay } from './evaluated-project.js';

let folder: string;

beforeAll(async () => {
  folder = await makeProject();
});

beforeEach(() => void vi.stubEnv('OPENAI_API_KEY', 'sk-secret-of-the-test'));
afterEach(() => void vi.unstubAllEnvs());

describe('limits', () => {
  test('a request that could exceed the cost is not sent', async () => {
    // Of each response, 4,096 tokens are possible: 0.0041 USD.
    const prompts = playModel(rightPlay);
    const price = ['--price', '0,1', '--max-cost', '0.0041'];
    const { out, exitCode } = await evaluate(folder, ...price);
    expect(prompts).toHaveLength(1);
    expect(exitCode).toBe(1);
    expect(out).toContain('FAIL what did customer 7 buy?\n       the limit of the cost was reached');
    expect(out).toContain('stopped: the next request could exceed --max-cost 0.0041');
    expect(out).not.toContain('refund the order');
    const none = playModel(rightPlay);
    const refused = await evaluate(folder, '--price', '0,1', '--max-cost', '0.004');
    expect(none).toHaveLength(0);
    expect(refused.exitCode).toBe(1);
  });

  test('a request that could exceed the tokens is not sent', async () => {
    const prompts = playModel(rightPlay, { input: 1000, output: 10 });
    const { out, exitCode } = await evaluate(folder, '--max-tokens', '4700');
    expect(prompts).toHaveLength(1);
    expect(exitCode).toBe(1);
    expect(out).toContain('stopped: the next request could exceed --max-tokens 4700');
  });

  test('a dry run sends nothing and needs no key', async () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    const prompts = playModel(rightPlay);
    const { out, exitCode } = await evaluate(folder, '--dry-run', '--runs', '3', '--price', '1,2', '--max-cost', '5');
    expect(prompts).toHaveLength(0);
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /^2 questions, 6 runs\. Nothing was sent\.\n {2}mode tools: 3 tools, \d+ tokens in each request/u,
    );
    expect(out).toMatch(/likely: {2}\d+ input and 900 output tokens, 0\.\d+ USD/u);
    expect(out).toMatch(/at most: \d+ input and 245760 output tokens, \d\.\d\d USD/u);
    expect(out).toContain('stops before 5.00 USD');
  });
});

test('an interrupted evaluation reports and records the runs so far', async () => {
  const fresh = await makeProject();
  const interrupted = new AbortController();
  playModel((question, round, prompt) => {
    if (question.startsWith('refund')) interrupted.abort();
    return rightPlay(question, round, prompt);
  });
  let out = '';
  const io: CliIo = {
    cwd: fresh,
    columns: 100,
    isInteractive: false,
    color: false,
    writeOut: (text) => void (out += text),
    writeError: () => {},
    ask: async () => undefined,
    runProgram: async () => true,
    openProcess: () => {
      throw new Error('There is no process.');
    },
    catchInterrupt: () => interrupted.signal,
  };
  expect(await runCli(['evaluate', '--model', 'openai:stand-in'], io)).toBe(1);
  expect(out).toContain('ok   what did customer 7 buy?');
  expect(out).toContain('stopped: interrupted');
  expect(out).not.toContain('refund');
  expect(readRecording(fresh)).not.toContain('refund the order');
  const before = readRecording(fresh);
  const { error } = await evaluate(fresh, '--max-tokens', '4700', '--runs', '3');
  expect(error).toContain('note: The earlier recording is kept, because the evaluation was stopped.');
  expect(readRecording(fresh)).toBe(before);
});

describe('what takes too long', () => {
  test('a response of the model fails', async () => {
    const waitForAbort = ({ abortSignal }: { readonly abortSignal: AbortSignal }) =>
      new Promise((_resolve, reject) =>
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason as Error)),
      );
    Object.assign(globalThis, { playedModel: waitForAbort });
    const { out } = await evaluate(folder, '--timeout', '1');
    expect(out).toContain('the model failed: no response within 1000 ms');
  });

  test('a call returns an error', async () => {
    const slow = await makeProject({
      'handlers/tools/find-orders.ts': 'export const findOrders = () => new Promise(() => {});\n',
    });
    const prompts = playModel(rightPlay);
    await evaluate(slow, '--responses', 'live', '--timeout', '1');
    expect(JSON.stringify(prompts[1]?.prompt.at(-1))).toContain('The call took longer than 1000 ms.');
  });
});

describe('a hostile model', () => {
  test('that never stops calling is stopped', async () => {
    const prompts = playModel(() => ({ calls: [['find_orders', { customer: 7 }]] }));
    const { out, exitCode } = await evaluate(folder, '--max-steps', '4');
    expect(prompts).toHaveLength(8);
    expect(exitCode).toBe(0);
    expect(out).toContain('the model was still calling tools after the last allowed step');
  });

  test('that makes a thousand calls at once gets errors for most', async () => {
    playModel((_, round) =>
      round === 0
        ? { calls: Array.from({ length: 1000 }, () => ['find_orders', { customer: 7 }] as const) }
        : { text: 'Done.' },
    );
    await evaluate(folder);
    const { questions } = JSON.parse(readRecording(folder)) as {
      readonly questions: readonly {
        readonly runs: readonly { readonly steps: readonly { readonly calls: readonly object[] }[] }[];
      }[];
    };
    expect(questions[0]?.runs[0]?.steps[0]?.calls).toHaveLength(21);
    expect(questions[0]?.runs[0]?.steps[0]?.calls[20]).toMatchObject({
      isError: true,
      result: 'More than 20 calls at once.',
    });
  });

  test('that writes very much text has a recording of bounded size', async () => {
    const long = 'x'.repeat(5_000_000);
    playModel((_, round) =>
      round === 0
        ? {
            text: long,
            calls: [
              ['find_orders', { customer: 7, note: long }],
              [long, {}],
            ],
          }
        : { text: long },
    );
    const { exitCode, out } = await evaluate(folder);
    expect(exitCode).toBe(0);
    expect(out.length).toBeLessThan(20_000);
    expect(readRecording(folder).length).toBeLessThan(1_000_000);
    expect(readRecording(folder)).toContain('(4980000 more characters)');
    expect(readRecording(folder)).toContain('"isTruncated": true');
  });

  test('that calls unknown tools, or with arguments that are no JSON, gets errors and goes on', async () => {
    const prompts = playModel((_, round) => {
      if (round > 0) return { text: 'Done.' };
      return {
        calls: [
          ['drop_table', {}],
          ['__proto__', {}],
          ['find_orders', '{"customer":'],
          ['find_orders', '[7]'],
          ['find_orders', '{"customer":7,"__proto__":{"x":1}}'],
          ['find_orders', `{"customer":${'['.repeat(500)}${']'.repeat(500)}}`],
        ],
      };
    });
    const { out } = await evaluate(folder);
    expect(out).toContain('find_orders was called with invalid arguments');
    const told = JSON.stringify(prompts[1]?.prompt.at(-1));
    expect(told).toContain('drop_table');
    expect(told).toContain('The arguments are nested too deeply.');
    expect(told.match(/The arguments are not a JSON object\./gu)).toHaveLength(3);
    expect(told.match(/error-text/gu)).toHaveLength(6);
  });

  test('that nests arguments until the stack is full fails, at the highest cost', async () => {
    playModel(() => ({ calls: [['find_orders', `{"customer":${'['.repeat(9000)}${']'.repeat(9000)}}`]] }));
    const { out, exitCode } = await evaluate(folder, '--price', '0,1');
    expect(exitCode).toBe(0);
    expect(out).toContain('the model failed: ');
    expect(out).toMatch(/^8\d{3} tokens, 0\.0082 USD$/mu);
  });

  test('that writes control characters and markup cannot change the report', async () => {
    await change(folder, 'what did customer 7 buy?', '"<script>alert(1)</script> ]]> & ##[error] what?"');
    const evil = '\u001b[2J<img src=x>\r\n::error::boo';
    playModel((_, round) => (round === 0 ? { calls: [['find_orders', { customer: evil }]] } : { text: evil }));
    const text = await evaluate(folder);
    expect(text.out).not.toContain('\u001b');
    expect(text.out).not.toMatch(/^::error/mu);
    const html = await evaluate(folder, '--format', 'html');
    expect(html.out).not.toContain('<script');
    expect(html.out).not.toContain('<img');
    expect(html.out).toContain('&lt;script&gt;');
    const junit = await evaluate(folder, '--format', 'junit');
    expect(junit.out).toContain('name="&lt;script&gt;alert(1)&lt;/script&gt; ]]&gt; &amp; ##[error] what?"');
    expect(junit.out).not.toContain('\u001b');
    expect(junit.out.match(/<failure /gu)?.length).toBeGreaterThanOrEqual(2);
  });
});

describe('what is missing', () => {
  const advice = /Run `npm install --save-dev ai@\d @ai-sdk\/openai@\d`/u;

  test('a package of the provider', async () => {
    const bare = await makeProject({}, ['ai']);
    const { error, exitCode } = await evaluate(bare);
    expect(exitCode).toBe(2);
    expect(error).toContain('The package `@ai-sdk/openai` is not installed.');
    expect(error).toMatch(advice);
  });

  test('a package that cannot be loaded', async () => {
    const broken = await makeProject({}, ['ai']);
    const { putFiles } = await import('../kit/make-folder.js');
    putFiles(broken, {
      'node_modules/@ai-sdk/openai/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/@ai-sdk/openai/index.js': 'throw new Error("broken")',
    });
    const { error, exitCode } = await evaluate(broken);
    expect(exitCode).toBe(2);
    expect(error).toContain('The package `@ai-sdk/openai` cannot be loaded: broken.');
  });

  test('the key', async () => {
    vi.stubEnv('OPENAI_API_KEY', '');
    const { error, exitCode } = await evaluate(folder);
    expect(exitCode).toBe(2);
    expect(error).toBe('error: Set OPENAI_API_KEY in the environment to use openai.\n');
  });

  test('a key that the provider refuses ends the evaluation', async () => {
    const prompts = playModel(() => {
      throw Object.assign(new Error('Incorrect API key'), { statusCode: 401 });
    });
    const { out, exitCode } = await evaluate(folder);
    expect(prompts).toHaveLength(1);
    expect(exitCode).toBe(1);
    expect(out).toContain('stopped: the provider refused the key: HTTP 401: Incorrect API key');
  });

  test('a provider that fails three times in a row', async () => {
    const prompts = playModel(() => {
      throw new Error('out of order');
    });
    const { out, exitCode } = await evaluate(folder, '--runs', '5');
    expect(prompts).toHaveLength(3);
    expect(exitCode).toBe(1);
    expect(out).toContain('stopped: 3 runs in a row failed: out of order');
  });

  test('questions', async () => {
    const silent = await makeProject({
      'definitions/orders.mcp.yaml':
        'server: { name: orders, version: 1.0.0 }\ntools: { find: { description: Finds., inputSchema: { type: object } } }\n',
    });
    expect(await evaluate(silent)).toMatchObject({
      exitCode: 0,
      error: expect.stringContaining('No tool has `questions`'),
    });
    expect((await evaluate(silent, '--min', 'model.passed=1')).exitCode).toBe(2);
  });

  test('generated code that fits the definitions', async () => {
    const stale = await makeProject();
    const file = path.join(stale, 'definitions/orders.mcp.yaml');
    const { putFiles } = await import('../kit/make-folder.js');
    putFiles(stale, { 'definitions/orders.mcp.yaml': readFileSync(file, 'utf8').replace('Refunds an', 'Repays an') });
    const { error, exitCode } = await evaluate(stale);
    expect(exitCode).toBe(2);
    expect(error).toBe('error: generated is out of date. Run `create-mcp-from-schema generate` first.\n');
  });
});

test.each([
  [['--model', 'gpt-5'], '--model must be a provider and a model, such as openai:gpt-5-mini, not "gpt-5".'],
  [['--model', 'opnai:x'], 'Unknown provider "opnai".'],
  [['--model', 'openai-compatible:qwen3'], 'openai-compatible needs --base-url'],
  [['--model', 'openai-compatible:qwen3', '--base-url', 'file:///x'], '--base-url must be a URL'],
  [['--runs', '0'], '--runs must be a number from 1 to 100, not "0".'],
  [['--max-cost', '1'], '--max-cost requires --price, because the price of openai:stand-in is not known.'],
  [['--price', 'cheap'], '--price must be two amounts'],
  [['--min', 'model.pased=1'], 'Did you mean `passed`?'],
  [['--min', 'bm25.first=1'], '--min with a model must be model.<figure>=<share>'],
  [['--mode', 'direct'], 'Invalid values'],
  [['--replay', '--dry-run'], '--replay and --dry-run cannot be combined.'],
  [['--import', 'x.yaml', '--replay'], '--import cannot be combined'],
  [['--mode', 'code'], 'The server does not start in mode code: '],
])('%j is refused', async (args, message) => {
  const { error, exitCode } = await evaluate(folder, ...args);
  expect(exitCode).toBe(2);
  expect(error).toContain(message);
});
