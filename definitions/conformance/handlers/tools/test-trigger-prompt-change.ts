import type { TestTriggerPromptChange } from '../../../../generated/conformance/handlers.ts';
import { currentControl } from '../server-control.ts';

let isServed = true;

/** Takes test_changing_prompt out of the list, or puts it back. */
export const testTriggerPromptChange: TestTriggerPromptChange = () => {
  const { prompts } = currentControl();
  isServed = !isServed;
  if (isServed) prompts.enable('test_changing_prompt');
  else prompts.disable('test_changing_prompt');
  return isServed ? 'Put test_changing_prompt back.' : 'Took test_changing_prompt out.';
};
