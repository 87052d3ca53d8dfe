import type { PromptResult } from 'create-mcp-from-schema/runtime';
import type { RecommendPrompt } from '../../generated/handlers.ts';

export const recommendPrompt: RecommendPrompt = ({ topic }): PromptResult => `Recommend a book about ${topic}.`;
