import { isJsonObject, type Json } from '../../core/model/json.js';
import type { Model } from '../../core/model/model.js';
import { authPart } from './auth-part.js';
import { summarizeAccess } from './summarize-access.js';
import type { Anchors } from '../../feature-kit/pages/anchors.js';
import {
  code,
  joinLines,
  link,
  paragraph,
  text,
  type Block,
  type Line,
  type SectionBlock,
} from '../../feature-kit/pages/document.js';
import { parseLine } from '../../feature-kit/pages/parse-text.js';

/** Maximum number of entries listed for a scope. */
const maxEntries = 20;

/** Describes the authentication of a server: issuers, other credentials, and scopes. Returns `[]` without `auth`. */
export function describeAccess(model: Model, anchors: Anchors): readonly SectionBlock[] {
  const access = summarizeAccess(model);
  const settings = authPart.of(model)?.settings;
  if (!access || !settings) return [];
  const issuers = textsOf(settings.get('issuers'));
  const ways: Line[] = [
    ...(issuers.length > 0
      ? [[text('An OAuth access token from '), ...joinLines(issuers.map(showAddress), ' or '), text('.')]]
      : []),
    ...(isJsonObject(settings.get('apiKeys')) ? [[text('An API key issued by the server operator.')]] : []),
    ...(isJsonObject(settings.get('clientCertificate'))
      ? [[text('A token that is bound to a client certificate.')]]
      : []),
  ];
  const scopes: readonly Block[] =
    access.scopes.length === 0
      ? []
      : [
          {
            kind: 'table',
            head: ['Scope', 'Permits', 'Needed by'],
            rows: access.scopes.map(({ name, description, isRequired, entries }) => [
              [code(name)],
              parseLine(description),
              isRequired ? [text('everything')] : listEntries(entries),
            ]),
          },
        ];
  const blocks = [
    ...paragraph(text('Over HTTP, every request needs one of these. On stdio, no credentials are needed.')),
    { kind: 'list' as const, items: ways },
    ...scopes,
  ];
  return [{ kind: 'section', id: anchors.give('section', 'access'), heading: [text('Authentication')], blocks }];
}

/** An issuer that contains an environment variable is not yet a URL. */
function showAddress(address: string): Line {
  return address.includes('${') ? [code(address)] : [link(address, address)];
}

function listEntries(entries: readonly string[]): Line {
  const shown = entries.slice(0, maxEntries).map((entry) => [code(entry)]);
  const others = entries.length > maxEntries ? [[text(`${entries.length - maxEntries} more`)]] : [];
  return joinLines([...shown, ...others], ', ');
}

function textsOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
