/** A server with something of everything that the page shows: forms, questions, progress, a task, prompts, resources. */
export const studio = {
  'definitions/studio.mcp.yaml': `server: { name: studio, title: The Studio, version: 1.0.0, instructions: Ask before you order. }

# Comments stay where they are.
tools:
  greet:
    title: Greet somebody
    description: Greets somebody by name.
    inputSchema:
      type: object
      properties:
        name: { type: string, minLength: 2, description: Who is greeted. }
        times: { type: integer, minimum: 1, default: 1, description: How often. }
      required: [name]
    examples:
      # The first example.
      - input: { name: Ada }
        output: Hello Ada!

  measure:
    description: Measures a room.
    inputSchema:
      type: object
      properties:
        width: { type: number, description: In metres. }
        room: { type: string, description: Which room., x-mcp-header: Room }
      required: [width]
    outputSchema: { type: object, properties: { area: { type: number } }, required: [area] }

  order:
    description: Orders after the user has confirmed it.
    elicitations:
      confirm:
        message: Really order?
        requestedSchema: { type: object, properties: { note: { type: string, title: Note } }, required: [note] }

  wait:
    description: Waits until it is cancelled.

  double:
    description: Asks as soon as somebody waits.
    elicitations:
      factor:
        message: How often?
        requestedSchema: { type: object, properties: { factor: { type: string, title: Factor } }, required: [factor] }

  film:
    description: Develops a film.
    task: { support: required, pollIntervalMs: 200 }
    elicitations:
      color:
        message: Which color?
        requestedSchema: { type: object, properties: { color: { type: string, title: Color } }, required: [color] }

  hostile:
    description: "<img src=x onerror=alert(1)> <script>alert(1)</script>"

  opening_hours:
    description: Says when the studio is open.
    inputSchema: { type: object }
    http: { url: 'https://studio.example.com/hours' }

prompts:
  critique:
    description: Asks for a critique.
    arguments:
      style: { description: The style., required: true, complete: [baroque, bauhaus, cubist] }
    messages:
      - { role: user, content: 'Criticise it as {{style}}.' }

resources:
  studio://rules: { name: rules, mimeType: text/plain, text: No smoking. }

resourceTemplates:
  'studio://rooms/{room}':
    name: room
    description: One room.
    mimeType: text/plain
    variables: { room: { description: Its name. } }
`,
  'handlers/tools/greet.ts': `import type { Greet } from '../../generated/handlers.ts';
export const greet: Greet = async ({ name, times }) => {
  if (name === 'nobody') throw new Error('Nobody is here.');
  return Array.from({ length: times }, () => \`Hello \${name}!\`).join(' ');
};
`,
  'handlers/tools/measure.ts': `import type { Measure } from '../../generated/handlers.ts';
export const measure: Measure = async ({ width }) => ({ area: width * 3 });
`,
  'handlers/tools/order.ts': `import type { Order } from '../../generated/handlers.ts';
export const order: Order = async (_input, { elicitations }) => {
  const answer = await elicitations.confirm({});
  return answer.action === 'accept' ? \`Ordered: \${answer.content.note}\` : \`Not ordered: \${answer.action}\`;
};
`,
  'handlers/tools/wait.ts': `import type { Wait } from '../../generated/handlers.ts';
import { waiting } from '../waiting.ts';
export const wait: Wait = async (_input, { progress, log, signal }) => {
  progress(1, 4, 'one of four');
  log.info('the kettle is on');
  waiting.emit('begun');
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return 'cancelled';
};
`,
  'handlers/waiting.ts': `import { EventEmitter } from 'node:events';
export const waiting = new EventEmitter();
`,
  'handlers/tools/double.ts': `import { once } from 'node:events';
import type { Double } from '../../generated/handlers.ts';
import { waiting } from '../waiting.ts';
export const double: Double = async (_input, { elicitations, log }) => {
  await once(waiting, 'begun');
  log.info('somebody waits');
  const answer = await elicitations.factor({});
  return answer.action === 'accept' ? \`Doubled: \${answer.content.factor}\` : 'Not doubled';
};
`,
  'handlers/tools/film.ts': `import type { Film } from '../../generated/handlers.ts';
export const film: Film = async (_input, { elicitations }) => {
  const answer = await elicitations.color({});
  return answer.action === 'accept' ? \`A film in \${answer.content.color}\` : 'No film';
};
`,
  'handlers/tools/hostile.ts': `import type { Hostile } from '../../generated/handlers.ts';
export const hostile: Hostile = async () =>
  '<img src=x onerror="globalThis.broken = 1"><script>globalThis.broken = 1</script> [link](javascript:alert(1))';
`,
  'handlers/resources/room.ts': `import type { RoomResource } from '../../generated/handlers.ts';
export const roomResource: RoomResource = async ({ room: name }) => \`The room \${name}.\`;
`,
  'test/examples.test.ts': `import { test } from 'node:test';
import { listExamples } from 'create-mcp-from-schema/testing';
import { project } from '../generated/test-project.ts';

for (const { name, run } of listExamples(project)) test(name, run);
`,
};
