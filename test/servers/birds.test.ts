import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askServer } from '../kit/ask-server.js';
import { loadModule } from '../kit/load-module.js';
import { talk } from '../kit/talk.js';
import { openPlayer, textOf, type Answering, type Era, type Played, type Player } from './play.js';

const server = 'dist/birds/server.mjs';
const eras: readonly Era[] = ['legacy', 'modern'];

const feet = 'What are its feet like? Leave any question empty if you cannot tell.';
const bill = 'What is its bill like?';
const night = 'Did you see or hear it at night?';
const size = 'About as large as a …?';
const longNeck = 'Does it have a long neck?';
const colour = 'What is its main color?';
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

/** Questions without the one that has the bird confirmed. */
const observed = ({ asked }: Played): readonly string[] => asked.filter((each) => !each.startsWith('All of this fits'));

/** A person, the questions, and what the text of the result contains. */
const people: readonly (readonly [who: string, answers: object, questions: readonly string[], text: string])[] = [
  [
    'who cannot tell all',
    { [feet]: 'talons', [night]: true, [head]: 'plain' },
    [feet, night, head, colour],
    'It is one of the true owls. Nothing speaks against: tawny owl.',
  ],
  [
    'who knows nothing',
    {},
    [feet, bill, longNeck, colour, head, feeding, tail, size, flight, night],
    'It is one of the birds.',
  ],
  [
    'who did not see the feet',
    { [longNeck]: false, [feeding]: 'dabbling', [head]: 'green' },
    [feet, bill, longNeck, feeding, head],
    'It is the mallard',
  ],
  ['whose bird fits nowhere', { [feet]: 'other' }, [feet], 'It is one of the birds, but none that the guide knows.'],
];

