import { notImplemented, type PromptAnswer } from 'create-mcp-from-schema/runtime';
import type { RecommendPrompt } from '../../generated/handlers.ts';

/** Recommends books. */
export const recommendPrompt: RecommendPrompt = async (values, context): Promise<PromptAnswer> => {
  return notImplemented('recommend');
};
