import { z } from 'zod';

export const schema = { a: z.number().describe('The first number.'), b: z.number().describe('The second number.') };
export const outputSchema = { sum: z.number() };
export const metadata = { name: 'add', description: 'Adds two numbers.', annotations: { title: 'Add' } };

export default function add({ a, b }: { a: number; b: number }) {
  const structuredContent = { sum: a + b };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}
