import { describe, expect, test } from 'vitest';
import { loadModule } from '../kit/load-module.js';
import { talk, type Message } from '../kit/talk.js';
import { openPlayer, play, textOf, type Answering, type Ended, type Era, type Played } from './play.js';

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

const identify = (era: Era, answering: Answering): Promise<Played & Ended> =>
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

test('answers may all be there before the first question', async () => {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'a', version: '1' },
  };
  const answers = Array.from({ length: 64 }, (_, index) => ({
    jsonrpc: '2.0',
    id: `elicit_${index + 1}`,
    result: { action: 'cancel' },
  }));
  const { messages, exitCode } = await talk(server, [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'identify_bird' } },
    ...answers,
  ]);
  expect(messages.map(({ id }) => id)).toEqual([1, 'elicit_1', 2]);
  expect(messages[2]?.result.structuredContent).toMatchObject({ group: 'birds', seen: {} });
  expect(exitCode).toBe(0);
});

describe('the guide', () => {
  /** Sends one legacy request that asks nothing. */
  async function ask(method: string, params: object): Promise<Message> {
    const { messages } = await talk(server, [{ jsonrpc: '2.0', id: 1, method, params }]);
    return messages[0] ?? {};
  }

  const call = (name: string, values: object) => ask('tools/call', { name, arguments: values });

  test.each([
    ['an order', 'owls', ['barn owl', 'Eurasian eagle-owl', 'tawny owl']],
    ['a family', 'Anatini', ['mallard', 'northern pintail']],
  ])('lists the birds of %s', async (_, group, names) => {
    const { result } = await call('list_birds', { group });
    expect(result.structuredContent.birds.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  test('lists all birds, and none of a group that it does not have', async () => {
    expect((await call('list_birds', {})).result.structuredContent.birds).toHaveLength(36);
    expect((await call('list_birds', { group: 'penguins' })).result).toMatchObject({ isError: true });
  });

  test('explains how it recognises a bird', async () => {
    const { result } = await call('explain_bird', { bird: 'Bubo bubo' });
    expect(result.content[0].text).toBe(`# Eurasian eagle-owl

A huge brown owl with orange eyes.

- owls (Strigiformes): feet: talons, out at night: yes
- true owls (Strigidae): head: plain or ears
- Eurasian eagle-owl (Bubo bubo): head: ears`);
    expect((await call('explain_bird', { bird: 'dodo' })).result).toMatchObject({ isError: true });
  });

  test('has a page of contents, and one for each bird', async () => {
    const contents = (await ask('resources/read', { uri: 'birds://guide' })).result.contents[0].text as string;
    const uris = [...contents.matchAll(/\((birds:\/\/guide\/[^)]+)\)/gu)].map(([, uri]) => uri ?? '');
    expect(uris).toHaveLength(36);
    const reads = uris.map((uri, id) => ({ jsonrpc: '2.0', id, method: 'resources/read', params: { uri } }));
    const { messages } = await talk(server, reads);
    expect(messages.filter(({ result }) => (result.contents[0].text as string).startsWith('# '))).toHaveLength(36);
    expect((await ask('resources/read', { uri: 'birds://guide/dodo' })).error).toMatchObject({ code: -32002 });
  });

  test.each([
    [{ type: 'ref/prompt', name: 'field_report' }, ['barn owl', 'barn swallow']],
    [{ type: 'ref/resource', uri: 'birds://guide/{bird}' }, ['barn-owl', 'barn-swallow']],
  ])('completes the names of birds for %j', async (ref, values) => {
    const { result } = await ask('completion/complete', { ref, argument: { name: 'bird', value: 'Barn' } });
    expect(result.completion.values).toEqual(values);
  });

  test('has no field report on a bird that it does not know', async () => {
    const { error } = await ask('prompts/get', { name: 'field_report', arguments: { bird: 'dodo' } });
    expect(error).toEqual({ code: -32602, message: 'The guide does not know the bird dodo' });
  });
});

describe('every bird of the guide', async () => {
  interface Taxon {
    readonly name: string;
    readonly signs: { readonly [attribute: string]: unknown };
  }
  interface Guide {
    listEntries(): readonly { readonly species: Taxon; readonly groups: readonly Taxon[] }[];
  }
  const messages = { feet, bill, night, size, longNeck, colour, head, tail, flight, feeding };
  const { listEntries } = await loadModule<Guide>(process.cwd(), 'definitions/birds/handlers/guide.ts');
  const entries = listEntries();

  /** A person who knows of a bird what the guide knows. */
  function knowingAll({ species, groups }: (typeof entries)[number]): Answering {
    const signs = Object.assign({}, ...[...groups, species].map((taxon) => taxon.signs)) as Taxon['signs'];
    const looks = Object.entries(signs).map(([name, look]) => {
      return [messages[name as keyof typeof messages], [look].flat()[0]] as const;
    });
    return knowing(Object.fromEntries(looks), species.name);
  }

  test('is found by what it looks like, with the same questions in both eras', async () => {
    const call = { name: 'identify_bird', arguments: {} };
    const players = await Promise.all(eras.map((era) => openPlayer(server, era)));
    for (const entry of entries) {
      const [legacy, modern] = await Promise.all(
        players.map((player) => player.play('tools/call', call, knowingAll(entry))),
      );
      expect(legacy?.answer.result.structuredContent).toMatchObject({ bird: { name: entry.species.name } });
      expect(legacy?.asked.length).toBeLessThanOrEqual(10);
      expect(modern?.answer.result.structuredContent).toEqual(legacy?.answer.result.structuredContent);
      expect(modern?.asked).toEqual(legacy?.asked);
    }
    expect(entries).toHaveLength(36);
    for (const player of players) expect(await player.end()).toEqual({ stderr: '', exitCode: 0 });
  });
});
