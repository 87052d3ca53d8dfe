const criteria = [
  'The full diff was read before commits are planned.',
  'The version was raised wherever the project declares it.',
  'Changelog and documentation say what changed.',
  'The tests of the project pass on what is committed.',
  'Each commit is one change, with a message in Conventional Commits form.',
];

/** What has to be done before work on a repository counts as finished, as a list to tick off. */
export function listCriteria(createTag: boolean): string {
  const all = createTag ? [...criteria, 'An annotated tag names the release.'] : criteria;
  return [
    '# Git wrap-up',
    '',
    ...all.map((each) => `- [ ] ${each}`),
    '',
    'Do not push, and do not rewrite history.',
  ].join('\n');
}
