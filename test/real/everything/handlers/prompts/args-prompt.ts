import type { ArgsPrompt } from '../../generated/handlers.ts';

export const argsPrompt: ArgsPrompt = ({ city, state }) => `What's weather in ${city}${state ? `, ${state}` : ''}?`;
