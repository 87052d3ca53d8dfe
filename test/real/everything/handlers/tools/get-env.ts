import type { GetEnv } from '../../generated/handlers.ts';

export const getEnv: GetEnv = () => JSON.stringify(process.env, null, 2);
