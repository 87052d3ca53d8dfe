import { withoutInvisible } from './invisible.js';

/** Orders that no tool has a reason to give. All are matched against text in lower case with single spaces. */
const hidden: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)(?: all| any)?(?: of)?(?: the| your| my)? (?:previous|prior|earlier|above|preceding|other|system)(?: system)? (?:instructions?|prompts?|messages?|rules?|directions?|guidelines?)\b/u,
  /\b(?:do not|don't|never|must not|should not|without)(?: ever)? (?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|(?:mention|reveal|disclos)[^.]{0,60} to) (?:the |your )?(?:user|human|operator)s?\b/u,
  /\b(?:do not|don't|never) mention that you\b/u,
  /\bthe user (?:must|should) (?:not|never) (?:know|see|be told|be informed|notice|find out)\b/u,
  /\bimportant system (?:note|notice|instructions?|message)\b/u,
  /<\/?(?:important|system|secret|hidden|admin)>/u,
  /\b(?:read|open|cat|access|fetch|include|send|upload|copy)\b[^.]{0,80}(?:~?\/?\.ssh\/|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)\b|\bmcp\.json\b|~\/\.cursor\/)/u,
  /\b(?:pass|put|send|include|provide|append)\b[^.]{0,60}\bcontents?\b[^.]{0,60}\bsidenote\b/u,
  /\b(?:reveal|include|output|repeat|pass|append)\b[^.]{0,40}\b(?:your|the) system prompt\b/u,
];

/** Orders about when to call a tool that go beyond its use. */
const order: readonly RegExp[] = [
  /\bbefore (?:using |calling |invoking |running )?(?:any|all|every)(?: of the)? (?:other|another|search|task|call|operation|tools?)\b/u,
  /\b(?:must|always|should always)(?: be)? (?:call|called|use|used|run|invoke|invoked)(?: this| it)?(?: tool| function)? first\b/u,
  /\b(?:required|mandatory) first step\b/u,
  /\b(?:use|call) the ['"`]?[\w-]{1,64}['"`]? tool first\b/u,
  /\balways (?:call|use|run|invoke) (?:this|it) (?:tool |function )?(?:first|before|after|when)/u,
  /\b(?:exactly )?once at the end of\b/u,
  /\b(?:do|must) not skip this\b/u,
  /\bmandatory\b[^.]{0,60}\b(?:call|use|run|validat)/u,
  /\b(?:were|was|been|originally) (?:told|advised|instructed)\b[^.]{0,40}\b(?:to|not)\b/u,
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
