import type { StartOptions } from '../generated/runtime/node/index.js';

export const options: StartOptions = { pageSize: 50 };
