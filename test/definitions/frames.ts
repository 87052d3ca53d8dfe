import type { Files } from './diagnose.js';

const server = 'server: { name: s, version: 1.0.0 }\n';
const tool = `${server}tools:\n  t:\n    description: Does it.\n`;
const question = `${tool}    elicitations:\n      confirm:\n`;
const message = `${question}        message: Well?\n        requestedSchema:\n          type: object\n`;
const consent = 'consent: { issuer: https://a.example, clientId: a }';
const orders = '    document: orders.openapi.yaml\n';

interface Frame {
  readonly before: string;
  readonly after?: string;
  /** Indentation of each line, for a text of lines. */
  readonly indent?: number;
}

/** Frames around the text of a case, by the first word of the case. */
const frames: { readonly [word: string]: Frame } = {
  yaml: { before: '' },
  /** From line 2 on. */
  server: { before: server },
  /** Members of a tool, from line 5 and column 5 on. */
  tool: { before: tool, indent: 4 },
  /** Input properties of a tool, from line 8 and column 9 on. */
  property: { before: `${tool}    inputSchema:\n      type: object\n      properties:\n`, indent: 8 },
  /** Input properties of a tool, from line 9 and column 9 on, of a server with `auth` and the trusted header `X-Tenant`. */
  bound: {
    before: `server: { name: s, version: 1.0.0, trustedHeaders: [X-Tenant] }\nauth: { issuers: [https://a.example] }\ntools:\n  t:\n    description: Does it.\n    inputSchema:\n      type: object\n      properties:\n`,
    indent: 8,
  },
  /** An annotation of a resource, in line 3. */
  annotation: { before: `${server}resources:\n  a:b: { name: a, text: x, annotations: { `, after: ' } }\n' },
  /** A content block of a static prompt, in line 6. */
  content: {
    before: `${server}prompts:\n  p:\n    description: D.\n    messages:\n      - { role: user, content: { `,
    after: ' } }\n',
  },
  /** The text of such a prompt, whose argument is `id`, in line 7. */
  message: {
    before: `${server}prompts:\n  p:\n    description: D.\n    arguments: { id: { description: The id. } }\n    messages:\n      - { role: user, content: '`,
    after: "' }\n",
  },
  /** Members of `auth`, from line 3 and column 3 on, next to a tool that needs the scope `a`. */
  auth: { before: `${server}auth:\n`, indent: 2, after: 'tools:\n  t: { description: Does it., scopes: [a] }\n' },
  /** `complete` of a prompt argument, in line 5, from column 49 on. */
  complete: {
    before: `${server}prompts:\n  p:\n    description: Does it.\n    arguments: { a: { description: d, complete: `,
    after: ' } }\n',
  },
  /** Declarations of the variables `isbn` and `page` of a template, from line 6 and column 7 on. */
  variable: {
    before: `${server}resourceTemplates:\n  a://b/{isbn}{?page}:\n    name: book\n    variables:\n`,
    indent: 6,
  },
  /** Members of a question, from line 7 and column 9 on. */
  question: { before: question, indent: 8 },
  /** The schema of the one field of a question, in line 10. */
  field: { before: `${message}          properties: { a: `, after: ' }\n' },
  /** `capabilities` of a server, from column 50 on. */
  capabilities: { before: server.replace(' }\n', ', capabilities: '), after: ' }\n' },
  /** `cache` of a resource in line 3, from column 37 on. */
  cache: { before: `${server}resources:\n  x://a: { name: a, text: t, cache: `, after: ' }\n' },
  /** A member of a tool in line 3, from column 29 on. */
  member: { before: `${server}tools:\n  t: { description: Does it., `, after: ' }\n' },
  /** `toolsets` of a server with a tool of the toolset `mail`, from column 46 on. */
  toolsets: {
    before: server.replace(' }\n', ', toolsets: '),
    after: ' }\ntools:\n  t: { description: Does it., toolset: mail }\n',
  },
  /** An example of a tool, in line 9, from column 7 on. */
  example: {
    before: `server: { name: shop, version: 1.0.0 }
tools:
  find:
    description: Finds books.
    inputSchema:
      { type: object, properties: { query: { type: string, description: Words. } }, required: [query] }
    outputSchema: { type: object, properties: { titles: { type: array, items: { $ref: '#/$defs/Title' } } } }
    examples:
      `,
    after: '\n$defs: { Title: { type: string, minLength: 1 } }\n',
  },
  /** Members of a tool, from line 5 and column 5 on, next to a limit with a default in `$defs`. */
  default: {
    before: 'server: { name: shop, version: 1.0.0 }\ntools:\n  find:\n    description: Finds books.\n',
    indent: 4,
    after: '$defs: { Limit: { type: integer, default: 10, description: How many. } }\n',
  },
  /** `auth` of an API, in line 5, from column 13 on. */
  api: {
    before: `${server}auth: { issuers: [https://a.example], login: { clientId: l } }\nopenapi:\n  orders:\n    auth: { `,
    after: ` }\n${orders}`,
  },
  /** `auth` of a server whose API needs consent, in line 2, from column 7 on. */
  login: { before: `${server}auth: `, after: `\nopenapi:\n  orders:\n    auth: { ${consent} }\n${orders}` },
};

/** The document of the API of `api` and `login`. */
const document = `openapi: 3.1.0
info: { title: Orders, version: '1' }
servers: [{ url: 'https://orders.example' }]
paths:
  /orders: { get: { operationId: listOrders, description: Lists., responses: { '200': { description: A list. } } } }
`;

/**
 * A definition, from the word of a frame and a text in it. Lines from `$defs:` on are not indented. After `json` stands a
 * file in JSON, after `files` an object of files below `definitions/`.
 */
export function define(given: string): Files {
  const [word = '', text = ''] = given.split(/ (.*)/su);
  if (word === 'json') return { 'definitions/a.mcp.json': text };
  if (word === 'files') {
    const files = Object.entries(JSON.parse(text) as { readonly [file: string]: string });
    return Object.fromEntries(files.map(([file, content]) => [`definitions/${file}`, content]));
  }
  const frame = frames[word];
  if (!frame) throw new Error(`There is no frame ${word}.`);
  const definition = fill(frame, text);
  return word === 'api' || word === 'login'
    ? { 'definitions/a.mcp.yaml': definition, 'definitions/orders.openapi.yaml': document }
    : definition;
}

function fill({ before, after = '', indent }: Frame, text: string): string {
  if (indent === undefined) return `${before}${text}${after}`;
  const [lines = '', definitions = ''] = text.split(/^(?=\$defs:)/mu);
  const indented = `${lines.trimEnd().replaceAll(/^(?=.)/gmu, ' '.repeat(indent))}\n`;
  return `${before}${text === '' ? '' : indented}${definitions && `${definitions.trimEnd()}\n`}${after}`;
}
