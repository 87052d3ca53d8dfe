import type { Group } from '../taxon.ts';

/** Swans, geese and ducks. */
export const waterfowl: Group = {
  name: 'waterfowl',
  latin: 'Anseriformes',
  signs: { feet: 'webbed', bill: 'flat' },
  members: [
    {
      name: 'swans',
      latin: 'Cygnini',
      signs: { longNeck: true, colour: 'white' },
      members: [
        {
          name: 'mute swan',
          latin: 'Cygnus olor',
          signs: { head: 'knob' },
          looks: 'All white, with an orange bill; the neck bent like an S, the wings often raised like sails.',
        },
        {
          name: 'whooper swan',
          latin: 'Cygnus cygnus',
          signs: { head: 'yellow bill' },
          looks: 'All white, with a straight neck; its call is like a bugle.',
        },
      ],
    },
    {
      name: 'geese',
      latin: 'Anserini',
      signs: { feeding: 'grazing' },
      members: [
        {
          name: 'Canada goose',
          latin: 'Branta canadensis',
          signs: { head: 'white cheeks' },
          looks: 'A brown goose with a black neck.',
        },
        {
          name: 'greylag goose',
          latin: 'Anser anser',
          signs: { head: 'plain' },
          looks: 'A grey-brown goose with an orange bill and pink legs.',
        },
      ],
    },
    {
      name: 'dabbling ducks',
      latin: 'Anatini',
      signs: { feeding: 'dabbling' },
      members: [
        {
          name: 'mallard',
          latin: 'Anas platyrhynchos',
          signs: { head: 'green' },
          looks: 'The drake has a yellow bill, a white ring around the neck and a brown breast.',
        },
        {
          name: 'northern pintail',
          latin: 'Anas acuta',
          signs: { tail: 'pointed' },
          looks: 'A slender duck; the drake has a brown head and a white line up the side of the neck.',
        },
      ],
    },
    {
      name: 'diving ducks',
      latin: 'Aythyini',
      signs: { feeding: 'diving' },
      members: [
        {
          name: 'tufted duck',
          latin: 'Aythya fuligula',
          signs: { head: 'tuft' },
          looks: 'The drake is black with white sides and a yellow eye.',
        },
        {
          name: 'common pochard',
          latin: 'Aythya ferina',
          signs: { head: 'chestnut' },
          looks: 'The drake has a black breast and a pale grey back.',
        },
      ],
    },
  ],
};
