import type { ConfirmDelete } from '../../../../generated/conformance/handlers.ts';

/** Asks in the middle of its task whether to go on; deletes nothing. */
export const confirmDelete: ConfirmDelete = async ({ filename }, { elicitations }) => {
  const answer = await elicitations.confirm({ filename });
  return answer.action === 'accept' && answer.content.confirm ? `Deleted ${filename}.` : `Kept ${filename}.`;
};
