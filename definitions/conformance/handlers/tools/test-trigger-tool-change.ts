import type { TestTriggerToolChange } from '../../../../generated/conformance/handlers.ts';
import { currentControl } from '../server-control.ts';

let isServed = true;

/** Removes test_changing_tool from the list, or adds it again. */
export const testTriggerToolChange: TestTriggerToolChange = () => {
  const { tools } = currentControl();
  isServed = !isServed;
  if (isServed) tools.enable('test_changing_tool');
  else tools.disable('test_changing_tool');
  return isServed ? 'Put test_changing_tool back.' : 'Took test_changing_tool out.';
};
