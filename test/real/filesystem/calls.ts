import type { Accepted } from '../compare-fields.js';
import type { Call } from '../compare-servers.js';
import { declaresLogging, defaultTaskSupport, refusedAs, unknownTool } from '../usual-differences.js';

/** Accepted differences in what the servers say about themselves. */
export const acceptedInLists: readonly Accepted[] = [declaresLogging, defaultTaskSupport];

function use(title: string, name: string, input: object, ...accepted: readonly Accepted[]): Call {
  return { title, params: { name, arguments: input }, accepted };
}

/** A call with wrong arguments, and our words for the problem. */
function misuse(title: string, name: string, input: object, problem: string): Call {
  return use(title, name, input, refusedAs(`Invalid arguments for tool "${name}":\n- ${problem}`));
}

const notes = '<folder>/allowed/notes.txt';
const secret = '<folder>/outside/secret.txt';

/** Requests for both servers, in this order. `<folder>` is the folder of the server. */
export const calls: readonly Call[] = [
  use('the allowed directories', 'list_allowed_directories', {}),
  use('a file, by the old name of the tool', 'read_file', { path: notes }),
  use('a file', 'read_text_file', { path: notes }),
  use('a relative path', 'read_text_file', { path: 'notes.txt' }),
  use('the first lines', 'read_text_file', { path: notes, head: 2 }),
  use('more first lines than there are', 'read_text_file', { path: notes, head: 20 }),
  use('the last lines', 'read_text_file', { path: notes, tail: 2 }),
  use('the last lines with line ends of Windows', 'read_text_file', { path: 'windows.txt', tail: 2 }),
  use('first and last lines at once', 'read_text_file', { path: notes, head: 1, tail: 1 }),
  use('a link inside', 'read_text_file', { path: 'link.txt' }),
  use('a name with other code points', 'read_text_file', { path: '<folder>/allowed/caf\u00e9.txt' }),
  use('a missing file', 'read_text_file', { path: '<folder>/allowed/missing.txt' }),
  use('a folder as a file', 'read_text_file', { path: '<folder>/allowed/code' }),
  use('a file outside', 'read_text_file', { path: secret }),
  use('a relative path to the outside', 'read_text_file', { path: '../outside/secret.txt' }),
  use('a link to the outside', 'read_text_file', { path: 'way-out/secret.txt' }),
  use('a path of Windows', 'read_text_file', { path: 'C:\\notes.txt' }),
  misuse('no path', 'read_text_file', {}, 'path: is required'),
  misuse('a path that is a number', 'read_text_file', { path: 5 }, 'path: must be a string, got 5'),
  use('an image', 'read_media_file', { path: 'pixel.PNG' }),
  use('a sound', 'read_media_file', { path: 'beep.wav' }),
  use('other bytes', 'read_media_file', { path: 'code/deep/large.bin' }),
  use('several files', 'read_multiple_files', { paths: [notes, 'missing.txt', secret] }),
  misuse('several files, none', 'read_multiple_files', { paths: [] }, 'paths: must not be empty'),
  use('a new file', 'write_file', { path: 'new.txt', content: 'new\n' }),
  use('what was written', 'read_text_file', { path: 'new.txt' }),
  use('an old file', 'write_file', { path: notes, content: 'one\ntwo\n' }),
  use('the size and permissions that it has now', 'get_file_info', { path: notes }),
  use('a new file in no folder', 'write_file', { path: 'no/where/new.txt', content: '' }),
  use('a new file outside', 'write_file', { path: '<folder>/outside/new.txt', content: '' }),
  misuse('a file without content', 'write_file', { path: 'new.txt' }, 'content: is required'),
  use('an edit that is only shown', 'edit_file', {
    path: notes,
    edits: [{ oldText: 'two', newText: 'deux' }],
    dryRun: true,
  }),
  use('two edits', 'edit_file', {
    path: notes,
    edits: [
      { oldText: 'one\r\ntwo', newText: 'un\r\ntwo' },
      { oldText: 'un', newText: '$& eins' },
    ],
  }),
  use('an edit with another indentation', 'edit_file', {
    path: 'code/indented.js',
    edits: [{ oldText: 'if (x) {\n  return 1;', newText: 'if (y) {\n  return 2;' }],
  }),
  use('what was edited', 'read_text_file', { path: 'code/indented.js' }),
  use('an edit beside fences', 'edit_file', { path: 'code/fences.md', edits: [{ oldText: '1', newText: '2' }] }),
  use('an edit of what is not there', 'edit_file', { path: notes, edits: [{ oldText: 'six', newText: '6' }] }),
  misuse(
    'an edit without new text',
    'edit_file',
    { path: notes, edits: [{ oldText: 'six' }] },
    'edits[0].newText: is required',
  ),
  use('new folders', 'create_directory', { path: 'a/b/c' }),
  use('a folder that is there', 'create_directory', { path: 'a/b/c' }),
  use('a list', 'list_directory', { path: '<folder>/allowed' }),
  use('a list of no folder', 'list_directory', { path: 'missing' }),
  use('a list with sizes', 'list_directory_with_sizes', { path: '<folder>/allowed' }),
  use('a list by size', 'list_directory_with_sizes', { path: '<folder>/allowed', sortBy: 'size' }),
  misuse(
    'a list by date',
    'list_directory_with_sizes',
    { path: '<folder>/allowed', sortBy: 'date' },
    'sortBy: must be one of "name", "size", got "date"',
  ),
  use('a tree', 'directory_tree', { path: '<folder>/allowed/code' }),
  use('a tree without some files', 'directory_tree', {
    path: '<folder>/allowed/code',
    excludePatterns: ['deep', '*.md'],
  }),
  use('a tree with a link to the outside', 'directory_tree', { path: '<folder>/allowed' }),
  use('a move', 'move_file', { source: 'new.txt', destination: 'a/moved.txt' }),
  use('a move onto a file', 'move_file', { source: notes, destination: 'a/moved.txt' }),
  use('a move of nothing', 'move_file', { source: 'new.txt', destination: 'a/other.txt' }),
  use('a search', 'search_files', { path: '<folder>/allowed', pattern: '**/*.txt' }),
  use('a search without some files', 'search_files', {
    path: '<folder>/allowed',
    pattern: '**',
    excludePatterns: ['code/**', '*.txt'],
  }),
  use('a search for nothing', 'search_files', { path: '<folder>/allowed', pattern: '*.zip' }),
  use('a search outside', 'search_files', { path: '<folder>/outside', pattern: '*' }),
  use('more than the tool knows', 'list_directory', { path: '<folder>/allowed/code', depth: 2 }),
  use('a tool that there is not', 'delete_file', { path: notes }, ...unknownTool('delete_file')),
  { title: 'prompts', method: 'prompts/list', params: {} },
  { title: 'a ping', method: 'ping', params: {} },
];
