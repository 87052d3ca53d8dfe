/** A bank whose tools fail in every way that a definition can declare. */
export const bank = {
  'definitions/bank.mcp.yaml': `
server: { name: bank, version: 1.0.0 }
tools:
  transfer:
    description: Transfers money.
    annotations: { idempotentHint: true }
    inputSchema:
      type: object
      properties: { amount: { type: number, description: Amount. }, fail: { type: string, description: How to fail. } }
      required: [amount]
    outputSchema: { type: object, properties: { balance: { type: number } }, required: [balance] }
    errors:
      insufficient_funds:
        description: The account has less than the amount.
        data: { type: object, properties: { missing: { type: number } }, required: [missing] }
        recovery: Ask for a smaller amount or another account.
      locked: { description: The account is locked., retryable: false }
      busy: { description: The bank is busy., retryable: true, retryAfterMs: 2500 }
      shared: { description: There is a reason., data: { $ref: '#/$defs/Reason' } }
  retry:
    description: Succeeds in the end.
    annotations: { readOnlyHint: true }
    inputSchema:
      type: object
      properties:
        failures: { type: integer, description: Number of failures. }
        error: { type: string, description: Name of the error. }
        asks: { type: boolean, description: Whether to ask first. }
      required: [failures, error]
    timeoutMs: 60000
    errors:
      busy: { description: The bank is busy., retryable: true, retryAfterMs: 2000, retries: 2 }
      soon: { description: Soon., retryable: true, retries: 1 }
      late: { description: Late., retryable: true }
  balance: { description: Returns the balance., inputSchema: { type: object } }
$defs:
  Reason: { type: object, properties: { reason: { type: string } } }
`,
  'handlers/tools/transfer.ts': `
    import type { Transfer } from '../../generated/handlers.ts';
    export const transfer: Transfer = ({ amount, fail }, context) => {
      switch (fail) {
        case undefined: return { balance: 100 - amount };
        case 'funds': return context.fail.insufficient_funds({ missing: amount - 100 });
        case 'locked': return context.fail.locked();
        case 'told': return context.fail.locked({ message: 'Ada locked the account.' });
        case 'busy': return context.fail.busy();
        case 'shared': return context.fail.shared({ reason: 'rain' }, { message: 'It rains.' });
        case 'invalid': return context.fail.insufficient_funds({ missing: 'much' as unknown as number });
        case 'circular': { const data: { missing: number; self?: object } = { missing: 1 }; data.self = data; return context.fail.insufficient_funds(data); }
        default: throw new Error('secret');
      }
    };`,
  'handlers/tools/retry.ts': `
    import type { Retry } from '../../generated/handlers.ts';
    let failed = 0;
    export const retry: Retry = async ({ failures, error, asks }, { fail, elicit }) => {
      if (asks === true) await elicit('Sure?', { type: 'object', properties: {} });
      failed += 1;
      if (failed <= failures) return fail[error as 'busy' | 'soon' | 'late']();
      const count = failed;
      failed = 0;
      return 'after ' + (count - 1);
    };`,
  'handlers/tools/balance.ts': `
    import type { Balance } from '../../generated/handlers.ts';
    export const balance: Balance = () => '100';`,
  'test/exports.ts': `
    export { openTestServer } from 'create-mcp-from-schema/testing';
    export { settle } from 'create-mcp-from-schema/client';
    export { connect } from '../generated/client.ts';
    export { project } from '../generated/test-project.ts';`,
};

/** Files that handle all errors of \`transfer\`, or all but one. */
export const callers = {
  'callers/all.ts': caller(`case 'locked': return 'locked';`),
  'callers/one-less.ts': caller(''),
  'callers/others.ts': `
    import { settle, type CallError } from 'create-mcp-from-schema/client';
    import type { Client } from '../generated/client.ts';
    import type { Balance } from '../generated/handlers.ts';
    export async function call({ tools }: Client): Promise<string> {
      const result = await settle(tools.balance());
      if (!result.ok) { const error: CallError = result.error; return error.name === 'ToolError' ? error.tool : String(error.code); }
      const { structured } = await tools.transfer({ amount: 1 });
      return result.value.text + structured.balance;
    }
    // @ts-expect-error the tool declares no errors
    export const balance: Balance = (_, context) => context.fail.busy();`,
};

function caller(locked: string): string {
  return `
    import { settle } from 'create-mcp-from-schema/client';
    import type { Client } from '../generated/client.ts';
    export async function call({ tools }: Client): Promise<string | number> {
      const result = await settle(tools.transfer({ amount: 1 }));
      if (result.ok) return result.value.structured.balance;
      const { error } = result;
      switch (error.name) {
        case 'insufficient_funds': return error.data.missing;
        ${locked}
        case 'busy': return error.retryAfterMs ?? 0;
        case 'shared': return error.data.reason ?? '';
        case 'ToolError': return error.tool;
        case 'RequestError': return error.code;
        default: return error satisfies never;
      }
    }`;
}
