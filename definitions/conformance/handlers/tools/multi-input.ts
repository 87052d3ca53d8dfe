import type { MultiInput } from '../../../../generated/conformance/handlers.ts';

/** Asks two questions at once in the middle of its task. */
export const multiInput: MultiInput = async (_input, { elicit }) => {
  const [name, consent] = await Promise.all([elicit.user_name(), elicit.consent()]);
  return `Name: ${name.action}, consent: ${consent.action}.`;
};
