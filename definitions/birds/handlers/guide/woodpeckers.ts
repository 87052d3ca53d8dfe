import type { Group } from '../taxon.ts';

/** Birds that climb trees. */
export const woodpeckers: Group = {
  name: 'woodpeckers',
  latin: 'Piciformes',
  signs: { feet: 'climbing' },
  members: [
    {
      name: 'woodpeckers',
      latin: 'Picidae',
      signs: { feet: 'climbing' },
      members: [
        {
          name: 'great spotted woodpecker',
          latin: 'Dendrocopos major',
          signs: { colour: 'black and white' },
          looks: 'Red under the tail; it drums on dead branches.',
        },
        {
          name: 'European green woodpecker',
          latin: 'Picus viridis',
          signs: { colour: 'green' },
          looks: 'A red crown and a yellow rump; it laughs, and looks for ants on lawns.',
        },
      ],
    },
  ],
};
