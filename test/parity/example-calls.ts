import type { AuthInfo } from '../../runtime/core/api/request-context.js';
import type { ResponseScript, ComparedCall, ScriptedResponse } from '../../runtime/clients/testing/index.js';

/** A call of an example server, and how often the client is asked something in the course of it. */
export interface ExampleCall {
  readonly server: string;
  readonly call: ComparedCall;
  readonly answers?: ResponseScript;
  /** Default: 0. */
  readonly questions?: number;
  /** Part of the outcome. */
  readonly says: string;
  /** Caller over HTTP. Default: none. */
  readonly auth?: AuthInfo;
  /** Clients without tasks are refused. */
  readonly isTaskOnly?: true;
}

/** The caller on stdio, where the server sets it. */
const localReader: AuthInfo = { principal: 'local', subject: 'local', claims: { name: 'Local reader' } };

const accept = (content: Extract<ScriptedResponse, { action: 'accept' }>['content'] = {}): ScriptedResponse => ({
  action: 'accept',
  content,
});
const decline: ScriptedResponse = { action: 'decline' };
const leave: ScriptedResponse = { action: 'cancel' };
const sampled: ScriptedResponse = { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'm' };
const folders: ScriptedResponse = { roots: [{ uri: 'file:///home' }, { uri: 'file:///data' }] };

const conformance = (
  call: ComparedCall,
  says: string,
  answers: readonly ScriptedResponse[] = [],
  questions = answers.length,
): ExampleCall => ({ server: 'conformance', call, says, answers, questions });

const birds = (
  call: ComparedCall,
  says: string,
  answers: readonly ScriptedResponse[] = [],
  questions = answers.length,
): ExampleCall => ({ server: 'birds', call, says, answers, questions });

const petstore = (call: ComparedCall, says: string, answers: readonly ScriptedResponse[] = []): ExampleCall => ({
  server: 'petstore',
  call,
  says,
  answers,
  questions: answers.length,
});

/** Answers of a user who saw a mute swan, in the order of the questions, with the confirmation at the end. */
const swan = ['webbed', 'flat', true, 'white', 'knob', true].map((answer) => accept({ answer }));
const sighting = accept({ place: 'Kew', date: '2026-05-01', doing: ['singing', 'flying'] });

const ada = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };

