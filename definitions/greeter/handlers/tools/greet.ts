import type { Greet } from '../../../../generated/greeter/handlers.ts';

/** Greets someone. */
export const greet: Greet = ({ name, greeting }) => `${greeting}, ${name}!`;
