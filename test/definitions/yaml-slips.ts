/** A definition without a mistake. */
export const definition = `server: { name: library, version: 1.0.0 }
tools:
  find_books:
    title: Find books
    description: Finds books by title or subject.
    annotations: { readOnlyHint: true, openWorldHint: false }
    inputSchema:
      type: object
      properties:
        query: { type: string, description: Words of the title. }
        subjects:
          type: array
          description: Subjects of the books.
          items:
            type: string
            enum: [history, poetry, science]
      required:
        - query
        - subjects
  lend_book:
    description: >-
      Lends a book to a member of the library.
      Fails if the book is lent already.
    inputSchema:
      type: object
      properties:
        id: { type: string, description: "Id of the book." }
prompts:
  recommend:
    description: Recommends books on a subject.
    arguments:
      subject: { description: The subject. }
    messages:
      - role: user
        content: Recommend {{subject}}.
`;

/** What is written wrong, the text that it replaces, the wrong text, and the only message. */
export const slips: readonly (readonly [slip: string, from: string, to: string, message: string, help: string])[] = [
  [
    'a first key that is indented too little',
    '    title: Find',
    '   title: Find',
    '4:4 `title` is indented by 3 spaces, its siblings by 4.',
    'Indent it by 4 spaces.',
  ],
  [
    'a second key that is indented too little',
    '    description: Finds',
    '   description: Finds',
    '5:4 `description` is indented by 3 spaces, its siblings by 4.',
    'Indent it by 4 spaces.',
  ],
  [
    'a key after a mapping that is indented too little',
    '    inputSchema:\n      type: object\n      properties:\n        query',
    '   inputSchema:\n      type: object\n      properties:\n        query',
    '7:4 `inputSchema` is indented by 3 spaces, its siblings by 4.',
    'Indent it by 4 spaces.',
  ],
  [
    'a key that is indented too far',
    '    description: Finds',
    '     description: Finds',
    '5:6 `description` is indented by 5 spaces, its siblings by 4.',
    'Indent it by 4 spaces. If it belongs to the text before it, put quotes around that text.',
  ],
  [
    'a key after a mapping that is indented too far',
    '    inputSchema:\n      type: object\n      properties:\n        query',
    '     inputSchema:\n      type: object\n      properties:\n        query',
    '7:6 `inputSchema` is indented by 5 spaces, its siblings by 4.',
    'Indent it by 4 spaces.',
  ],
  [
    'a key that is indented as far as one below it',
    '    description: Finds',
    '      description: Finds',
    '5:7 `description` is indented by 6 spaces, its siblings by 4.',
    'Indent it by 4 spaces. If it belongs to the text before it, put quotes around that text.',
  ],
  [
    'a key deep inside that is indented too little',
    '          description: Subjects',
    '         description: Subjects',
    '13:10 `description` is indented by 9 spaces, its siblings by 10.',
    'Indent it by 10 spaces.',
  ],
  [
    'a key deep inside that is indented too far',
    '          description: Subjects',
    '           description: Subjects',
    '13:12 `description` is indented by 11 spaces, its siblings by 10.',
    'Indent it by 10 spaces. If it belongs to the text before it, put quotes around that text.',
  ],
  [
    'a section that is indented',
    'prompts:',
    ' prompts:',
    '28:2 `prompts` is indented by 1 space, its siblings by 0.',
    'Remove its indentation.',
  ],
  [
    'a tool that is indented too little',
    '  lend_book:',
    ' lend_book:',
    '20:2 `lend_book` is indented by 1 space, its siblings by 2.',
    'Indent it by 2 spaces.',
  ],
  [
    'a tool that is indented too far',
    '  lend_book:',
    '   lend_book:',
    '20:4 `lend_book` is indented by 3 spaces, its siblings by 2.',
    'Indent it by 2 spaces.',
  ],
  [
    'the first of two keys that is indented too little',
    '            type: string\n            enum',
    '           type: string\n            enum',
    '15:12 `type` is indented by 11 spaces, its siblings by 12.',
    'Indent it by 12 spaces.',
  ],
  [
    'the last of two keys that is indented too little',
    '            enum: [',
    '           enum: [',
    '16:12 `enum` is indented by 11 spaces, its siblings by 12.',
    'Indent it by 12 spaces.',
  ],
  [
    'a tab',
    '    title',
    '\ttitle',
    '4:1 This line is indented with a tab: YAML is indented with spaces.',
    'Replace each tab with 2 spaces.',
  ],
  [
    'tabs everywhere',
    definition,
    definition.replace(/^(?: {2})+/gmu, (spaces) => '\t'.repeat(spaces.length / 2)),
    '3:1 This line is indented with a tab, and so do 31 more lines: YAML is indented with spaces.',
    'Replace each tab with 2 spaces.',
  ],
  [
    'a tab after spaces',
    '    title',
    '  \ttitle',
    '4:3 This line is indented with a tab: YAML is indented with spaces.',
    'Replace each tab with 2 spaces.',
  ],
  [
    'no-break spaces',
    '    title',
    '\u00a0\u00a0\u00a0\u00a0title',
    '4:1 This line is indented with a special space, such as a no-break space.',
    'Replace it with an ordinary space.',
  ],
  [
    'no closing double quote',
    'title: Find books',
    'title: "Find books',
    '4:12 The closing " of this text is missing.',
    'Add " at its end.',
  ],
  [
    'no closing single quote',
    'description: Recommends books on a subject.',
    "description: 'Recommends books on a subject.",
    "30:18 The closing ' of this text is missing.",
    "Add ' at its end.",
  ],
  [
    'no closing quote before a brace',
    '"Id of the book." }',
    '"Id of the book. }',
    '27:42 The closing " of this text is missing.',
    'Add " at its end.',
  ],
  [
    'an apostrophe in single quotes',
    'Finds books by title or subject.',
    "'Finds the library's books.'",
    "5:37 The text ends at the second '; more follows on the line.",
    "Write '' for an apostrophe in this text, or put double quotes around all of it.",
  ],
  [
    'quotes in double quotes',
    'Finds books by title or subject.',
    '"Finds "good" books."',
    '5:26 The text ends at the second "; more follows on the line.',
    'Write \\" for a quote in this text, or put single quotes around all of it.',
  ],
  [
    'text after quotes',
    'Finds books by title or subject.',
    '"Finds" books.',
    '5:25 The text ends at the second "; more follows on the line.',
    'Write \\" for a quote in this text, or put single quotes around all of it.',
  ],
  [
    'a backslash in double quotes',
    'Finds books by title or subject.',
    '"Matches \\d+ books."',
    '5:27 \\d is not an escape sequence of double quotes.',
    'Write \\\\d, or use single quotes, in which a backslash is itself.',
  ],
  [
    'a comma after a text',
    'title: Find books',
    'title: "Find books",',
    '4:24 A comma cannot follow this text.',
    'Remove the comma.',
  ],
  [
    'a quoted text that continues in the column of its key',
    'Finds books by title or subject.',
    '"Finds books by title\n    or subject."',
    '6:1 This line continues a quoted text and is not indented further than its key.',
    'Indent it by 6 spaces or more, or add the missing " in line 5.',
  ],
  [
    'no closing bracket',
    '[history, poetry, science]',
    '[history, poetry, science',
    '16:19 The closing `]` of this `[` is missing.',
    'Add `]` after its last value.',
  ],
  [
    'no closing brace',
    'openWorldHint: false }',
    'openWorldHint: false',
    '6:18 The closing `}` of this `{` is missing.',
    'Add `}` after its last value.',
  ],
  [
    'the wrong bracket',
    '[history, poetry, science]',
    '[history, poetry, science}',
    '16:44 `[` is closed by `}`.',
    'Write `]`.',
  ],
  [
    'a bracket too many',
    '[history, poetry, science]',
    '[history, poetry, science]]',
    '16:45 This `]` closes nothing.',
    'Remove it.',
  ],
  [
    'a brace too many',
    'openWorldHint: false }',
    'openWorldHint: false }}',
    '6:62 This `}` closes nothing.',
    'Remove it.',
  ],
  [
    'no comma in a list',
    '[history, poetry, science]',
    '["history" "poetry", science]',
    '16:30 A comma is missing before this.',
    'Put a comma between the two.',
  ],
  [
    'no comma in a mapping',
    'readOnlyHint: true, openWorldHint',
    'readOnlyHint: true openWorldHint',
    '6:39 A comma is missing before this.',
    'Put a comma between the two.',
  ],
  ['two commas', 'history, poetry', 'history,, poetry', '16:28 Nothing stands before this comma.', 'Remove the comma.'],
  [
    'a brace before a block',
    'tools:\n',
    'tools: {\n',
    '4:5 A comma is missing before this: the `{` of line 2 is still open.',
    'Put a comma between the two, or remove the bracket.',
  ],
  ['no colon', 'title: Find books', 'title Find books', '4:5 A key is missing its colon here.', 'Write `title: …`.'],
  [
    'no colon before a block',
    '    inputSchema:\n      type: object\n      properties:\n        query',
    '    inputSchema\n      type: object\n      properties:\n        query',
    '7:5 A key is missing its colon here.',
    'Write `inputSchema:`.',
  ],
  [
    'no space after a colon',
    'title: Find books',
    'title:Find books',
    '4:10 A space is missing after this colon.',
    'Write `title: Find books`.',
  ],
  [
    'no space after a colon in braces',
    'readOnlyHint: true',
    'readOnlyHint:true',
    '6:32 A space is missing after this colon.',
    'Write `readOnlyHint: true`.',
  ],
  [
    'an equals sign',
    'title: Find books',
    'title = Find books',
    '4:11 A key is followed by `: `, not by `=`.',
    'Write `title: Find books`.',
  ],
  [
    'a colon in a text',
    'Finds books by title or subject.',
    'Finds books: by title or subject.',
    '5:29 Text with a colon and a space after it, or a colon at its end, needs quotes.',
    'Put quotes around the whole text.',
  ],
  [
    'a colon at the end of a text',
    'Finds books by title or subject.',
    'Finds books by title or subject:',
    '5:49 Text with a colon and a space after it, or a colon at its end, needs quotes.',
    'Put quotes around the whole text.',
  ],
  [
    'no space after the first dash',
    '        - query\n',
    '        -query\n',
    '18:9 A space is missing after the dash of this list item.',
    'Write `- query`.',
  ],
  [
    'no space after a later dash',
    '        - subjects\n',
    '        -subjects\n',
    '19:9 A space is missing after the dash of this list item.',
    'Write `- subjects`.',
  ],
  [
    'a dash that is indented too little',
    '        - subjects\n',
    '       - subjects\n',
    '19:8 This list item is indented by 7 spaces, its siblings by 8.',
    'Indent it by 8 spaces.',
  ],
  [
    'a dash in the column of the key',
    '        - subjects\n',
    '      - subjects\n',
    '19:7 This list item is indented by 6 spaces, its siblings by 8.',
    'Indent it by 8 spaces.',
  ],
  [
    'a dash that is indented too far',
    '        - subjects\n',
    '          - subjects\n',
    '19:11 This list item is indented further than the one before it, and so belongs to its text.',
    'Indent it by 8 spaces.',
  ],
  [
    'no dash',
    '        - subjects\n',
    '        subjects\n',
    '19:9 The dash of this list item is missing.',
    'Write `- subjects`.',
  ],
  [
    'no dash in a list of mappings',
    '      - role: user',
    '        role: user',
    '34:9 `messages` must be an array, not object.',
    'Write a list: begin each item with `- `.',
  ],
  [
    'a dash on the line of its key',
    '      required:\n        - query',
    '      required: - query',
    '17:17 A list item cannot stand on the line of its key `required`.',
    'Begin the list in the next line, or write it as `[a, b]`.',
  ],
  [
    'a key of an item that is indented too little',
    '        content: Rec',
    '       content: Rec',
    '35:8 `content` is indented by 7 spaces, its siblings by 8.',
    'Indent it by 8 spaces.',
  ],
  [
    'a key of an item in the column of the dash',
    '        content: Rec',
    '      content: Rec',
    '35:7 `content` is indented by 6 spaces, its siblings by 8.',
    'Indent it by 8 spaces.',
  ],
  [
    'a key of an item that is indented too far',
    '        content: Rec',
    '          content: Rec',
    '35:11 `content` is indented by 10 spaces, its siblings by 8.',
    'Indent it by 8 spaces. If it belongs to the text before it, put quotes around that text.',
  ],
  [
    'asterisks for dashes',
    '        - query\n        - subjects',
    '        * query\n        * subjects',
    '18:9 A list item begins with `- `, not `* `.',
    'Write `-` instead of `*`.',
  ],
  [
    'en dashes for dashes',
    '        - query\n',
    '        – query\n',
    '18:9 A list item begins with `- `, not `– `.',
    'Write `- query`.',
  ],
  [
    'a key twice',
    'title: Find books',
    'title: Find books\n    title: Find',
    '5:5 The key `title` is repeated in the same mapping.',
    'Remove one of the two, or rename it.',
  ],
  [
    'a tool twice',
    '  lend_book:',
    '  find_books:',
    '20:3 The key `find_books` is repeated in the same mapping.',
    'Remove one of the two, or rename it.',
  ],
  [
    '@ at the start',
    'title: Find books',
    'title: @find',
    '4:12 Text cannot begin with @ in YAML.',
    'Put quotes around it.',
  ],
  [
    '* at the start',
    'title: Find books',
    'title: *find books',
    '4:12 Text that begins with `*` is an alias in YAML.',
    'Put quotes around it.',
  ],
  [
    'bold text of Markdown',
    'title: Find books',
    'title: **Find** books',
    '4:12 Text that begins with `*` is an alias in YAML.',
    'Put quotes around it.',
  ],
  [
    '% at the start',
    'title: Find books',
    'title: %find',
    '4:12 Text cannot begin with % in YAML.',
    'Put quotes around it.',
  ],
  [
    'a backtick at the start',
    'title: Find books',
    'title: `find`',
    '4:12 Text cannot begin with ` in YAML.',
    'Put quotes around it.',
  ],
  [
    '! at the start',
    'title: Find books',
    'title: !find books',
    '4:12 YAML tags, which begin with `!`, are not supported.',
    'If this is text, put quotes around it.',
  ],
  [
    '# at the start',
    'title: Find books',
    'title: #find',
    '4:12 `title` must be a string, not null.',
    'Write a text, or remove the key. A text that begins with `#` needs quotes: it is a comment otherwise.',
  ],
  [
    '? at the start',
    'title: Find books',
    'title: ? find',
    '4:12 Text cannot begin with `? ` in YAML.',
    'Put quotes around it.',
  ],
  [
    'braces at the start',
    'content: Recommend {{subject}}.',
    'content: {{subject}}',
    '35:18 Text that begins with `{{` needs quotes.',
    "Write `'{{subject}}'`.",
  ],
  [
    'braces at the start of a sentence',
    'content: Recommend {{subject}}.',
    'content: {{subject}} books',
    '35:30 A value that begins with `{{` ends at its closing bracket; more follows on the line.',
    'If this is text, put quotes around all of it.',
  ],
  [
    'brackets at the start of a sentence',
    'title: Find books',
    'title: [beta] Find books',
    '4:19 A value that begins with `[` ends at its closing bracket; more follows on the line.',
    'If this is text, put quotes around all of it.',
  ],
  [
    'a merge key',
    '    annotations: {',
    '    annotations: { <<: &hints { idempotentHint: true }, ',
    '6:20 The key `<<` is not allowed here.',
    'YAML 1.2 has no merge keys: write the keys out.',
  ],
  [
    'text that begins like an anchor',
    'title: Find books',
    'title: &find books',
    '4:12 `&find` is an anchor in YAML, not a part of the text; no alias uses it.',
    'If it belongs to the text, put quotes around the text; otherwise remove it.',
  ],
  [
    'an alias without an anchor',
    'title: Find books',
    'title: *find',
    '4:12 The anchor `&find` of this alias is not defined before it.',
    'If this is text, put quotes around it.',
  ],
  [
    'text after |',
    'title: Find books',
    'title: | Find books',
    '4:14 Text cannot follow `|` on its line.',
    'Begin the text in the next line.',
  ],
  [
    'a wrong sign after >',
    '>-',
    '>-keep',
    '21:18 Text cannot follow `>` on its line.',
    'Begin the text in the next line.',
  ],
  [
    'block text that is not indented',
    '      Lends a book to a member of the library.\n      Fails',
    '    Lends a book to a member of the library.\n    Fails',
    '22:5 The text that begins in line 21 is not indented further than its key here.',
    'Indent this line by 6 spaces.',
  ],
  [
    'block text whose second line is indented less',
    '      Fails if',
    '     Fails if',
    '23:6 This line is indented by 5 spaces, the text before it by 6.',
    'Indent it by 6 spaces or more.',
  ],
  [
    'block text whose second line is not indented',
    '      Fails if',
    '    Fails if',
    '23:5 The text that begins in line 21 is not indented further than its key here.',
    'Indent this line by 6 spaces.',
  ],
  [
    'text that continues in the column of its key',
    'Finds books by title or subject.',
    'Finds books by title\n    or subject.',
    '6:5 This line is neither a key, for its colon is missing, nor indented as a part of the text before it.',
    'Write `or: …`, or indent it by 6 spaces if it continues line 5.',
  ],
  [
    'a comment of JavaScript',
    'prompts:',
    '// The prompts\nprompts:',
    '28:1 A comment begins with `#` in YAML.',
    'Write `#` before it.',
  ],
  [
    'a merge conflict',
    '    title: Find books\n',
    '<<<<<<< HEAD\n    title: Find books\n=======\n    title: Find\n>>>>>>> x\n',
    '4:1 A merge conflict is not resolved here.',
    'Choose one of the two versions, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`.',
  ],
  [
    'a code fence of Markdown',
    'server: {',
    '```yaml\nserver: {',
    '1:1 This is a code fence of Markdown.',
    'Remove the line.',
  ],
  [
    'a second document',
    'prompts:',
    '---\nprompts:',
    '28:1 A second YAML document begins here; a file may hold only one.',
    'Move it to a file of its own, or remove the line `---`.',
  ],
];
