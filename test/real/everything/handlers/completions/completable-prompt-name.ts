import type { CompletionHandler } from 'create-mcp-from-schema/runtime';

const members: { readonly [department: string]: readonly string[] } = {
  Engineering: ['Alice', 'Bob', 'Charlie'],
  Sales: ['David', 'Eve', 'Frank'],
  Marketing: ['Grace', 'Henry', 'Iris'],
  Support: ['John', 'Kim', 'Lee'],
};

export const completeCompletablePromptName: CompletionHandler = (value, context) =>
  (members[context.arguments['department'] ?? ''] ?? []).filter((name) => name.startsWith(value));
