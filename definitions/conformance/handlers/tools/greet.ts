import type { Greet } from '../../../../generated/conformance/handlers.ts';

/** Says hello at once. */
export const greet: Greet = ({ name }) => `Hello, ${name}!`;
