import type { TestInputRequiredResultListRoots } from '../../../../generated/conformance/handlers.ts';

/** Asks the client for its folders. */
export const testInputRequiredResultListRoots: TestInputRequiredResultListRoots = async (_input, context) => {
  const roots = await context.roots({ key: 'client_roots' });
  return `The client works in ${roots.map(({ uri }) => uri).join(', ')}.`;
};
