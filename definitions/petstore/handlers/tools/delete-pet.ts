import type { DeletePet } from '../../../../generated/petstore/handlers.ts';

/** Removes a pet after the user has confirmed. The step removes it only once, even if the handler reruns. */
export const deletePet: DeletePet = async (input, context) => {
  const answer = await context.elicitations.confirm({ petId: input.petId });
  if (answer.action !== 'accept' || !answer.content.sure) return 'Nothing was removed.';
  return context.step('remove', () => context.forward(input));
};
