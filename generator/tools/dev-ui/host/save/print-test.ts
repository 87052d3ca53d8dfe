import { jsonExpression } from '../../../../core/code/json-expression.js';
import { stringLiteral } from '../../../../core/code/escape.js';
import type { Json, JsonObject } from '../../../../core/model/json.js';

/** Call and result to print as a test. */
export interface RecordedCall {
  readonly title: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Members of the result that the test compares, or the code and message of the error. */
  readonly outcome: { readonly result: JsonObject } | { readonly error: JsonObject };
  /** Responses to the client requests of the handler, in order. */
  readonly answers: readonly Json[];
}

/**
 * Prints a test that repeats a call and compares its result.
 *
 * @param out Generated folder as a relative import path, such as `../generated`.
 */
export function printTest({ title, tool, input, outcome, answers }: RecordedCall, out: string): string {
  const options = answers.length > 0 ? `, { responses: ${jsonExpression(answers)} }` : '';
  const params = `{ name: ${stringLiteral(tool)}, arguments: ${jsonExpression(input)} }`;
  const checks =
    'result' in outcome
      ? [
          `const result = await server.request('tools/call', ${params});`,
          ...[...outcome.result].map(
            ([key, value]) => `assert.deepEqual(result[${stringLiteral(key)}], ${jsonExpression(value)});`,
          ),
        ]
      : [
          `const call = server.request('tools/call', ${params});`,
          `await assert.rejects(call, ${jsonExpression(outcome.error)});`,
        ];
  return [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { openTestServer } from 'create-mcp-from-schema/testing';",
    `import { project } from ${stringLiteral(`${out}/test-project.ts`)};`,
    '',
    `test(${stringLiteral(title)}, async () => {`,
    `  const server = await openTestServer(project${options});`,
    '  try {',
    ...checks.map((line) => `    ${line}`),
    '  } finally {',
    '    await server.close();',
    '  }',
    '});',
    '',
  ].join('\n');
}
