import type { ArgsPromptPrompt } from '../../generated/handlers.ts';

export const argsPromptPrompt: ArgsPromptPrompt = ({ city, state }) =>
  `What's weather in ${city}${state ? `, ${state}` : ''}?`;
