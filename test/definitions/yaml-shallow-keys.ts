/** Keys indented less than their siblings on both sides, in the form of the table of slips. */
export const shallowKeys: readonly (readonly [
  slip: string,
  from: string,
  to: string,
  message: string,
  help: string,
])[] = [
  [
    'a key among others that is indented as its tool',
    '    annotations: { read',
    '  annotations: { read',
    '6:3 `annotations` is indented by 2 spaces, its siblings in lines 5 and 7 by 4.',
    'Indent it by 4 spaces.',
  ],
  [
    'a key among others that is not indented',
    '    annotations: { read',
    'annotations: { read',
    '6:1 `annotations` is indented by 0 spaces, its siblings in lines 5 and 7 by 4.',
    'Indent it by 4 spaces.',
  ],
  [
    'a key with a block among others that is indented as its tool',
    '    annotations: { readOnlyHint: true, openWorldHint: false }',
    '  annotations:\n      readOnlyHint: true',
    '6:3 `annotations` is indented by 2 spaces, its siblings in lines 5 and 8 by 4.',
    'Indent it by 4 spaces.',
  ],
  [
    'a key deep inside, among others, that is indented as its property',
    '          description: Subjects',
    '        description: Subjects',
    '13:9 `description` is indented by 8 spaces, its siblings in lines 12 and 14 by 10.',
    'Indent it by 10 spaces.',
  ],
  [
    'a key deep inside, among others, that is indented as a tool',
    '          description: Subjects',
    '  description: Subjects',
    '13:3 `description` is indented by 2 spaces, its siblings in lines 12 and 14 by 10.',
    'Indent it by 10 spaces.',
  ],
  [
    "a mapping in a list whose second key is indented as the list's key",
    '        content: Recommend {{subject}}.\n',
    '    content: Recommend {{subject}}.\n        _meta: {}\n',
    '35:5 `content` is indented by 4 spaces, its siblings in lines 34 and 36 by 8.',
    'Indent it by 8 spaces.',
  ],
];
