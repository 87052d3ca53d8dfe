import type { Greet } from '../../../../generated/greeter/handlers.ts';

/** Greets somebody. */
export const greet: Greet = ({ name, greeting }) => `${greeting}, ${name}!`;
