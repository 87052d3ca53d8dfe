import type { PromptAnswer } from 'create-mcp-from-schema/runtime';
import type { RecommendPrompt } from '../../generated/handlers.ts';

export const recommendPrompt: RecommendPrompt = ({ topic }): PromptAnswer => `Recommend a book about ${topic}.`;
