import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { importCases } from '../../generator/tools/evaluate/import-cases.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { definition, evaluate, generate, makeProject } from './evaluated-project.js';

/** Imports cases and reads the printed definition. */
function read(cases: unknown) {
  const { text, skipped, count } = importCases(JSON.stringify(cases));
  return { definition: text === '' ? undefined : (parse(text) as unknown), skipped, count };
}

describe('MCPJam', () => {
  test('a suite file: the first prompt, and assertions about tools', () => {
    const suite = {
      schemaVersion: '1',
      mode: 'agentWorkflow',
      suite: { id: 's', name: 'Billing' },
      target: { servers: [{ name: 'billing' }] },
      cases: [
        {
          id: 'refund',
          title: 'Refunds a charge',
          steps: [
            { id: '1', kind: 'prompt', prompt: 'Refund invoice 4471.' },
            {
              id: '2',
              kind: 'assert',
              assertion: {
                type: 'toolCalledWith',
                toolName: 'refund',
                args: { args: { invoice: 4471, reason: 'string' }, argumentMatching: 'partial' },
              },
            },
            { id: '3', kind: 'assert', assertion: { type: 'toolNeverCalled', toolName: 'delete' } },
            { id: '4', kind: 'assert', assertion: { type: 'responseContains', needle: 'done' } },
            { id: '5', kind: 'interact', toolName: 'refund', action: { kind: 'click', target: { text: 'OK' } } },
          ],
          assertions: [{ type: 'firstToolWas', toolName: 'find' }],
        },
      ],
    };
    expect(read(suite)).toEqual({
      definition: {
        tools: {
          refund: {
            questions: [
              {
                ask: 'Refund invoice 4471.',
                tools: ['refund', 'find'],
                never: ['delete'],
                arguments: { refund: { invoice: 4471 } },
              },
            ],
          },
        },
      },
      skipped: [
        'case 1: the assertion responseContains cannot be imported',
        'case 1: steps of kind interact cannot be imported',
      ],
      count: 1,
    });
  });

  test('a list with queries and expected calls', () => {
    const cases = [
      { title: 'a', query: 'find the orders of customer 7', expectedToolCalls: ['find_orders'] },
      {
        query: 'refund order 1234',
        expectedToolCalls: [{ toolName: 'refund_order', arguments: { id: 1234 } }],
        expectedOutput: 'It is refunded.',
      },
      { query: 'what can you do?', expectedToolCalls: [], isNegativeTest: true },
      { title: 'no query' },
    ];
    expect(read(cases)).toEqual({
      definition: {
        tools: {
          find_orders: { questions: ['find the orders of customer 7'] },
          refund_order: {
            questions: [{ ask: 'refund order 1234', arguments: { refund_order: { id: 1234 } } }],
          },
        },
      },
      skipped: [
        'case 2: `expectedOutput` cannot be imported: answers are not judged',
        'case 3: it names no tool that must be called',
        'case 4: no `query` or prompt',
      ],
      count: 2,
    });
  });
});

describe('promptfoo', () => {
  test('prompts with variables, and assertions about tools', () => {
    const config = {
      prompts: ['You help.\n{{question}}'],
      providers: ['openai:gpt-5-mini'],
      defaultTest: { assert: [{ type: 'not-trajectory:tool-used', value: 'delete_order' }] },
      tests: [
        {
          vars: { question: 'refund order 1234' },
          assert: [
            { type: 'tool-call-f1', value: ['find_orders', 'refund_order'], threshold: 1 },
            {
              type: 'trajectory:tool-args-match',
              value: { name: 'refund_order', args: { id: 1234 }, mode: 'exact' },
            },
            { type: 'llm-rubric', value: 'is polite' },
          ],
        },
        { vars: { question: 'hello' }, assert: [{ type: 'javascript', value: 'output.length > 1' }] },
        {
          vars: { question: 'what did customer 7 buy?' },
          assert: [{ type: 'trajectory:tool-sequence', value: { steps: ['find_orders'] } }],
        },
        { vars: { question: 'any' }, assert: [{ type: 'trajectory:tool-used', value: { pattern: 'find_*' } }] },
      ],
    };
    expect(read(config)).toEqual({
      definition: {
        tools: {
          find_orders: {
            questions: [
              {
                ask: 'You help.\nrefund order 1234',
                tools: ['find_orders', 'refund_order'],
                never: ['delete_order'],
                arguments: { refund_order: { id: 1234 } },
              },
              { ask: 'You help.\nwhat did customer 7 buy?', never: ['delete_order'] },
            ],
          },
        },
      },
      skipped: [
        'case 1: `mode: exact` became: these arguments, or more',
        'case 1: the assertion llm-rubric cannot be imported',
        'case 2: the assertion javascript cannot be imported',
        'case 2: it names no tool that must be called',
        'case 4: the assertion trajectory:tool-used cannot be imported',
        'case 4: it names no tool that must be called',
      ],
      count: 2,
    });
  });

  test('prompts in files: the variable that is the question', () => {
    const tests = [
      { vars: { task: 'find them', fixture: 'a.json' }, assert: [{ type: 'tool-call-f1', value: 'find_orders' }] },
      { vars: { a: 'x', b: 'y' }, assert: [{ type: 'tool-call-f1', value: 'find_orders' }] },
    ];
    expect(read({ prompts: ['file://prompt.txt'], tests })).toMatchObject({
      definition: { tools: { find_orders: { questions: ['find them'] } } },
      skipped: ['case 2: the prompt is in another file, and there is more than one text in `vars`'],
    });
  });
});

describe('the command', () => {
  test('prints questions that a definition can have', async () => {
    const folder = await makeProject();
    putFiles(folder, {
      'cases.yaml':
        'tests:\n  - vars: { question: "who bought: *what*?" }\n    assert: [{ type: tool-call-f1, value: [delete_order] }]\n',
    });
    const { out, error, exitCode } = await evaluate(folder, '--import', 'cases.yaml');
    expect(exitCode).toBe(0);
    expect(error).toContain('Imported 1 question. Paste');
    const lines = out.replace('tools:\n  delete_order:\n', '');
    putFiles(folder, { 'definitions/orders.mcp.yaml': `${definition.trimEnd()}\n${lines}` });
    await generate(folder);
    const estimate = await evaluate(folder, '--dry-run');
    expect(estimate.out).toContain('3 questions');
  });

  test.each([
    ['a: [', 'The file is neither JSON nor YAML'],
    ['hello', 'The file has no cases of MCPJam'],
    ['tests: file://cases.csv', '`tests` names another file: file://cases.csv'],
    ['&a [*a, *a]', 'No case can be imported.'],
  ])('%j is refused', async (text, message) => {
    const cwd = makeFolder({ 'cases.yaml': text });
    const { error, exitCode } = await runInMemory(['evaluate', '--import', 'cases.yaml'], { cwd });
    expect(error).toContain(message);
    expect(exitCode).toBeGreaterThan(0);
  });

  test('a file that does not exist is refused', async () => {
    const { error, exitCode } = await runInMemory(['evaluate', '--import', 'no.yaml'], { cwd: makeFolder() });
    expect(exitCode).toBe(2);
    expect(error).toContain('no.yaml');
  });
});
