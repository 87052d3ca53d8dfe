import type { ToastPrompt } from '../../../../generated/greeter/handlers.ts';

/** Asks for a toast. */
export const toastPrompt: ToastPrompt = ({ occasion }) => `Write a short toast for this occasion: ${occasion}`;