/** Every tool and prompt that asks, with the answers that matter, and some that ask nothing. A line adds a call. */
export const exampleCalls: readonly ExampleCall[] = [
  { server: 'bookshop', call: { tool: 'find_books', arguments: { query: 'sea' } }, says: 'Moby-Dick' },
  { server: 'bookshop', call: { tool: 'order_book', arguments: { isbn: '9780441172719' } }, says: '1001' },
  { server: 'bookshop', call: { prompt: 'recommend', arguments: { subject: 'sea' } }, says: 'about sea' },
  { server: 'bookshop', call: { resource: 'bookshop://opening-hours' }, says: 'text/markdown' },
  { server: 'bookshop', call: { resource: 'bookshop://books/9780441172719' }, says: 'Dune' },
  { server: 'bookshop', call: { resource: 'bookshop://books/0' }, says: 'Resource not found' },
  { server: 'greeter', call: { tool: 'greet', arguments: { name: 'Zoë' } }, says: 'Hello, Zoë!' },
  { server: 'greeter', call: { prompt: 'toast', arguments: { occasion: 'a birthday' } }, says: 'a birthday' },
  { server: 'greeter', call: { resource: 'greeter://about' }, says: 'Greets anyone who asks.' },
  { server: 'library', call: { tool: 'list_loans' }, says: 'Local reader', auth: localReader },
  { server: 'library', call: { tool: 'return_book', arguments: { isbn: '9780441172719' } }, says: 'not borrowed' },
  { server: 'library', call: { prompt: 'suggest_next' }, says: 'has borrowed nothing yet' },
  { server: 'library', call: { resource: 'library://rules' }, says: 'three weeks' },
  { server: 'library', call: { resource: 'library://loans/9780441172719' }, says: 'Resource not found' },
  { server: 'shop', call: { tool: 'search_products', arguments: { text: 'lamp' } }, says: 'Reading lamp' },
  {
    server: 'shop',
    call: { tool: 'cancel_orders', arguments: { customer: 1 } },
    says: '"changed":2',
    answers: [accept()],
    questions: 1,
  },
  { server: 'knowledge-graph', call: { tool: 'create_entities', arguments: { entities: [ada] } }, says: 'programs' },
  { server: 'knowledge-graph', call: { resource: 'memory://knowledge-graph' }, says: 'entities' },
  conformance({ tool: 'test_audio_content' }, 'audio'),
  conformance({ tool: 'test_multiple_content_types' }, 'image/png'),
  conformance({ tool: 'test_error_handling' }, 'isError'),
  conformance({ tool: 'test_tool_with_progress' }, 'Reported'),
  conformance({ tool: 'test_tool_with_logging' }, 'Sent three'),
  conformance({ tool: 'test_reconnection' }, 'another connection'),
  conformance({ tool: 'test_trigger_tool_change' }, 'Took'),
  conformance({ tool: 'test_x_mcp_header', arguments: { region: 'Zürich', level: 2 } }, 'Zürich'),
  conformance({ resource: 'test://static-binary' }, 'blob'),
  conformance({ tool: 'slow_compute', arguments: { seconds: 0 } }, 'Computed'),
  { ...conformance({ tool: 'failing_job' }, 'The job has failed.'), isTaskOnly: true },
  { ...conformance({ tool: 'test_tool_with_task' }, 'Hello, Ada!', [accept({ name: 'Ada' })]), isTaskOnly: true },
  conformance({ tool: 'protocol_error_job' }, 'broke off'),
  conformance({ tool: 'test_sampling', arguments: { prompt: 'Capital?' } }, 'Paris', [sampled]),
  conformance({ tool: 'test_elicitation', arguments: { message: 'Who?' } }, 'a@b.c', [
    accept({ username: 'a' }),
    accept({ username: 'a', email: 'a@b.c' }),
  ]),
  conformance({ tool: 'test_elicitation_sep1330_enums' }, 'value2', [accept({ titledMulti: ['value1', 'value2'] })]),
  conformance({ tool: 'test_streaming_elicitation' }, 'true', [accept({ ok: true })]),
  conformance({ tool: 'test_input_required_result_elicitation' }, 'Hello, Ada!', [accept({ name: 'Ada' })]),
  conformance({ tool: 'test_input_required_result_sampling' }, 'Paris', [sampled]),
  conformance({ tool: 'test_input_required_result_list_roots' }, 'file:///home, file:///data', [folders]),
  conformance({ tool: 'test_input_required_result_request_state' }, 'state-ok', [accept({ ok: true })]),
  conformance({ tool: 'test_input_required_result_multiple_inputs' }, 'decline. Paris 2 roots.', [
    decline,
    sampled,
    folders,
  ]),
  conformance({ tool: 'test_input_required_result_multi_round' }, 'blue', [
    accept({ name: 'Ada' }),
    accept({ color: 'blue' }),
  ]),
  conformance({ prompt: 'test_input_required_result_prompt' }, 'tea', [accept({ context: 'tea' })]),
  conformance({ tool: 'confirm_delete', arguments: { filename: 'a.txt' } }, 'Deleted', [accept({ confirm: true })]),
  conformance({ tool: 'multi_input' }, 'Name: accept, consent: decline.', [accept({ name: 'Ada' }), decline]),
  petstore({ tool: 'count_pets' }, '{}'),
  petstore({ tool: 'getPet', arguments: { petId: 7 } }, 'There is no such pet'),
  petstore({ tool: 'addPet', arguments: { name: 'Rex' } }, 'Rex'),
  petstore({ tool: 'deletePet', arguments: { petId: 7 } }, 'Nothing was removed', [accept({ sure: false })]),
  petstore({ tool: 'deletePet', arguments: { petId: 7 } }, '404', [accept({ sure: true })]),
  birds({ tool: 'identify_bird' }, 'It is the mute swan', swan),
  birds({ tool: 'identify_bird' }, 'It is one of the birds', Array<ScriptedResponse>(10).fill(accept())),
  birds({ tool: 'identify_bird' }, 'It is one of the', [accept({ answer: 'webbed' }), leave]),
  birds({ tool: 'explain_bird', arguments: { bird: 'Bubo bubo' } }, 'orange eyes'),
  birds({ prompt: 'field_report', arguments: { bird: 'Tawny owl' } }, 'Kew', [
    accept({ place: 'Kew', date: '1 May' }),
    sighting,
  ]),
  birds({ resource: 'birds://guide/mute-swan' }, 'Cygnus olor'),
];
