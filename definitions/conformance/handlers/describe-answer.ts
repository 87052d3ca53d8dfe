import type { ElicitResult } from 'create-mcp-from-schema/runtime';

/** Describes what became of a question. */
export function describeAnswer(answer: ElicitResult<object>): string {
  if (answer.action !== 'accept') return `The user chose ${answer.action}.`;
  return `The user answered ${JSON.stringify(answer.content)}.`;
}
