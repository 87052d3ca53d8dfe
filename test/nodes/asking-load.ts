import { connectClient, Load, Tally } from './field-clients.js';

/** The user answers after a random time. */
const think = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50 + 1450 * Math.random()));

/** Three official clients with four calls at a time each, which ask and report progress, and a client of 2026-07-28. */
export async function startAskingLoad(url: string): Promise<Load> {
  const tally = new Tally();
  const connect = (name: string) => connectClient(url, name, tally, think);
  const clients = await Promise.all(['ada', 'bob', 'cy'].map(connect));
  const all = [...clients, ...clients, ...clients, ...clients];
  return new Load(url, all, 1, tally, ['greet', 'stroll', 'echo', 'greet']);
}

/** Ends the load, and says what became of its calls. */
export async function countCalls(load: Load) {
  const { sent, answered, unfinished, mixed, twice, lost, faults, repeated } = await load.stop();
  return { sent, answered, unfinished, repeated, others: sent - answered - unfinished, mixed, twice, lost, faults };
}

/** Promise about calls, whatever happens to processes: each gets its own answer, or an error that says that it was not finished. */
export const flawless = { others: 0, mixed: 0, twice: 0, lost: 0, faults: [] };
