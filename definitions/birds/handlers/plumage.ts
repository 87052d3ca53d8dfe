import type { Picture } from '../../../generated/birds/types.ts';
import type { Entry } from './guide.ts';
import { listSigns, type Attribute } from './taxon.ts';

/** Colors of a bird: back, belly, head and bill, and parts that differ from these. */
type Plumage = Picture['colours'];

const white = '#f7f5ef';
const black = '#23252b';

/** The colors of every bird of the guide, by its name. */
const plumages: { readonly [bird: string]: Plumage } = {
  'mute swan': { back: white, wing: '#e6e1d3', belly: white, head: white, bill: '#e2791d' },
  'whooper swan': { back: white, wing: '#e6e1d3', belly: white, head: white, bill: '#f2c230' },
  'Canada goose': { back: '#7d6a55', belly: '#c9bba6', head: black, bill: black, cheek: white },
  'greylag goose': { back: '#85786a', belly: '#b9ac9c', head: '#8f8375', bill: '#e58a3c' },
  mallard: { back: '#8d8a86', belly: '#c4bfb6', head: '#1f6b4a', bill: '#e9c93b', breast: '#6a4330' },
  'northern pintail': { back: '#a3a09b', belly: white, head: '#5b3a29', bill: '#6d7f8c', breast: white },
  'tufted duck': { back: black, belly: white, head: '#2b2233', bill: '#7d93a3', eye: '#f2c230' },
  'common pochard': { back: '#c2c1bd', belly: '#d4d2cd', head: '#93402a', bill: '#55636e', breast: black },
  'wandering albatross': { back: white, belly: white, head: white, bill: '#eab8a4', wing: black },
  'black-browed albatross': { back: '#3c4048', belly: white, head: white, bill: '#e2791d', brow: black },
  'northern fulmar': { back: '#9aa3ab', belly: white, head: white, bill: '#d9c07a' },
  'European storm petrel': { back: black, belly: black, head: black, bill: black, rump: white },
  'barn owl': { back: '#d7a457', belly: white, head: '#d7a457', bill: '#e8d7bd', face: white, eye: black },
  'Eurasian eagle-owl': { back: '#7a5a38', belly: '#b78d55', head: '#7a5a38', bill: black, eye: '#f08a1c' },
  'tawny owl': { back: '#84552f', belly: '#b48a5e', head: '#84552f', bill: '#c9b458', face: '#a9835c', eye: black },
  'red kite': { back: '#9b4a24', belly: '#b4602f', head: '#c9c0b2', bill: '#e2b93b' },
  'common buzzard': { back: '#5f4630', belly: '#80613f', head: '#5f4630', bill: '#55585c', breast: '#d9c7a5' },
  'white-tailed eagle': { back: '#6f5a40', belly: '#7f684b', head: '#b8a27d', bill: '#f0c52e', rump: white },
  'common kestrel': { back: '#a9552d', belly: '#e3c9a2', head: '#8b93a0', bill: '#5c666e' },
  'peregrine falcon': { back: '#51606f', belly: white, head: '#3a4552', bill: '#e2b93b', cheek: white },
  'great spotted woodpecker': {
    back: black,
    belly: white,
    head: black,
    bill: '#4d5459',
    cheek: white,
    rump: '#cf2e2a',
  },
  'European green woodpecker': {
    back: '#6d8a33',
    belly: '#c4cf9c',
    head: '#7f9a45',
    bill: '#4d5459',
    crown: '#cf2e2a',
  },
  'grey heron': { back: '#8c98a3', belly: '#d8dcdf', head: white, bill: '#e2b93b', crown: black },
  'little egret': { back: white, wing: '#e6e1d3', belly: white, head: white, bill: black },
  'barn swallow': { back: '#27407a', belly: '#f0e3d0', head: '#27407a', bill: black, cheek: '#a63a26' },
  'common house martin': { back: '#232d4a', belly: white, head: '#232d4a', bill: black, rump: white },
  'Eurasian magpie': { back: black, belly: white, head: black, bill: black, wing: '#2a4d7d', breast: black },
  'common raven': { back: '#1d1e24', belly: '#1d1e24', head: '#1d1e24', bill: '#1d1e24' },
  'carrion crow': { back: '#2b2c33', belly: '#2b2c33', head: '#2b2c33', bill: '#3a3b41' },
  'European goldfinch': {
    back: '#b48a5e',
    belly: '#eadcc6',
    head: black,
    bill: '#e8d7bd',
    face: '#c9302c',
    wing: '#f0c52e',
  },
  'common chaffinch': { back: '#7f5a45', belly: '#d58d79', head: '#7189a3', bill: '#8a97a3', wing: white },
  'Eurasian blue tit': {
    back: '#7f9a5a',
    belly: '#f2d64b',
    head: white,
    bill: black,
    crown: '#3f86c9',
    wing: '#3f86c9',
  },
  'great tit': { back: '#7f9150', belly: '#f2d64b', head: black, bill: black, cheek: white, wing: '#5f7c99' },
  'European robin': {
    back: '#8a7350',
    belly: '#eee5d4',
    head: '#8a7350',
    bill: black,
    face: '#e0692c',
    breast: '#e0692c',
  },
  'common blackbird': { back: '#1f2024', belly: '#1f2024', head: '#1f2024', bill: '#f0a91c', eye: '#f0a91c' },
  'song thrush': { back: '#8b6b45', belly: '#f2e6cc', head: '#8b6b45', bill: '#6d5b45', spots: '#5b4326' },
};

/** Returns the known appearance of a bird: its field marks and colors. */
export function toPicture({ species, groups }: Entry): Picture {
  const signs = new Map([...groups, species].flatMap(listSigns));
  const has = (attribute: Attribute, look: unknown): boolean => {
    const looks = signs.get(attribute) ?? [];
    return looks.length === 1 && looks[0] === look;
  };
  const isBig = has('size', 'goose') || has('size', 'crow') || has('flight', 'soaring');
  return {
    posture: findPosture(has),
    size: isBig ? 'large' : has('feet', 'perching') && !has('size', 'blackbird') ? 'small' : 'medium',
    neck: has('longNeck', true) ? 'long' : has('feeding', 'grazing') ? 'middle' : 'short',
    bill: findBill(has),
    tail: findTail(has),
    crest: has('head', 'ears') ? 'ears' : has('head', 'tuft') ? 'tuft' : 'none',
    colours: plumages[species.name] ?? { back: '#8a8a8a', belly: '#c0c0c0', head: '#8a8a8a', bill: black },
  };
}

type Has = (attribute: Attribute, look: unknown) => boolean;

function findPosture(has: Has): Picture['posture'] {
  if (has('feet', 'webbed')) return 'swimming';
  if (has('feet', 'talons')) return has('night', true) ? 'facing' : 'upright';
  if (has('feet', 'climbing')) return 'climbing';
  return has('feet', 'wading') ? 'wading' : 'perching';
}

function findTail(has: Has): Picture['tail'] {
  if (has('tail', 'forked')) return 'forked';
  const isWedge = has('tail', 'wedge') && has('feet', 'perching');
  return isWedge || has('tail', 'long') || has('tail', 'pointed') ? 'long' : 'short';
}

function findBill(has: Has): Picture['bill'] {
  if (has('bill', 'with tubes') || has('feet', 'talons')) return 'hooked';
  if (has('bill', 'flat')) return 'flat';
  if (has('bill', 'conical')) return 'cone';
  return has('bill', 'dagger-like') || has('feet', 'climbing') ? 'dagger' : 'thin';
}
