import type { Group } from '../taxon.ts';

/** Most of the birds in a garden. */
export const perchingBirds: Group = {
  name: 'perching birds',
  latin: 'Passeriformes',
  signs: { feet: 'perching' },
  members: [
    {
      name: 'swallows',
      latin: 'Hirundinidae',
      signs: { feeding: 'in the air', tail: 'forked' },
      members: [
        {
          name: 'barn swallow',
          latin: 'Hirundo rustica',
          signs: { head: 'red face' },
          looks: 'Shining blue above, with long tail streamers.',
        },
        {
          name: 'common house martin',
          latin: 'Delichon urbicum',
          signs: { colour: 'black and white' },
          looks: 'A white rump and a short tail; it builds nests of mud under roofs.',
        },
      ],
    },
    {
      name: 'crows',
      latin: 'Corvidae',
      signs: { size: 'crow' },
      members: [
        {
          name: 'Eurasian magpie',
          latin: 'Pica pica',
          signs: { tail: 'long' },
          looks: 'Black and white, with a blue and green shine.',
        },
        {
          name: 'common raven',
          latin: 'Corvus corax',
          signs: { colour: 'black', tail: 'wedge' },
          looks: 'All black, with a heavy bill and a deep croak.',
        },
        {
          name: 'carrion crow',
          latin: 'Corvus corone',
          signs: { colour: 'black', tail: 'straight' },
          looks: 'All black, the bill as well.',
        },
      ],
    },
    {
      name: 'finches',
      latin: 'Fringillidae',
      signs: { bill: 'conical' },
      members: [
        {
          name: 'European goldfinch',
          latin: 'Carduelis carduelis',
          signs: { head: 'red face' },
          looks: 'A yellow band in the black wings; it loves thistles.',
        },
        {
          name: 'common chaffinch',
          latin: 'Fringilla coelebs',
          signs: { head: 'grey' },
          looks: 'The male has a pink breast; both have white bars on the wings.',
        },
      ],
    },
    {
      name: 'tits',
      latin: 'Paridae',
      signs: { feeding: 'among twigs' },
      members: [
        {
          name: 'Eurasian blue tit',
          latin: 'Cyanistes caeruleus',
          signs: { head: 'blue' },
          looks: 'Yellow below, with a dark line through the eye.',
        },
        {
          name: 'great tit',
          latin: 'Parus major',
          signs: { head: 'white cheeks' },
          looks: 'Yellow below, with a black stripe down the middle.',
        },
      ],
    },
    {
      name: 'chats',
      latin: 'Muscicapidae',
      signs: { size: 'sparrow', feeding: 'on the ground' },
      members: [
        {
          name: 'European robin',
          latin: 'Erithacus rubecula',
          signs: { head: 'red face' },
          looks: 'Face and breast orange-red; it sings even in winter.',
        },
      ],
    },
    {
      name: 'thrushes',
      latin: 'Turdidae',
      signs: { size: 'blackbird', feeding: 'on the ground' },
      members: [
        {
          name: 'common blackbird',
          latin: 'Turdus merula',
          signs: { colour: 'black' },
          looks: 'The male has a yellow bill and a yellow ring around the eye.',
        },
        {
          name: 'song thrush',
          latin: 'Turdus philomelos',
          signs: { colour: 'brown' },
          looks: 'Pale below with dark spots; it says everything two or three times.',
        },
      ],
    },
  ],
};
