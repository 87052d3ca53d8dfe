import { describe, expect, test } from 'vitest';
import { loadModule } from '../kit/load-module.js';
import { play, textOf, type Answering, type Era, type Played } from './play.js';

const server = 'dist/birds/server.mjs';
const eras: readonly Era[] = ['legacy', 'modern'];

const feet = 'What are its feet like? Leave this empty, as any other question, if you cannot tell.';
const bill = 'What is its bill like?';
const night = 'Did you see or hear it at night?';
const size = 'About as large as a …?';
const longNeck = 'Has it a long neck?';
const colour = 'What colour is most of it?';
const head = 'What do you notice about its head?';
const tail = 'What shape is its tail?';
const flight = 'How does it fly?';
const feeding = 'How does it feed?';

/** A person who knows some answers by their questions, agrees to a bird and cannot tell anything else. */
function knowing(answers: { readonly [message: string]: unknown }, bird = ''): Answering {
  return (message) => {
    const isConfirmation = message.startsWith('All of this fits the ');
    const known = isConfirmation ? message.startsWith(`All of this fits the ${bird}`) : answers[message];
    return { action: 'accept', content: known === undefined ? {} : { answer: known } };
  };
}

const identify = (era: Era, answering: Answering): Promise<Played> =>
  play(server, era, 'tools/call', { name: 'identify_bird', arguments: {} }, answering);

/** Questions without the one that has the bird confirmed. */
const observed = ({ asked }: Played): readonly string[] => asked.filter((each) => !each.startsWith('All of this fits'));