describe.each(eras)('%s', (era) => {
  let player: Player;
  beforeAll(async () => {
    player = await openPlayer(server, era);
  });
  afterAll(async () => expect(await player.end()).toEqual({ stderr: '', exitCode: 0 }));

  const identify = (answering: Answering) =>
    player.play('tools/call', { name: 'identify_bird', arguments: {} }, answering);

  test('a mute swan is found with five questions and a confirmation', async () => {
    const answers = { [feet]: 'webbed', [bill]: 'flat', [longNeck]: true, [colour]: 'white', [head]: 'knob' };
    const played = await identify(knowing(answers));
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
  });

  test.each(people)('someone %s', async (_who, answers, questions, text) => {
    const played = await identify(knowing(answers as { readonly [message: string]: unknown }));
    expect(observed(played)).toEqual(questions);
    expect(textOf(played)).toContain(text);
  });

  test('a bird that is not confirmed is ruled out, and the next one is tried', async () => {
    const seen = { [feet]: 'webbed', [bill]: 'flat', [longNeck]: false, [feeding]: 'dabbling', [head]: 'green' };
    const played = await identify((message, form) =>
      message.startsWith('All of this fits the mallard')
        ? { action: 'accept', content: { answer: false } }
        : knowing(seen)(message, form),
    );
    expect(observed(played)).toEqual([feet, bill, longNeck, feeding, head, tail]);
    expect(textOf(played)).toBe('It is one of the dabbling ducks. Nothing speaks against: northern pintail.');
  });

  test.each(['decline', 'cancel'] as const)('%s ends the questions with what is known by then', async (action) => {
    const played = await identify((message, form) =>
      message === flight ? { action } : knowing({ [feet]: 'talons', [night]: false })(message, form),
    );
    expect(played.asked).toEqual([feet, night, flight]);
    expect(textOf(played)).toBe(
      'It is one of the birds of prey. Nothing speaks against: red kite, common buzzard, white-tailed eagle, common kestrel, peregrine falcon.',
    );
  });

  const get = { name: 'field_report', arguments: { bird: 'Tawny owl' } };
  const contentOf = ({ answer }: Played): string =>
    (answer.result as { messages: readonly { content: { text: string } }[] }).messages[0]?.content.text ?? '';

  test('the prompt asks where and when, and again for a date that is none', async () => {
    const dates = ['1 May', '2026-05-01'];
    const played = await player.play('prompts/get', get, () => ({
      action: 'accept',
      content: { place: 'Kew', date: dates.shift(), count: 2, doing: ['singing', 'flying'] },
    }));
    expect(played.asked).toEqual([
      'Where and when did you see the tawny owl?',
      'Where and when did you see the tawny owl?\n\nThe previous response was invalid: date must be a date such as 2025-12-31',
    ]);
    expect(contentOf(played)).toContain('- place: Kew\n- date: 2026-05-01\n- count: 2\n- doing: singing, flying\n');
  });

  test('a client that cannot ask anybody is refused the tool, and the prompt goes without', async () => {
    const unable = await openPlayer(server, era, {});
    const refused = await unable.play('tools/call', { name: 'identify_bird', arguments: {} }, knowing({}));
    expect(refused.asked).toEqual([]);
    if (era === 'modern') expect(refused.answer.error).toMatchObject({ code: -32021 });
    else expect(refused.answer.result).toMatchObject({ isError: true });
    expect(contentOf(await unable.play('prompts/get', get, knowing({})))).toContain(
      'Ask for place and date before you write.',
    );
    await unable.end();
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

test('the guide lists, explains and completes its birds, and has a page for each', async () => {
  const asked = await askServer(server, { carrier: 'stdio', revision: '2025-11-25' });
  const list = async (values: object) => (await asked.call('list_birds', values)).result;
  const namesOf = (birds: readonly { readonly name: string }[]) => birds.map(({ name }) => name);
  const owls = ['barn owl', 'Eurasian eagle-owl', 'tawny owl'];
  expect(namesOf((await list({ group: 'owls' })).structuredContent.birds)).toEqual(owls);
  expect(namesOf((await list({ group: 'Anatini' })).structuredContent.birds)).toEqual(['mallard', 'northern pintail']);
  expect((await list({})).structuredContent.birds).toHaveLength(36);
  expect(await list({ group: 'penguins' })).toMatchObject({ isError: true });

  const explain = async (bird: string) => (await asked.call('explain_bird', { bird })).result;
  expect((await explain('Bubo bubo')).content[0].text).toBe(`# Eurasian eagle-owl

A huge brown owl with orange eyes.

- owls (Strigiformes): feet: talons, out at night: yes
- true owls (Strigidae): head: plain or ears
- Eurasian eagle-owl (Bubo bubo): head: ears`);
  expect(await explain('dodo')).toMatchObject({ isError: true });

  const read = (uri: string) => asked.ask('resources/read', { uri });
  const contents = (await read('birds://guide')).result.contents[0].text as string;
  const uris = [...contents.matchAll(/\((birds:\/\/guide\/[^)]+)\)/gu)].map(([, uri]) => uri ?? '');
  expect(uris).toHaveLength(36);
  for (const uri of uris) expect((await read(uri)).result.contents[0].text).toMatch(/^# /u);
  expect((await read('birds://guide/dodo')).error).toMatchObject({ code: -32002 });

  for (const [ref, values] of [
    [{ type: 'ref/prompt', name: 'field_report' }, ['barn owl', 'barn swallow']],
    [{ type: 'ref/resource', uri: 'birds://guide/{bird}' }, ['barn-owl', 'barn-swallow']],
  ] as const) {
    const argument = { name: 'bird', value: 'Barn' };
    const { result } = await asked.ask('completion/complete', { ref, argument });
    expect(result.completion.values).toEqual(values);
  }
  const { error } = await asked.ask('prompts/get', { name: 'field_report', arguments: { bird: 'dodo' } });
  expect(error).toEqual({ code: -32602, message: 'The guide does not know the bird dodo' });
  await asked.close();
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
