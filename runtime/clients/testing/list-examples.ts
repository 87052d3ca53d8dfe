import type { Validator } from '../../core/api/definition.js';
import type { ToolMethod } from '../client/create-client.js';
import type { JsonObject } from '../../wire/json.js';
import { describeProblems } from '../../core/results/describe-problems.js';
import { findFirstDifference } from './find-differences.js';
import { openTestServer, type ClientProject, type OpenOptions } from './open-test-server.js';

/** Example of a tool in the definition: the arguments, and either the expected result or its validator. */
export interface ToolExample {
  /** Name of the test. */
  readonly name: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly output?: unknown;
  readonly validate?: Validator;
}

/** Test of one example. */
export interface ExampleTest {
  readonly name: string;
  /** Calls the tool on a new server. Rejects if the result differs from the example. */
  readonly run: () => Promise<void>;
}

/** Server with the examples of its definition. */
export interface ExampleProject extends ClientProject<unknown> {
  readonly examples?: readonly ToolExample[];
}

/**
 * Lists a test for each example of the definition that has `output` or `outputSchema`.
 *
 * @param options Options of {@link openTestServer}, for all tests.
 */
export function listExamples(project: ExampleProject, options?: OpenOptions): readonly ExampleTest[] {
  return (project.examples ?? []).map((example) => ({
    name: example.name,
    run: () => runExample(project, example, options),
  }));
}

async function runExample(project: ExampleProject, example: ToolExample, options?: OpenOptions): Promise<void> {
  const { tool, input, output, validate } = example;
  const server = await openTestServer(project as ClientProject<{ readonly tools: Tools }>, options);
  try {
    const { structured, text } = (await server.tools[tool]?.(input)) ?? {};
    // A string is compared with the text lines of named outputs, whose structured content is an object.
    const isText = typeof output === 'string' && typeof structured !== 'string';
    const actual = isText ? text : (structured ?? text);
    if (validate !== undefined) {
      if (!validate(actual)) throw new ExampleError(describeProblems(validate.errors, actual, 'the result'));
      return;
    }
    const difference = findFirstDifference(actual, output, 'the result');
    if (difference !== undefined) throw new ExampleError(difference);
  } finally {
    await server.close();
  }
}

type Tools = { readonly [name: string]: ToolMethod<object, unknown> };

/** Thrown if the result of a tool differs from its example. */
class ExampleError extends Error {
  override readonly name = 'ExampleError';
}
