import type { Accepted } from '../compare-fields.js';
import type { Call } from '../compare-servers.js';
import { refusedAs, unknownTool } from '../usual-differences.js';

const sameAddress =
  'A template without variables and with the URI of a resource is omitted, because it matches only that resource.';
const ownWords =
  "The text of a failed call is git's own error message; the original adds `Error:`, the exit code and empty outputs.";
const blank = 'In the text next to its structured result, the original writes fields without a value as `null`.';
const firstLines = 'For consecutive lines of one commit, the blame tool of the original returns only the first line.';
const noMetadata =
  "The original rejects the git command with which it reads a commit's metadata, so its `git_show` has no metadata.";
const ownTexts = 'Texts for the model are our own, and short.';
const described =
  'The `prompts/get` result contains the description from `prompts/list`, unless the handler returns another one.';
const raw = 'Our text has all fields of the structured result.';

/** Accepted differences in what the servers say about themselves. */
export const acceptedInLists: readonly Accepted[] = [
  { field: ['resourceTemplates', 'order'], ours: [], reason: sameAddress },
  { field: ['resourceTemplates', 'git://working-directory', '*'], reason: sameAddress },
];

function use(title: string, name: string, input: object, ...accepted: readonly Accepted[]): Call {
  return { title, params: { name, arguments: input }, accepted };
}

/** A call with fields that have no value. */
function leave(title: string, name: string, input: object, ...accepted: readonly Accepted[]): Call {
  return use(title, name, input, inText('*', { original: null, reason: blank }), ...accepted);
}

/** A call that fails, and our words for it. */
function fail(title: string, name: string, input: object, ours: string): Call {
  return use(title, name, input, { field: ['result', 'content', '0', 'text'], ours, reason: ownWords });
}

/** A call with wrong arguments, and our words for the problem. */
function misuse(title: string, name: string, input: object, problem: string): Call {
  return use(title, name, input, refusedAs(`Invalid arguments for tool "${name}":\n- ${problem}`));
}

function inText(field: string, rest: Omit<Accepted, 'field'>): Accepted {
  return { field: ['result', 'content', '0', 'text', ...field.split('.')], ...rest };
}

/** Differences in the structured result and in the text beside it. */
function inBoth(reason: string, ...fields: readonly string[]): readonly Accepted[] {
  return fields.flatMap((field) => [
    inText(field, { reason }),
    { field: ['result', 'structuredContent', ...field.split('.')], reason },
  ]);
}

const quoted =
  'File names with non-ASCII letters are returned unchanged; the original returns them as git quotes them.';
const metadata = inBoth(noMetadata, 'metadata', 'metadata.*', 'metadata.*.*');
const lines = inBoth(firstLines, 'lines.*.*', 'totalLines');

