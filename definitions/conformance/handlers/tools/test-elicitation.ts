import type { TestElicitation } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Asks the user for a name and an address. */
export const testElicitation: TestElicitation = async ({ message }, context) => {
  const answer = await context.elicit(message, {
    type: 'object',
    properties: {
      username: { type: 'string', description: 'Name of the user.' },
      email: { type: 'string', description: 'Address of the user.' },
    },
    required: ['username', 'email'],
  });
  return describeAnswer(answer);
};
