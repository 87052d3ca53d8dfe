import { defaultMaxMessageBytes } from '../service/default-limits.js';
import { loadTools } from '../service/load-tools.js';
import { messageOf } from '../protocol/protocol-error.js';
import { controlServer } from '../service/server-control.js';
import { createService } from '../service/service.js';
import { findTool } from './compared-tool.js';
import { findDifferences } from './find-differences.js';
import { listPassages, namePassage } from './list-passages.js';
import { stripEnvelope } from './lower-outcome.js';
import { openHttpLink } from './open-http-link.js';
import { openStreamLink } from './open-stream-link.js';
import { playCall } from './play-call.js';
import { recordEffects } from './record-effects.js';
import { ScriptReader } from './script-answers.js';
import { TestClient } from './test-client.js';
/**
 * Makes one call in every protocol revision and on every transport, with the same answers to what the handler asks, and
 * compares what came of it: the result (apart from what a revision does not know), what the client was asked and how
 * often, and the effects. Runs come one after the other.
 *
 * Revisions that do not know a kind of question cannot ask it; they are compared with each other.
 *
 * @param server The server; or what makes one for each run, and hands its handlers something to record effects with.
 * @throws TypeError for handlers that are missing; what `server`, its `setup` and its `close` throw.
 */
export async function compareEras(server, options) {
    const runs = [];
    let tool;
    for (const passage of listPassages()) {
        // The definition is known by then: these passages are the last.
        if (passage.isTask && tool?.task === undefined)
            continue;
        const effects = [];
        const made = typeof server === 'function' ? await server(recordEffects(effects)) : server;
        tool = 'tool' in options.call ? await findTool(made.definition, options.call.tool) : undefined;
        runs.push({ ...(await run(made, passage, options)), effects });
    }
    const { normalise = (result) => result } = options;
    return { runs, differences: findDifferences(runs, { tool, normalise }) };
}
async function run(server, passage, options) {
    const reports = [];
    const report = (line) => void reports.push(line);
    const service = createService(server.definition, server.handlers, report, server.options);
    const script = new ScriptReader(options.answers ?? []);
    await server.setup?.(controlServer(service));
    await loadTools(service);
    const outcome = await callInTime(server, service, passage, options, script);
    await server.close?.();
    return { ...passage, name: namePassage(passage), outcome, questions: script.questions, reports };
}
async function callInTime({ options: { maxMessageBytes = defaultMaxMessageBytes, ordered = false } = {} }, service, passage, { call, auth, without = [], timeoutMs = 10_000 }, script) {
    const answer = (question) => script.answer(question);
    const link = { service, maxMessageBytes, ordered, auth };
    const client = new TestClient((ends) => openLink({ ...link, ...ends }, passage), answer);
    let timer;
    const limit = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`There was no answer within ${timeoutMs} ms`)), timeoutMs);
    });
    try {
        const playing = playCall({ client, without, answer }, passage, encodeCall(call));
        return toOutcome(await Promise.race([playing, client.failed, limit]));
    }
    catch (error) {
        return { failure: messageOf(error) };
    }
    finally {
        clearTimeout(timer);
        client.close();
    }
}
function openLink(options, { revision, transport }) {
    if (transport === 'http')
        return openHttpLink(options, revision);
    return openStreamLink(options, transport === 'stdio' ? 'newline' : 'content-length');
}
function encodeCall(call) {
    if ('resource' in call)
        return { method: 'resources/read', params: { uri: call.resource } };
    const { arguments: values = {} } = call;
    if ('prompt' in call)
        return { method: 'prompts/get', params: { name: call.prompt, arguments: values } };
    return { method: 'tools/call', params: { name: call.tool, arguments: values } };
}
function toOutcome(answer) {
    if ('result' in answer)
        return { result: stripEnvelope(answer.result) };
    const { code, message, data } = answer.error;
    if (typeof code !== 'number' || typeof message !== 'string')
        return { failure: 'The server sent an error that is none' };
    return { error: { code, message, ...(data !== undefined ? { data } : {}) } };
}
