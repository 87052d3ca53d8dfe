import type { TestTriggerPromptChange } from '../../../../generated/conformance/handlers.ts';
import { currentControl } from '../server-control.ts';

let isServed = true;

/** Removes test_changing_prompt from the list, or adds it again. */
export const testTriggerPromptChange: TestTriggerPromptChange = () => {
  const { prompts } = currentControl();
  isServed = !isServed;
  if (isServed) prompts.enable('test_changing_prompt');
  else prompts.disable('test_changing_prompt');
  return isServed ? 'Put test_changing_prompt back.' : 'Took test_changing_prompt out.';
};
