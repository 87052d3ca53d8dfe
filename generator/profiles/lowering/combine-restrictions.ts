import type { Profile, Restrictions } from '../profile.js';

/** What has to be lowered for clients of several profiles: whatever one of them does not take. */
export function combineRestrictions(profiles: readonly Profile[]): Restrictions {
  const all = profiles.map(({ restrictions }) => restrictions);
  const combined: Restrictions = Object.fromEntries(all.flatMap((restrictions) => Object.entries(restrictions)));
  const {
    'root-keyword': root,
    'unsupported-keyword': keyword,
    'unsupported-format': format,
    'schema-dialect': dialect,
  } = combined;
  const formats = all.flatMap((restrictions) => restrictions['unsupported-format'] ?? []);
  return {
    ...combined,
    ...(root && { 'root-keyword': { ...root, keywords: keywordsOf(all, 'root-keyword') } }),
    ...(keyword && { 'unsupported-keyword': { ...keyword, keywords: keywordsOf(all, 'unsupported-keyword') } }),
    ...(format && {
      'unsupported-format': {
        ...format,
        formats: format.formats.filter((name) => formats.every((one) => one.formats.includes(name))),
      },
    }),
    ...(dialect && {
      'schema-dialect': { ...dialect, refused: all.flatMap((one) => one['schema-dialect']?.refused ?? []) },
    }),
  };
}

function keywordsOf(all: readonly Restrictions[], rule: 'root-keyword' | 'unsupported-keyword'): readonly string[] {
  return [...new Set(all.flatMap((restrictions) => restrictions[rule]?.keywords ?? []))];
}
