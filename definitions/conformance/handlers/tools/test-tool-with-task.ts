import type { TestToolWithTask } from '../../../../generated/conformance/handlers.ts';

/** Sends an elicitation before its task starts. */
export const testToolWithTask: TestToolWithTask = async (_input, { elicitations, startTask }) => {
  const answer = await elicitations.user_name();
  if (answer.action !== 'accept') return 'Nobody was greeted.';
  await startTask();
  return `Hello, ${answer.content.name}!`;
};
