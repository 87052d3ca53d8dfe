import { expect } from 'vitest';
import { postOf, type HttpSubject } from './http-kit.js';
import type { RawRequest } from './raw-http.js';
import { modern, reports } from './wire.js';

const list = modern('next', 'tools/list');

/** A sound request, whose answer has the id `next`. */
export const soundRequest: RawRequest = postOf(list);

/** Expects that the server still works, and that it has reported nothing. */
export async function expectUnharmed(server: HttpSubject): Promise<void> {
  const { status, messages } = await server.post(list);
  expect([status, messages[0]?.['id']]).toEqual([200, 'next']);
  expect(reports).toEqual([]);
}
