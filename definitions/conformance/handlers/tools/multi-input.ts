import type { MultiInput } from '../../../../generated/conformance/handlers.ts';

/** Asks two questions at once in the middle of its task. */
export const multiInput: MultiInput = async (_input, { elicitations }) => {
  const [name, consent] = await Promise.all([elicitations.user_name(), elicitations.consent()]);
  return `Name: ${name.action}, consent: ${consent.action}.`;
};
