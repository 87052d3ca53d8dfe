import type { Echo } from '../../generated/handlers.ts';

export const echo: Echo = ({ message }) => `Echo: ${message}`;
