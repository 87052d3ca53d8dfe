import { z } from 'zod';

export const schema = { text: z.string().describe('What to say.') };
export const metadata = { name: 'echo', description: 'Says the text again.', annotations: { title: 'Echo' } };

export default ({ text }: { text: string }) => ({ content: [{ type: 'text', text }] });
