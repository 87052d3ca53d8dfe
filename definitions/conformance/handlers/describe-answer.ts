import type { ElicitResult } from 'create-mcp-from-schema/runtime';

/** Describes the result of an elicitation. */
export function describeAnswer(answer: ElicitResult<object>): string {
  if (answer.action !== 'accept') return `The user chose ${answer.action}.`;
  return `The user answered ${JSON.stringify(answer.content)}.`;
}
