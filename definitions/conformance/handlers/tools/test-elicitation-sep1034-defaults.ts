import type { TestElicitationSep1034Defaults } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

/** Asks the user for values that have defaults. */
export const testElicitationSep1034Defaults: TestElicitationSep1034Defaults = async (_input, context) => {
  const answer = await context.elicit('Check these values, please.', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  });
  return describeAnswer(answer);
};
