import type { PromptResult } from 'create-mcp-from-schema/runtime';
import type { ToastPrompt } from '../../../../generated/greeter/handlers.ts';

/** Asks for a toast. */
export const toastPrompt: ToastPrompt = ({ occasion }): PromptResult =>
  `Write a short toast for this occasion: ${occasion}`;
