import type { Group } from '../taxon.ts';

/** Hunters of the day. */
export const birdsOfPrey: Group = {
  name: 'birds of prey',
  latin: 'Accipitriformes and Falconiformes',
  signs: { feet: 'talons', night: false },
  members: [
    {
      name: 'hawks, kites and eagles',
      latin: 'Accipitridae',
      signs: { flight: 'soaring' },
      members: [
        {
          name: 'red kite',
          latin: 'Milvus milvus',
          signs: { tail: 'forked' },
          looks: 'Red-brown with a pale head and white patches under the wings.',
        },
        {
          name: 'common buzzard',
          latin: 'Buteo buteo',
          signs: { tail: 'fanned' },
          looks: 'Brown with a pale band across the breast; it mews like a cat.',
        },
        {
          name: 'white-tailed eagle',
          latin: 'Haliaeetus albicilla',
          signs: { tail: 'wedge' },
          looks: 'Wings like barn doors and a heavy yellow bill.',
        },
      ],
    },
    {
      name: 'falcons',
      latin: 'Falconidae',
      signs: { flight: ['hovering', 'diving'] },
      members: [
        {
          name: 'common kestrel',
          latin: 'Falco tinnunculus',
          signs: { flight: 'hovering' },
          looks: 'A red-brown back with black spots, and a long tail.',
        },
        {
          name: 'peregrine falcon',
          latin: 'Falco peregrinus',
          signs: { flight: 'diving' },
          looks: 'Slate grey above, with a dark moustache; it nests on cliffs and towers.',
        },
      ],
    },
  ],
};
