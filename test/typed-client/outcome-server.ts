/** Files of a project whose tools have every outcome that a call can have. */
export const outcomeProject = {
  'definitions/desk.mcp.yaml': `
server: { name: desk, version: 1.0.0 }
tools:
  say: { description: Says a word., inputSchema: { type: object } }
  count:
    description: Counts.
    inputSchema: { type: object, properties: { n: {} } }
    outputSchema: { type: object, properties: { n: { type: integer } }, required: [n] }
  fail: { description: Fails., inputSchema: { type: object } }
  refuse:
    description: Refuses the request.
    inputSchema: { type: object, properties: { code: { type: integer }, data: {} }, required: [code] }
  ask: { description: Asks for a name., inputSchema: { type: object } }
  hang:
    description: Never answers.
    inputSchema: { type: object, properties: { id: { type: string } }, required: [id] }
  watch:
    description: Waits until a call of hang has begun or ended.
    inputSchema: { type: object, properties: { id: { type: string }, event: { enum: [begun, ended] } }, required: [id, event] }
  die: { description: Ends the process., inputSchema: { type: object } }
prompts:
  recommend:
    description: Recommends books.
    arguments: { subject: { required: true } }
    messages: [{ role: user, content: 'Recommend {{subject}}' }]
resources:
  desk://hours: { name: hours, text: Always open }
`,
  'handlers/events.ts': `
    interface Event { readonly happened: Promise<void>; readonly happen: () => void }
    const events = new Map<string, Event>();
    export function eventOf(id: string, event: unknown): Event {
      const name = id + ' ' + String(event);
      let happen = (): void => {};
      const happened = new Promise<void>((resolve) => { happen = resolve; });
      if (!events.has(name)) events.set(name, { happened, happen });
      return events.get(name) as Event;
    }`,
  'handlers/tools/say.ts': `
    import type { Say } from '../../generated/handlers.ts';
    export const say: Say = () => 'hello';`,
  'handlers/tools/count.ts': `
    import type { Count } from '../../generated/handlers.ts';
    export const count: Count = ({ n }) => ({ n: n as number });`,
  'handlers/tools/fail.ts': `
    import { error } from 'create-mcp-from-schema/runtime';
    import type { Fail } from '../../generated/handlers.ts';
    export const fail: Fail = () => error('The shop is closed');`,
  'handlers/tools/refuse.ts': `
    import { ProtocolError } from 'create-mcp-from-schema/runtime';
    import type { Refuse } from '../../generated/handlers.ts';
    export const refuse: Refuse = ({ code, data }) => { throw new ProtocolError(code, 'Refused', data); };`,
  'handlers/tools/ask.ts': `
    import type { Ask } from '../../generated/handlers.ts';
    export const ask: Ask = async (_, context) =>
      JSON.stringify(await context.elicit('Name?', { type: 'object', properties: { name: { type: 'string' } } }));`,
  'handlers/tools/hang.ts': `
    import type { Hang } from '../../generated/handlers.ts';
    import { eventOf } from '../events.ts';
    export const hang: Hang = ({ id }, { signal }) => {
      signal.addEventListener('abort', () => eventOf(id, 'ended').happen());
      eventOf(id, 'begun').happen();
      return new Promise(() => {});
    };`,
  'handlers/tools/watch.ts': `
    import type { Watch } from '../../generated/handlers.ts';
    import { eventOf } from '../events.ts';
    export const watch: Watch = async ({ id, event }) => {
      await eventOf(id, event).happened;
      return 'it has';
    };`,
  'handlers/tools/die.ts': `
    import type { Die } from '../../generated/handlers.ts';
    export const die: Die = () => process.exit(1);`,
  'test/exports.ts': `
    export { openTestServer } from 'create-mcp-from-schema/testing';
    export { connect } from '../generated/client.ts';
    export { project } from '../generated/test-project.ts';`,
};
