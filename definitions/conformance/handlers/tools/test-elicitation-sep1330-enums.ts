import type { TestElicitationSep1330Enums } from '../../../../generated/conformance/handlers.ts';
import { describeAnswer } from '../describe-answer.ts';

const titled = [
  { const: 'value1', title: 'First value' },
  { const: 'value2', title: 'Second value' },
  { const: 'value3', title: 'Third value' },
];

/** Asks the user to choose, with every kind of choice. */
export const testElicitationSep1330Enums: TestElicitationSep1330Enums = async (_input, context) => {
  const answer = await context.elicit('Choose, please.', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    },
  });
  return describeAnswer(answer);
};
