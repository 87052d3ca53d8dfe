import type { TestToolWithTask } from '../../../../generated/conformance/handlers.ts';

/** Asks a question before its task begins. */
export const testToolWithTask: TestToolWithTask = async (_input, { elicit, beginTask }) => {
  const answer = await elicit.user_name();
  if (answer.action !== 'accept') return 'Nobody was greeted.';
  await beginTask();
  return `Hello, ${answer.content.name}!`;
};
