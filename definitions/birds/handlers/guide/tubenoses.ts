import type { Group } from '../taxon.ts';

/** Birds of the open sea. */
export const tubenoses: Group = {
  name: 'tubenoses',
  latin: 'Procellariiformes',
  signs: { feet: 'webbed', bill: 'with tubes' },
  members: [
    {
      name: 'albatrosses',
      latin: 'Diomedeidae',
      signs: { size: 'goose' },
      members: [
        {
          name: 'wandering albatross',
          latin: 'Diomedea exulans',
          signs: { head: 'plain' },
          looks: 'White with black wing tips; no bird has longer wings.',
        },
        {
          name: 'black-browed albatross',
          latin: 'Thalassarche melanophris',
          signs: { head: 'brow' },
          looks: 'White below, with dark wings and an orange bill.',
        },
      ],
    },
    {
      name: 'petrels',
      latin: 'Procellariidae and Hydrobatidae',
      signs: { size: ['sparrow', 'blackbird', 'crow'] },
      members: [
        {
          name: 'northern fulmar',
          latin: 'Fulmarus glacialis',
          signs: { flight: 'gliding' },
          looks: 'Like a gull with a thick neck, grey above and white below.',
        },
        {
          name: 'European storm petrel',
          latin: 'Hydrobates pelagicus',
          signs: { flight: 'fluttering' },
          looks: 'Black with a white rump; it seems to walk on the water.',
        },
      ],
    },
  ],
};
