import { withoutInvisible } from './invisible.js';

/** Orders that no tool has a reason to give. All are matched against text in lower case with single spaces. */
const hidden: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)(?: all| any)?(?: of)?(?: the| your| my)? (?:previous|prior|earlier|above|preceding|other|system)(?: system)? (?:instructions?|prompts?|messages?|rules?|directions?|guidelines?)\b/u,
  /\b(?:do not|don't|never|must not|should not|without)(?: ever)? (?:tell|telling|inform|informing|notify|notifying|alert|alerting|mention(?:ing)?(?: this| it| that| any of this)? to|reveal(?:ing)?(?: this| it| that)? to|disclos(?:e|ing)(?: this| it| that)? to|let) (?:the |your )?(?:user|human|operator)s?\b/u,
  /\bthe user (?:must|should) (?:not|never) (?:know|see|be told|be informed|notice|find out)\b/u,
  /<\/?(?:important|system|secret|hidden|instructions?|admin)>/u,
  /\b(?:read|open|cat|access|fetch|load|include|send|upload|copy)\b[^.]{0,80}(?:~\/\.|\.ssh\/|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)|\.aws\/credentials|\bmcp\.json\b|\.cursor\/|\.npmrc\b|\bprivate keys?\b)/u,
  /\b(?:pass|put|send|include|provide|append)\b[^.]{0,60}\bcontents?\b[^.]{0,60}\b(?:sidenote|as (?:the|a) (?:sidenote|context|note|feedback) (?:parameter|argument|field))\b/u,
  /\b(?:print|reveal|send|include|output|repeat|provide|pass|append)\b[^.]{0,60}\b(?:system prompt|conversation history|chat history|previous messages)\b/u,
  /\bsend (?:a copy|copies) of (?:all|every|the|any)\b[^.]{0,60}\bto\b/u,
];

/** Orders about when to call a tool that go beyond its use. */
const order: readonly RegExp[] = [
  /\bbefore (?:using |calling |invoking |running )?(?:any|all|every) (?:other|another)\b/u,
  /\b(?:must|always|should always)(?: be)? (?:call|called|use|used|run|invoke|invoked)(?: this| it)?(?: tool| function)?(?: as the)? (?:first|before|prior)\b/u,
  /\brequired first step\b/u,
  /\balways (?:call|use|run|invoke) (?:this|it)\b/u,
  /\byou must (?:always )?(?:call|use) this (?:tool|function)\b/u,
];

/** Maximum number of characters that are read. Longer texts are read at both ends. */
const maxRead = 200_000;

/** Maximum number of characters that are quoted. */
const maxQuote = 80;

/** Finds an order that no tool has a reason to give, and quotes it. */
export function findHidden(text: string): string | undefined {
  return quoteFirst(text, hidden);
}

/** Finds a demand to call a tool always or before others, and quotes it. */
export function findOrder(text: string): string | undefined {
  return quoteFirst(text, order);
}

function quoteFirst(text: string, patterns: readonly RegExp[]): string | undefined {
  const read = text.length > maxRead ? `${text.slice(0, maxRead / 2)}\n${text.slice(-maxRead / 2)}` : text;
  const plain = withoutInvisible(read)
    .toLowerCase()
    .split(/\s/u)
    .filter((word) => word !== '')
    .join(' ');
  for (const pattern of patterns) {
    const found = pattern.exec(plain)?.[0];
    if (found !== undefined) return found.slice(0, maxQuote);
  }
  return undefined;
}
