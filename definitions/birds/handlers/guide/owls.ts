import type { Group } from '../taxon.ts';

/** Hunters of the night. */
export const owls: Group = {
  name: 'owls',
  latin: 'Strigiformes',
  signs: { feet: 'talons', night: true },
  members: [
    {
      name: 'barn owls',
      latin: 'Tytonidae',
      signs: { head: 'heart' },
      members: [
        {
          name: 'barn owl',
          latin: 'Tyto alba',
          signs: { head: 'heart' },
          looks: 'Golden above and pale below, with dark eyes; it hisses and screeches.',
        },
      ],
    },
    {
      name: 'true owls',
      latin: 'Strigidae',
      signs: { head: ['plain', 'ears'] },
      members: [
        {
          name: 'Eurasian eagle-owl',
          latin: 'Bubo bubo',
          signs: { head: 'ears' },
          looks: 'A huge brown owl with orange eyes.',
        },
        {
          name: 'tawny owl',
          latin: 'Strix aluco',
          signs: { colour: ['brown', 'grey'] },
          looks: 'A round head and black eyes; the male hoots long and trembling.',
        },
      ],
    },
  ],
};
