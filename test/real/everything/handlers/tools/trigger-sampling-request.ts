import type { TriggerSamplingRequest } from '../../generated/handlers.ts';

export const triggerSamplingRequest: TriggerSamplingRequest = async ({ prompt, maxTokens }, { sample }) => {
  const result = await sample({
    messages: [
      { role: 'user', content: { type: 'text', text: `Resource trigger-sampling-request context: ${prompt}` } },
    ],
    systemPrompt: 'You are a helpful test server.',
    maxTokens,
    temperature: 0.7,
  });
  return `LLM sampling result: \n${JSON.stringify(result, null, 2)}`;
};