/** Requests for both servers, in this order. `<folder>` has the repositories of the server. */
export const calls: readonly Call[] = [
  fail(
    'a status before a folder is set',
    'git_status',
    {},
    "No session working directory set. Please specify a 'path' or use 'git_set_working_dir' first.",
  ),
  use('a name with an umlaut', 'git_status', { path: '<folder>/names' }, ...inBoth(quoted, 'untrackedFiles')),
  { title: 'the folder that is not set', method: 'resources/read', params: { uri: 'git://working-directory' } },
  fail(
    'a folder that is no repository',
    'git_set_working_dir',
    { path: '<folder>' },
    "Path is not a git repository: <folder>. Pass initializeIfNotPresent: true to run 'git init' here, or point at an existing repository.",
  ),
  use('a folder', 'git_set_working_dir', { path: '<folder>/work' }),
  { title: 'the folder that is set', method: 'resources/read', params: { uri: 'git://working-directory' } },
  use('a status', 'git_status', {}),
  use('the history', 'git_log', { maxCount: 10 }),
  use('the history, short', 'git_log', { maxCount: 2, oneline: true }),
  use('the history of a file with its changes', 'git_log', { filePath: 'notes.txt', stat: true, patch: true }),
  use('the history of nobody', 'git_log', { author: 'Nobody' }),
  fail('the history of no branch', 'git_log', { branch: 'nowhere' }, "fatal: bad revision 'nowhere'"),
  use('a commit', 'git_show', { object: 'HEAD~1' }, ...metadata),
  use('a commit in numbers', 'git_show', { object: 'topic', stat: true }, ...metadata),
  use('a file of a commit', 'git_show', { object: 'v1.0.0', filePath: 'notes.txt' }),
  use('a tag', 'git_show', { object: 'v1.0.0' }),
  fail('no commit', 'git_show', { object: 'no-such-commit' }, 'fatal: Not a valid object name no-such-commit'),
  use('who wrote a file', 'git_blame', { filePath: 'notes.txt' }, ...lines),
  use('who wrote some lines', 'git_blame', { filePath: 'notes.txt', startLine: 2, endLine: 3 }, ...lines),
  fail('who wrote no file', 'git_blame', { filePath: 'missing.txt' }, "fatal: no such path 'missing.txt' in HEAD"),
  leave('branches', 'git_branch', { mode: 'list', all: true }),
  leave('the current branch', 'git_branch', { mode: 'show-current' }),
  leave('branches that are not merged', 'git_branch', { mode: 'list', noMerged: true }),
  leave('a new branch', 'git_branch', { mode: 'create', branchName: 'next' }),
  fail(
    'a branch that is there',
    'git_branch',
    { mode: 'create', branchName: 'next' },
    "fatal: a branch named 'next' already exists",
  ),
  leave('a branch with a new name', 'git_branch', { mode: 'rename', branchName: 'next', newBranchName: 'later' }),
  leave('a branch that goes', 'git_branch', { mode: 'delete', branchName: 'later' }),
  fail('a branch without a name', 'git_branch', { mode: 'create' }, 'Branch name is required for create operation'),
  misuse(
    'a mode that there is not',
    'git_branch',
    { mode: 'squash' },
    'mode: must be one of "list", "create", "delete", "rename", "show-current", got "squash"',
  ),
  use('what two commits differ in', 'git_diff', { source: 'v1.0.0', target: 'HEAD' }),
  leave('the names of changed files', 'git_diff', { source: 'v1.0.0', target: 'HEAD', nameOnly: true }),
  use('changes, also of what is not tracked', 'git_diff', { includeUntracked: true }),
  use('sizes, also of what is not tracked', 'git_diff', { includeUntracked: true, stat: true }),
  use('the sizes of changes', 'git_diff', { source: 'v1.0.0', target: 'HEAD', stat: true }),
  use('a merge with a conflict to come', 'git_checkout', { target: 'topic' }),
  fail(
    'a checkout of nothing',
    'git_checkout',
    { target: 'no-such-branch' },
    "error: pathspec 'no-such-branch' did not match any file(s) known to git",
  ),
  use('a checkout of a new branch', 'git_checkout', { target: 'work', createBranch: true }),
  use('a merge', 'git_merge', { branch: 'main' }),
  use('a merge of nothing new', 'git_merge', { branch: 'main' }),
  fail(
    'an empty commit',
    'git_commit',
    { message: 'Nothing' },
    'On branch work\nUntracked files:\n  (use "git add <file>..." to include in what will be committed)\n\tdraft.txt\n\trest/\n\nnothing added to commit but untracked files present (use "git add" to track)',
  ),
  leave('a commit that may be empty', 'git_commit', { message: 'Nothing', allowEmpty: true }),
  misuse('a commit without a message', 'git_commit', {}, 'message: is required'),
  fail('nothing to add', 'git_add', {}, 'Either paths must be provided, or all/update must be true.'),
  fail(
    'a file that is not there',
    'git_add',
    { paths: ['missing.txt'] },
    "fatal: pathspec 'missing.txt' did not match any files",
  ),
  leave('tags', 'git_tag', { mode: 'list' }),
  leave('a new tag', 'git_tag', { mode: 'create', tagName: 'v1.1.0', message: 'Second release', annotated: true }),
  fail('a tag that is there', 'git_tag', { mode: 'create', tagName: 'v1.1.0' }, "fatal: tag 'v1.1.0' already exists"),
  leave(
    'a signature that is not there',
    'git_tag',
    { mode: 'verify', tagName: 'v1.1.0' },
    ...inBoth(ownTexts, 'warning'),
    inText('rawOutput', { reason: raw }),
  ),
  leave('a tag that goes', 'git_tag', { mode: 'delete', tagName: 'v1.1.0' }),
  leave('remotes', 'git_remote', { mode: 'list' }),
  leave('a new remote', 'git_remote', { mode: 'add', name: 'copy', url: '<folder>/copy.git' }),
  leave('the address of a remote', 'git_remote', { mode: 'get-url', name: 'copy' }),
  leave('a remote with a new name', 'git_remote', { mode: 'rename', name: 'copy', newName: 'other' }),
  leave('a remote that goes', 'git_remote', { mode: 'remove', name: 'other' }),
  use('a push', 'git_push', { branch: 'work', setUpstream: true }),
  fail(
    'a push by force that is not confirmed',
    'git_push',
    { branch: 'main', force: true },
    "Cannot perform 'force push' on protected branch 'main' without explicit confirmation.",
  ),
  use('a fetch', 'git_fetch', { prune: true }),
  use('a pull', 'git_pull', {}),
  use('a clone', 'git_clone', { url: '<folder>/remote.git', path: '<folder>/clone' }),
  use(
    'a file of the clone',
    'git_show',
    { path: '<folder>/clone', object: 'HEAD', filePath: 'notes.txt' },
    ...metadata,
  ),
  fail(
    'a clone of nothing',
    'git_clone',
    { url: '<folder>/nothing.git', path: '<folder>/clone2' },
    "fatal: repository '<folder>/nothing.git' does not exist",
  ),
  use('a new repository', 'git_init', { path: '<folder>/new' }),
  use('the status of a new repository', 'git_status', { path: '<folder>/new' }),
  fail(
    'the history of a new repository',
    'git_log',
    { path: '<folder>/new' },
    "fatal: your current branch 'main' does not have any commits yet",
  ),
  leave('a folder for work', 'git_worktree', { mode: 'add', worktreePath: '<folder>/tree', commitish: 'topic' }),
  leave('folders for work', 'git_worktree', { mode: 'list' }),
  leave('a folder for work that goes', 'git_worktree', { mode: 'remove', worktreePath: '<folder>/tree' }),
  use('a commit from elsewhere', 'git_cherry_pick', { commits: ['v1.0.0'] }),
  leave('an abort of no cherry-pick', 'git_cherry_pick', { commits: ['topic'], abort: true }),
  use('a reset that is not confirmed', 'git_checkout', { target: 'main' }),
  fail(
    'a hard reset of main',
    'git_reset',
    { mode: 'hard', target: 'HEAD~1' },
    "Cannot perform 'reset --hard' on protected branch 'main' without explicit confirmation.",
  ),
  use('a hard reset of main, confirmed', 'git_reset', { mode: 'hard', target: 'HEAD~1', confirmed: true }),
  use('a soft reset', 'git_reset', { mode: 'soft', target: 'v1.0.0' }),
  use('a status with what is staged', 'git_status', {}),
  use('what is staged', 'git_diff', { staged: true }),
  leave('a stash', 'git_stash', { mode: 'push', message: 'for later' }),
  leave('stashes', 'git_stash', { mode: 'list' }),
  leave('a stash that comes back', 'git_stash', { mode: 'pop' }),
  fail(
    'a stash that is not there',
    'git_stash',
    { mode: 'drop', stashRef: 'stash@{5}' },
    'error: stash@{5} is not a valid reference',
  ),
  use('everything to add', 'git_add', { all: true }),
  leave('a commit of what was staged', 'git_commit', {
    message: 'Again',
    author: { name: 'Eve', email: 'eve@example.com' },
  }),
  use('another branch', 'git_checkout', { target: 'clash' }),
  leave('a rebase with a conflict', 'git_rebase', { upstream: 'topic' }),
  use('a status with a conflict', 'git_status', {}),
  leave('an end of the rebase', 'git_rebase', { mode: 'abort' }),
  use('a merge with a conflict', 'git_merge', { branch: 'topic' }),
  use('an end of the merge', 'git_merge', { branch: 'topic', abort: true }),
  use('a commit from elsewhere with a conflict', 'git_cherry_pick', { commits: ['topic'] }),
  leave('an end of the cherry-pick', 'git_cherry_pick', { commits: ['topic'], abort: true }),
  use('what is not tracked', 'git_clean', { dryRun: true, force: true }),
  fail(
    'a clean that is not forced',
    'git_clean',
    {},
    'fatal: clean.requireForce defaults to true and neither -i, -n, nor -f given; refusing to clean',
  ),
  use('what happened', 'git_reflog', { maxCount: 3 }),
  use('a changelog', 'git_changelog_analyze', { reviewTypes: ['gaps'] }, ...inBoth(ownTexts, 'reviewInstructions')),
  misuse('no review', 'git_changelog_analyze', { reviewTypes: [] }, 'reviewTypes: must not be empty'),
  use(
    'instructions',
    'git_wrapup_instructions',
    { acknowledgement: 'y', createTag: false },
    ...inBoth(ownTexts, 'instructions'),
  ),
  fail('an option in place of a name', 'git_checkout', { target: '--orphan' }, '"--orphan" must not start with "-".'),
  misuse('more than the tool knows', 'git_status', { verbose: true }, 'verbose: is not allowed'),
  use('a tool that there is not', 'git_bisect', {}, ...unknownTool('git_bisect')),
  {
    title: 'the prompt',
    method: 'prompts/get',
    params: { name: 'git_wrapup', arguments: { createTag: 'false' } },
    accepted: [
      { field: ['result', 'messages', '0', 'content', 'text'], reason: ownTexts },
      { field: ['result', 'description'], reason: described },
    ],
  },
  use('no folder any more', 'git_clear_working_dir', { confirm: 'yes' }),
  leave('no folder any more, twice', 'git_clear_working_dir', { confirm: 'yes' }),
  fail(
    'a folder that is not there',
    'git_status',
    { path: '<folder>/nowhere' },
    'Working directory does not exist: <folder>/nowhere',
  ),
];
