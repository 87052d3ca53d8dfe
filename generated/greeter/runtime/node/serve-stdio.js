import { Connection } from '../connection/connection.js';
import { defaultDrainMs, defaultMaxMessageBytes } from '../service/default-limits.js';
import { Decoder } from '../framing/decoder.js';
import { frameMessage } from '../framing/encoder.js';
import { formatReport } from '../service/report.js';
import { defaultStdioRevision } from '../protocol/revisions.js';
import { bindWrite, guardStdout } from './guard-stdout.js';
import { OutputWriter } from './output-writer.js';
import { writeReport } from './write-report.js';
/**
 * Serves over a pair of byte streams: standard input and output, or those in the options.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function serveStdio(service, options) {
    const session = new StdioSession(service, options);
    return { finished: session.run(), stop: () => session.stop() };
}
class StdioSession {
    #input;
    #output;
    #service;
    #decoder;
    #connection;
    #writer;
    #drainMs;
    #inputEnded = withResolver();
    #outputFailed = withResolver();
    constructor(service, options) {
        this.#service = service;
        this.#input = options.input ?? process.stdin;
        this.#output = options.output ?? process.stdout;
        this.#drainMs = options.drainMs ?? defaultDrainMs;
        this.#decoder = new Decoder(options.maxMessageBytes ?? defaultMaxMessageBytes);
        const write = options.output === undefined ? guardStdout() : bindWrite(options.output);
        this.#writer = new OutputWriter(this.#output, write, () => this.#input.pause());
        const send = (message) => this.#writer.add(frameMessage(message, this.#decoder.framing));
        const ask = (message) => {
            send(message);
            return true;
        };
        this.#connection = new Connection(service, {
            channel: { send, ask, respond: (answer) => answer !== undefined && send(answer) },
            revision: defaultStdioRevision,
            ordered: options.ordered ?? false,
        });
    }
    stop() {
        this.#inputEnded.resolve();
    }
    async run() {
        const release = this.#listen();
        await Promise.race([this.#inputEnded.promise, this.#outputFailed.promise]);
        release();
        this.#connection.endInput();
        await Promise.race([this.#drain(), this.#outputFailed.promise]);
        this.#output.off('close', this.#outputFailed.resolve);
        this.#connection.close(new Error('The server is shutting down'));
    }
    /** Waits until everything is answered and written, but not for ever. */
    async #drain() {
        const ended = this.#service.enabled.end();
        const limit = withResolver();
        const timer = setTimeout(limit.resolve, this.#drainMs);
        const idle = Promise.all([ended, this.#connection.whenIdle()]);
        await Promise.race([idle.then(() => this.#writer.whenFlushed()), limit.promise]);
        clearTimeout(timer);
    }
    /** Starts reading; what is returned stops it. */
    #listen() {
        const sink = {
            message: (value) => this.#connection.receive(value),
            malformed: (reason) => this.#connection.receiveMalformed(reason),
        };
        const onData = (chunk) => {
            this.#writer.collect(() => this.#decoder.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk, sink));
        };
        const onEnd = () => {
            this.#decoder.end(sink);
            this.#inputEnded.resolve();
        };
        const onInputError = (error) => {
            writeReport(formatReport('INPUT', error.message));
            this.#inputEnded.resolve();
        };
        const onDrain = () => {
            this.#input.resume();
        };
        // Stays: a stream that fails later, when nobody listens, would take the process down.
        this.#output.on('error', (error) => this.#failOutput(error));
        this.#output.on('drain', onDrain);
        this.#output.on('close', this.#outputFailed.resolve);
        if (this.#input.readableEnded || this.#input.destroyed)
            this.#inputEnded.resolve();
        this.#input.on('data', onData).on('end', onEnd).on('close', this.#inputEnded.resolve).on('error', onInputError);
        return () => {
            this.#output.off('drain', onDrain);
            this.#input.off('data', onData).off('end', onEnd).off('close', this.#inputEnded.resolve);
            this.#input.pause();
        };
    }
    #failOutput({ code, message }) {
        // The peer has gone: that is how a connection ends, and nobody is there to be told.
        if (code !== 'EPIPE' && code !== 'ERR_STREAM_DESTROYED')
            writeReport(formatReport('OUTPUT', message));
        this.#outputFailed.resolve();
    }
}
function withResolver() {
    let resolve = () => { };
    const promise = new Promise((settle) => {
        resolve = settle;
    });
    return { promise, resolve };
}
