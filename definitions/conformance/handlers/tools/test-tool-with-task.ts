import type { TestToolWithTask } from '../../../../generated/conformance/handlers.ts';

/** Asks a question before its task begins. */
export const testToolWithTask: TestToolWithTask = async (_input, { elicitations, startTask }) => {
  const answer = await elicitations.user_name();
  if (answer.action !== 'accept') return 'Nobody was greeted.';
  await startTask();
  return `Hello, ${answer.content.name}!`;
};
