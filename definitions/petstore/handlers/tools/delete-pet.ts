import type { DeletePet } from '../../../../generated/petstore/handlers.ts';

/** Removes a pet after the user has said yes. It is removed once, even where the protocol has the handler run again. */
export const deletePet: DeletePet = async (input, context) => {
  const answer = await context.elicitations.confirm({ petId: input.petId });
  if (answer.action !== 'accept' || !answer.content.sure) return 'Nothing was removed.';
  return context.step('remove', () => context.forward(input));
};
