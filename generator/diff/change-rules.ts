import type { ClientSeverity, HandlerSeverity } from './severity.js';

interface ChangeRuleEntry {
  readonly clients: ClientSeverity;
  /** Where a handler answers; what is static has none. */
  readonly handlers: HandlerSeverity;
  readonly about: string;
}

function rule<Clients extends ClientSeverity>(clients: Clients, handlers: HandlerSeverity, about: string) {
  return { clients, handlers, about } as const;
}

/** Every change that is told, but for those of schemas. Names are stable: scripts rely on them. */
export const changeRules = {
  // Server
  'server-name-changed': rule('may-break', 'compatible', 'Clients may know the server by this name.'),
  'server-version-changed': rule('documentation', 'compatible', 'The version of the server.'),
  'server-documentation-changed': rule(
    'documentation',
    'compatible',
    'Title, description, instructions, page or icons.',
  ),
  'subscriptions-added': rule('compatible', 'compatible', 'Clients can subscribe to resources now.'),
  'subscriptions-removed': rule('breaking', 'may-break', 'Clients cannot subscribe to resources any more.'),
  'list-changes-added': rule('compatible', 'compatible', 'Clients are told when a list changes.'),
  'list-changes-removed': rule('may-break', 'may-break', 'Clients are not told any more when a list changes.'),
  'negotiation-tightened': rule(
    'may-break',
    'compatible',
    '`negotiation: strict` refuses clients of unknown versions.',
  ),
  'negotiation-relaxed': rule('compatible', 'compatible', '`negotiation: strict` is gone.'),
  'cache-changed': rule('compatible', 'compatible', 'How long clients may keep something.'),
  // Whatever can be defined
  'tool-added': rule('compatible', 'compatible', 'A tool is new.'),
  'tool-removed': rule('breaking', 'breaking', 'A tool is gone, or has another name.'),
  'prompt-added': rule('compatible', 'compatible', 'A prompt is new.'),
  'prompt-removed': rule('breaking', 'breaking', 'A prompt is gone, or has another name.'),
  'resource-added': rule('compatible', 'compatible', 'A resource is new.'),
  'resource-removed': rule('breaking', 'breaking', 'A resource is gone, or has another URI.'),
  'resource-unlisted': rule('may-break', 'breaking', 'A resource is gone, but a template matches its URI.'),
  'template-added': rule('compatible', 'compatible', 'A resource template is new.'),
  'template-removed': rule('breaking', 'breaking', 'A resource template is gone, or is another one.'),
  'documentation-changed': rule(
    'documentation',
    'compatible',
    'Title, description, icons, size or hints about content.',
  ),
  'meta-added': rule('compatible', 'compatible', 'A key of `_meta` is new.'),
  'meta-changed': rule('may-break', 'compatible', 'A key of `_meta` is gone or has another value.'),
  'extension-changed': rule('documentation', 'compatible', 'A key that begins with `x-`.'),
  // Handlers
  'handler-needed': rule('compatible', 'compatible', 'What was static is answered by a handler: there is a new stub.'),
  'handler-unused': rule('compatible', 'breaking', 'What a handler answered is static.'),
  'handler-renamed': rule('compatible', 'breaking', 'The handler has another name and another file.'),
  'handler-changed': rule(
    'compatible',
    'may-break',
    'Another function answers: `handler` is new, gone, or names another one.',
  ),
  'handler-arguments-changed': rule('compatible', 'breaking', '`args`: the function gets other parameters.'),
  // Tools
  'hint-riskier': rule('may-break', 'compatible', 'Going by its annotations, a tool may do more harm than before.'),
  'hint-safer': rule('compatible', 'compatible', 'Going by its annotations, a tool does less harm than before.'),
  'output-schema-added': rule('compatible', 'breaking', 'A tool has an output schema now.'),
  'output-schema-removed': rule(
    'breaking',
    'compatible',
    'A tool has no output schema any more: no `structuredContent`.',
  ),
  'returns-changed': rule('may-break', 'breaking', '`returns`: the answer has other lines.'),
  'timeout-shortened': rule('may-break', 'may-break', 'Calls may take less time.'),
  'timeout-extended': rule('compatible', 'compatible', 'Calls may take more time.'),
  'task-required': rule('breaking', 'compatible', 'Only clients that have tasks can call a tool.'),
  'task-support-changed': rule('compatible', 'compatible', 'Calls may become tasks, or not any more.'),
  'task-begin-changed': rule('compatible', 'may-break', 'A call becomes a task at another time.'),
  'task-timing-changed': rule('compatible', 'compatible', 'Times of tasks.'),
  // Prompts
  'argument-added': rule('compatible', 'compatible', 'A prompt has a new optional argument.'),
  'required-argument-added': rule('breaking', 'compatible', 'A prompt has a new required argument.'),
  'argument-removed': rule('may-break', 'breaking', 'An argument of a prompt is gone.'),
  'argument-now-required': rule('breaking', 'compatible', 'An argument that was optional is required.'),
  'argument-now-optional': rule('compatible', 'breaking', 'An argument that was required is optional.'),
  'messages-changed': rule('compatible', 'compatible', 'What a static prompt says.'),
  'completion-added': rule('compatible', 'compatible', 'Values are suggested for an argument or a variable.'),
  'completion-removed': rule('may-break', 'breaking', 'No values are suggested any more.'),
  'completion-changed': rule('compatible', 'compatible', 'Other values are suggested.'),
  // Resources
  'resource-renamed': rule('may-break', 'compatible', 'A resource or template has another name in lists.'),
  'media-type-changed': rule('may-break', 'may-break', 'A resource has another media type.'),
  'content-kind-changed': rule(
    'breaking',
    'compatible',
    'A static resource is a blob instead of text, or the reverse.',
  ),
  'static-content-changed': rule('compatible', 'compatible', 'What a static resource holds.'),
  // Questions
  'question-added': rule('may-break', 'compatible', 'Clients that cannot ask may be refused.'),
  'optional-question-added': rule('compatible', 'compatible', 'A question that clients need not be able to ask.'),
  'question-removed': rule('compatible', 'breaking', 'A handler cannot ask this question any more.'),
  'question-changed': rule('documentation', 'compatible', 'The words of a question, or its page.'),
  'question-kind-changed': rule('may-break', 'breaking', 'A question is a form instead of a page, or the reverse.'),
  'question-values-changed': rule(
    'compatible',
    'breaking',
    'A question has other `{{placeholders}}` for the handler to fill.',
  ),
  'question-now-needed': rule('may-break', 'compatible', 'Clients that cannot ask are refused.'),
  'question-now-optional': rule(
    'compatible',
    'may-break',
    'Clients that cannot ask are served: the handler gets `cancel`.',
  ),
} as const satisfies { readonly [name: string]: ChangeRuleEntry };

/** A stable name of one kind of change. */
export type ChangeRule = keyof typeof changeRules;
