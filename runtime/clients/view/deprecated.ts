/** Old names of public types. */
export type { ToolReply } from '../client/deprecated.js';
