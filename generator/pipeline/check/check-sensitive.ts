import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { splitWords } from '../../feature-kit/resolve/create-names.js';
import {
  childOf,
  entriesOf,
  entryOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';

/** Names of secrets: passwords, keys, tokens and payment credentials. Ambiguous words count only in combination with a second word. */
const secrets = [
  'password|passwd|passphrase|passcode|otp|totp|cvv|cvc|credentials?',
  '(?:api|access|secret|private|signing|encryption|ssh) ?keys?',
  '(?:access|refresh|auth|bearer|api|session|id|security|login|personal|oauth|jwt|bot|github|gitlab|slack) ?tokens?',
  '(?:client|shared|app|api|webhook) ?secrets?|secret',
  '(?:pin|security|verification|authentication|one time) ?codes?|pin number',
  '(?:(?:credit|debit|payment) ?card|card) ?(?:numbers?|no)|(?:credit|debit) ?cards?',
].join('|');

/** Matches a name that ends with a secret: `newPassword`, "Your API key". */
const secretName = new RegExp(`(?:^| )(?:${secrets})$`, 'u');

/** Maximum number of words in a name. */
const maxWords = 6;

/** Words that show that the field does not ask for the secret itself, as in "Name of the API key". */
const otherSubject = /(?:^| )(?:of|for|about|with|without|no|not|never|has|is|use|uses)(?: |$)/u;

/**
 * Reports form fields that ask for a secret. Clients display, log and forward form values.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#form-mode-security
 */
export function checkSensitive(elicitation: SourceNode): readonly Diagnostic[] {
  const fields = entriesOf(childOf(childOf(elicitation, 'requestedSchema'), 'properties')).filter(isFree);
  const asking = fields.filter((field) => namesSecret(field));
  const message = entryOf(elicitation, 'message');
  const text = stringAt(elicitation, 'message') ?? '';
  const isAsked = asking.length === 0 && fields.length === 1 && asksForSecret(text) && message !== undefined;
  return [
    ...asking.map(({ keyLocation, key }) => report(keyLocation, `The field \`${key}\` asks for a secret`)),
    ...(isAsked ? [report(message.value.location, 'The message asks for a secret')] : []),
  ];
}

function report(location: SourceNode['location'], subject: string): Diagnostic {
  const help = 'Use `url` instead: your own web page where the user enters it.';
  return createDiagnostic('sensitive-form', location, `${subject}, which is not allowed in a form.`, { help });
}

/** Whether the user enters free text or a number. */
function isFree({ value }: MapEntry): boolean {
  const isChoice = childOf(value, 'enum') !== undefined || childOf(value, 'oneOf') !== undefined;
  return !isChoice && ['string', 'number', 'integer'].includes(stringAt(value, 'type') ?? '');
}

function namesSecret({ key, value }: MapEntry): boolean {
  const texts = [key, stringAt(value, 'title'), stringAt(value, 'description')];
  return stringAt(value, 'format') === 'password' || texts.some((text) => text !== undefined && isSecret(text));
}

function isSecret(text: string): boolean {
  if (text.length > 100) return false;
  const words = splitWords(text).map((word) => word.toLowerCase());
  const name = words.join(' ');
  return words.length <= maxWords && secretName.test(name) && !otherSubject.test(name);
}

/** Whether a message asks for a secret, as in "Please enter your API key." */
function asksForSecret(message: string): boolean {
  return /^(?:please )?(?:enter|type|paste|provide|input|give|tell|send|what is) /iu.test(message) && isSecret(message);
}
