import { createForward } from '../../runtime/features/apis/create-forward.js';
import type { ForwardApi, ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import type { HandlerContext } from '../../runtime/core/api/handler-context.js';
import { ToolResult, type ToolResultParts } from '../../runtime/core/api/builders.js';

/** Options of a test's call besides the operation and its arguments. */
export interface CallSetup {
  readonly api?: Partial<ForwardApi>;
  readonly environment?: { readonly [name: string]: string };
  readonly signal?: AbortSignal;
}

/** Forwards a call to an API at `url`; gives what its result holds. */
export async function callOperation(
  url: string,
  operation: ForwardOperation,
  input: unknown,
  { api, environment = {}, signal = new AbortController().signal }: CallSetup = {},
): Promise<ToolResultParts> {
  const whole: ForwardApi = { name: 'test', server: { url, environment: 'TEST_URL' }, ...api };
  setVariables(environment);
  const handler = createForward<unknown, unknown>(whole, operation);
  const answer: unknown = await handler(input, { signal } as HandlerContext);
  const parts = ToolResult.partsOf(answer);
  if (parts === undefined) throw new Error('The answer is no tool result');
  return parts;
}

let variables: readonly string[] = [];

/** Replaces the environment variables of the last call. They stay: a call may read them again. */
function setVariables(environment: { readonly [name: string]: string }): void {
  for (const name of variables) delete process.env[name];
  Object.assign(process.env, environment);
  variables = Object.keys(environment);
}
