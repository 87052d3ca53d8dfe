import type { CompletionResult, CompletionHandler } from 'create-mcp-from-schema/runtime';
import { toId } from './describe-entry.ts';
import { listEntries } from './guide.ts';

/** Suggests names of birds that contain every typed word. */
export const completeBirds: CompletionHandler = (typed): CompletionResult => {
  const words = typed.toLowerCase().split(/[\s-]+/u);
  const names = listEntries().map(({ species }) => species.name);
  return names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
};

/** Suggests the same birds, spelled as in their URIs. */
export const completeBirdIds: CompletionHandler = async (typed, context): Promise<CompletionResult> => {
  const names = await completeBirds(typed, context);
  return Array.isArray(names) ? names.map(toId) : [];
};