describe.each(eras)('%s', (era) => {
  test('a mute swan is found with five questions and a confirmation', async () => {
    const answers = { [feet]: 'webbed', [bill]: 'flat', [longNeck]: true, [colour]: 'white', [head]: 'knob' };
    const played = await identify(era, knowing(answers));
    expect(played.asked).toEqual([
      feet,
      bill,
      longNeck,
      colour,
      head,
      'All of this fits the mute swan: All white, with an orange bill; the neck bent like an S, the wings often raised like sails. Is that the bird?',
    ]);
    expect(textOf(played)).toBe('It is the mute swan (Cygnus olor), one of the swans. See birds://guide/mute-swan.');
    expect(played.answer.result.structuredContent).toEqual({
      bird: {
        name: 'mute swan',
        latin: 'Cygnus olor',
        order: 'waterfowl',
        family: 'swans',
        uri: 'birds://guide/mute-swan',
      },
      group: 'swans',
      candidates: ['mute swan'],
      seen: { feet: 'webbed', bill: 'flat', longNeck: true, colour: 'white', head: 'knob' },
    });
    expect({ stderr: played.stderr, exitCode: played.exitCode }).toEqual({ stderr: '', exitCode: 0 });
  });

  test('what cannot be told leaves several birds', async () => {
    const played = await identify(era, knowing({ [feet]: 'talons', [night]: true, [head]: 'plain' }));
    expect(played.asked).toEqual([feet, night, head, colour]);
    expect(textOf(played)).toBe('It is one of the true owls. Nothing speaks against: tawny owl.');
  });

  test('whoever knows nothing is asked everything once', async () => {
    const played = await identify(era, knowing({}));
    expect(played.asked).toEqual([feet, bill, longNeck, colour, head, feeding, tail, size, flight, night]);
    expect(played.answer.result.structuredContent).toMatchObject({ group: 'birds', seen: {} });
    expect(played.answer.result.structuredContent.candidates).toHaveLength(36);
  });

  test('whoever did not see the feet may find the bird all the same', async () => {
    const played = await identify(era, knowing({ [longNeck]: false, [feeding]: 'dabbling', [head]: 'green' }));
    expect(observed(played)).toEqual([feet, bill, longNeck, feeding, head]);
    expect(textOf(played)).toContain('It is the mallard');
  });

  test('a bird that fits nowhere is none of the guide', async () => {
    const played = await identify(era, knowing({ [feet]: 'other' }));
    expect(played.asked).toEqual([feet]);
    expect(textOf(played)).toBe('It is one of the birds, but none that the guide knows.');
  });

  test('a bird that is not confirmed is ruled out, and the next one is tried', async () => {
    const answering: Answering = (message, form) => {
      if (message.startsWith('All of this fits the mallard')) return { action: 'accept', content: { answer: false } };
      return knowing({
        [feet]: 'webbed',
        [bill]: 'flat',
        [longNeck]: false,
        [feeding]: 'dabbling',
        [head]: 'green',
      })(message, form);
    };
    const played = await identify(era, answering);
    expect(observed(played)).toEqual([feet, bill, longNeck, feeding, head, tail]);
    expect(textOf(played)).toBe('It is one of the dabbling ducks. Nothing speaks against: northern pintail.');
  });

  test.each(['decline', 'cancel'] as const)('%s ends the questions with what is known by then', async (action) => {
    const answering: Answering = (message, form) =>
      message === flight ? { action } : knowing({ [feet]: 'talons', [night]: false })(message, form);
    const played = await identify(era, answering);
    expect(played.asked).toEqual([feet, night, flight]);
    expect(textOf(played)).toBe(
      'It is one of the birds of prey. Nothing speaks against: red kite, common buzzard, white-tailed eagle, common kestrel, peregrine falcon.',
    );
  });

  test('a client that cannot ask anybody is refused', async () => {
    const call = { name: 'identify_bird', arguments: {} };
    const { asked, answer } = await play(server, era, 'tools/call', call, knowing({}), {});
    expect(asked).toEqual([]);
    if (era === 'modern') expect(answer.error).toMatchObject({ code: -32021 });
    else expect(answer.result).toMatchObject({ isError: true });
  });

  const report = (answering: Answering, capabilities?: object) => {
    const get = { name: 'field_report', arguments: { bird: 'Tawny owl' } };
    return play(server, era, 'prompts/get', get, answering, capabilities);
  };
  const contentOf = ({ answer }: Played): string =>
    (answer.result as { messages: readonly { content: { text: string } }[] }).messages[0]?.content.text ?? '';

  test('the prompt asks where and when', async () => {
    const content = { place: 'Kew', date: '2026-05-01', count: 2, doing: ['singing', 'flying'] };
    const played = await report(() => ({ action: 'accept', content }));
    expect(played.asked).toEqual(['Where and when did you see the tawny owl?']);
    expect(contentOf(played)).toContain('- place: Kew\n- date: 2026-05-01\n- count: 2\n- doing: singing, flying\n');
  });

  test('the prompt asks again for a date that is none', async () => {
    const dates = ['1 May', '2026-05-01'];
    const played = await report(() => ({ action: 'accept', content: { place: 'Kew', date: dates.shift() } }));
    expect(played.asked).toEqual([
      'Where and when did you see the tawny owl?',
      'Where and when did you see the tawny owl?\n\nThe last answer cannot be used: date must be a date such as 2025-12-31',
    ]);
    expect(contentOf(played)).toContain('- place: Kew\n- date: 2026-05-01\n');
  });

  test('the prompt goes without where it cannot ask', async () => {
    const played = await report(knowing({}), {});
    expect(contentOf(played)).toContain('Ask for place and date before you write.');
  });
});

test('every bird of the guide is found by what it looks like, with the same questions in both eras', async () => {
  interface Guide {
    listEntries(): readonly { readonly species: Taxon; readonly groups: readonly Taxon[] }[];
  }
  interface Taxon {
    readonly name: string;
    readonly signs: { readonly [attribute: string]: unknown };
  }
  const { listEntries } = await loadModule<Guide>(process.cwd(), 'definitions/birds/handlers/guide.ts');
  const messages = { feet, bill, night, size, longNeck, colour, head, tail, flight, feeding };
  const entries = listEntries();
  expect(entries).toHaveLength(36);
  for (const { species, groups } of entries) {
    const signs = Object.assign({}, ...[...groups, species].map((taxon) => taxon.signs)) as Taxon['signs'];
    const looks = Object.entries(signs).map(([name, look]) => [
      messages[name as keyof typeof messages],
      [look].flat()[0],
    ]);
    const answering = knowing(Object.fromEntries(looks) as { [message: string]: unknown }, species.name);
    const [legacy, modern] = await Promise.all(eras.map((era) => identify(era, answering)));
    expect(legacy?.answer.result.structuredContent).toMatchObject({ bird: { name: species.name } });
    expect(modern?.answer.result.structuredContent).toEqual(legacy?.answer.result.structuredContent);
    expect(modern?.asked).toEqual(legacy?.asked);
    expect(legacy?.asked.length).toBeLessThanOrEqual(12);
  }
});
