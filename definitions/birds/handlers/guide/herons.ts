import type { Group } from '../taxon.ts';

/** Birds that stand in shallow water. */
export const herons: Group = {
  name: 'herons and their kin',
  latin: 'Pelecaniformes',
  signs: { feet: 'wading', bill: 'dagger-like' },
  members: [
    {
      name: 'herons',
      latin: 'Ardeidae',
      signs: { longNeck: true },
      members: [
        {
          name: 'grey heron',
          latin: 'Ardea cinerea',
          signs: { colour: 'grey' },
          looks: 'A black plume behind the eye; it flies with its neck drawn in.',
        },
        {
          name: 'little egret',
          latin: 'Egretta garzetta',
          signs: { colour: 'white' },
          looks: 'A black bill, black legs and yellow feet.',
        },
      ],
    },
  ],
};
