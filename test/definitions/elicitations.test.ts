import { describe, expect, test } from 'vitest';
import { diagnose, print, read } from './diagnose.js';

const tool = 'server: { name: s, version: 1.0.0 }\ntools:\n  t:\n    description: Does it.\n';

/** A tool with one question; what is given stands in line 7. */
const question = (rest: string) => `${tool}    elicitations:\n      confirm:\n        ${rest}\n`;

/** A question whose form has one field, which stands in line 10. */
const field = (schema: string) =>
  question(`message: Well?\n        requestedSchema:\n          type: object\n          properties: { a: ${schema} }`);

const form = 'requestedSchema: { type: object, properties: { a: { type: boolean } } }';

const good: readonly (readonly [what: string, schema: string])[] = [
  ['a text', '{ type: string, title: T, description: D, minLength: 1, maxLength: 9, format: email, default: a@b.c }'],
  ['a text with a pattern', "{ type: string, pattern: '^a' }"],
  ['a number', '{ type: number, minimum: 0, maximum: 1.5, default: 0.5 }'],
  ['an integer', '{ type: integer, minimum: 0, default: 1 }'],
  ['a boolean', '{ type: boolean, default: true }'],
  ['a choice', '{ type: string, enum: [a, b], default: b }'],
  ['a choice with labels', '{ type: string, oneOf: [{ const: a, title: A }, { const: b, title: B }], default: a }'],
  ['a choice with labels of old', '{ type: string, enum: [a, b], enumNames: [A, B] }'],
  ['choices', '{ type: array, items: { type: string, enum: [a, b] }, minItems: 1, maxItems: 2, default: [a] }'],
  ['choices with labels', '{ type: array, items: { anyOf: [{ const: a, title: A }] } }'],
];

const bad: readonly (readonly [what: string, text: string, wanted: readonly string[]])[] = [
  ['no message', question(form), ['missing-key 6:7']],
  ['an empty message', question(`message: ''\n        ${form}`), ['invalid-value 7:18']],
  ['neither form nor page', question('message: Well?'), ['missing-key 6:7']],
  [
    'form and page',
    question(`message: Well?\n        url: https://a.example\n        ${form}`),
    ['conflicting-keys 8:9'],
  ],
  ['a page that is no URL', question('message: Well?\n        url: nowhere'), ['invalid-uri 8:14']],
  ['a page that is a script', question("message: Well?\n        url: 'javascript:alert(1)'"), ['invalid-uri 8:14']],
  ['an unencrypted page', question('message: Well?\n        url: http://a.example/{{id}}'), ['insecure-url 8:14']],
  [
    'an unencrypted page of any host',
    question("message: Well?\n        url: 'http://{{host}}/'"),
    ['insecure-url 8:14'],
  ],
  ['a page on the own machine', question('message: Well?\n        url: http://127.0.0.1:3000/'), []],
  ['a page with a password', question('message: Well?\n        url: https://u:p@a.example/'), ['invalid-uri 8:14']],
  [
    'the format of passwords',
    field('{ type: string, format: password }'),
    ['sensitive-form 10:25', 'invalid-value 10:52'],
  ],
  ['a label of a secret', field('{ type: string, title: Your GitHub API key }'), ['sensitive-form 10:25']],
  [
    'a field of a secret',
    field('{}').replace('{ a: {} }', '{ newPassword: { type: string } }'),
    ['sensitive-form 10:25'],
  ],
  ['a number of a card', field('{ type: integer, description: Card number. }'), ['sensitive-form 10:25']],
  [
    'a message that asks for a secret',
    field('{ type: string }').replace('Well?', 'Please enter your access token.'),
    ['sensitive-form 7:18'],
  ],
  ['words about secrets', field('{ type: string, title: Name of the API key, description: Never your password. }'), []],
  ['a choice about a secret', field('{ type: string, title: Password, enum: [keep, reset] }'), []],
  ['a secret to forget', field('{ type: boolean, title: Forget my password }'), []],
  [
    'a required field that is none',
    field('{ type: string }').replace('type: object', 'type: object\n          required: [b]'),
    ['invalid-value 10:22'],
  ],
  ['fewer labels than choices', field('{ type: string, enum: [a, b], enumNames: [A] }'), ['invalid-value 10:58']],
  ['labels without choices', field('{ type: string, enumNames: [A] }'), ['invalid-value 10:44']],
  ['a placeholder without a name', question(`message: 'Well, {{ }}?'\n        ${form}`), ['unknown-placeholder 7:18']],
  ['an unknown key', question(`message: Well?\n        ${form}\n        mode: form`), ['unknown-key 9:9']],
  [
    'an unknown fallback',
    question(`message: Well?\n        ${form}\n        unavailable: hide`),
    ['invalid-value 9:22'],
  ],
  [
    'a name that clients may not like',
    question(`message: Well?\n        ${form}`).replace('confirm:', "'confirm#2':"),
    ['invalid-name 6:7'],
  ],
  ['an object in the form', field('{ type: object, properties: {} }'), ['invalid-value 10:36']],
  ['a field without a type', field('{ title: A }'), ['missing-key 10:25']],
  ['a reference', field("{ $ref: '#/$defs/A' }"), ['missing-key 10:25']],
  ['a list of texts', field('{ type: array, items: { type: string } }'), ['missing-key 10:43']],
  [
    'a list of numbers',
    field('{ type: array, items: { type: number, enum: [1] } }'),
    ['invalid-value 10:58', 'wrong-type 10:73'],
  ],
  ['an unknown format', field('{ type: string, format: ipv4 }'), ['invalid-value 10:52']],
  ['a keyword of another type', field('{ type: boolean, minimum: 1 }'), ['unknown-key 10:45']],
  ['a default of another type', field('{ type: integer, default: a }'), ['wrong-type 10:54', 'invalid-default 10:54']],
  ['a default that is no choice', field('{ type: string, enum: [a], default: b }'), ['invalid-default 10:64']],
  [
    'a form that is no object',
    question('message: Well?\n        requestedSchema: { type: string }'),
    ['missing-key 8:9', 'invalid-value 8:34'],
  ],
  [
    'questions of a static resource',
    `server: { name: s, version: 1.0.0 }\nresources:\n  test://a: { name: a, text: A, elicitations: { q: { message: Q, ${form} } } }\n`,
    ['conflicting-keys 3:33'],
  ],
  [
    'two questions whose types would have one name',
    question(`message: Well?\n        ${form}\n      Confirm:\n        message: Well?\n        ${form}`),
    ['colliding-names 9:7'],
  ],
];

describe('questions', () => {
  test.each(good)('may have %s', async (_what, schema) => {
    expect(await diagnose(field(schema))).toEqual([]);
  });

  test.each(bad)('are refused for %s', async (_what, text, wanted) => {
    expect(await diagnose(text)).toEqual(wanted);
  });

  test('say what is wrong', async () => {
    const text = await print(field('{ type: object }').replace('confirm:', '1st:'));
    expect(text).toContain('`type` must be one of string, number, integer, boolean, array, not "object".');
    expect(text).toContain('A question has a name of up to 64 letters, digits, _ and -, beginning with a letter.');
  });

  test('are in the model as they were written', async () => {
    const { resolved } = await read(
      question("message: 'Delete {{count}}?'\n        url: 'https://a.example/{{id}}'\n        unavailable: cancel"),
    );
    expect(resolved.model.tools[0]?.elicitations).toEqual([
      {
        name: 'confirm',
        typeName: 'TConfirmContent',
        message: 'Delete {{count}}?',
        url: 'https://a.example/{{id}}',
        unavailable: 'cancel',
      },
    ]);
  });
});
