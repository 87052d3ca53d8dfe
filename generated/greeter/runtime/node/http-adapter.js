/** How long a client may take to read an answer, in milliseconds. */
const readTimeoutMs = 30_000;
/** A request of Node's as the endpoint wants it. */
export class NodeRequest {
    #message;
    constructor(message) {
        this.#message = message;
    }
    get method() {
        return this.#message.method ?? '';
    }
    get url() {
        return this.#message.url ?? '/';
    }
    get remoteAddress() {
        return this.#message.socket.remoteAddress;
    }
    header(name) {
        const value = this.#message.headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(', ') : value;
    }
    readBody(maxBytes) {
        const message = this.#message;
        if (Number(message.headers['content-length'] ?? 0) > maxBytes)
            return Promise.resolve(undefined);
        return new Promise((resolve, reject) => {
            const chunks = [];
            let length = 0;
            message.on('data', (chunk) => {
                length += chunk.length;
                if (length <= maxBytes) {
                    chunks.push(chunk);
                }
                else {
                    message.removeAllListeners('data').pause();
                    resolve(undefined);
                }
            });
            message.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
            message.on('close', () => reject(new Error('The client closed the connection')));
            message.on('error', reject);
        });
    }
}
/** A response of Node's as the endpoint wants it. */
export class NodeReply {
    #response;
    constructor(response) {
        this.#response = response;
    }
    send(status, headers, body = '') {
        const response = this.#response;
        const bytes = typeof body === 'string' ? body : Buffer.concat(body.map(toBytes));
        const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
        // What is left of a body that was too large is not read.
        const close = status === 413 ? { Connection: 'close' } : {};
        const sized = status === 204 ? headers : { ...headers, ...close, 'Content-Length': length };
        response.writeHead(status, sized).end(bytes);
        if (response.writableLength === 0)
            return;
        const timer = setTimeout(() => response.destroy(), readTimeoutMs);
        response.once('close', () => clearTimeout(timer));
    }
    openStream(headers) {
        const response = this.#response;
        response.writeHead(200, headers).flushHeaders();
        return {
            write: (text) => writeParts(response, text),
            end: () => void response.end(),
            abort: () => void response.destroy(),
            get pendingBytes() {
                return response.writableLength;
            },
        };
    }
    onDisconnect(listener) {
        const response = this.#response;
        if (response.destroyed)
            listener();
        response.once('close', () => {
            if (!response.writableFinished)
                listener();
        });
    }
}
function writeParts(response, text) {
    if (response.destroyed || response.writableEnded)
        return;
    if (typeof text === 'string') {
        response.write(text);
        return;
    }
    response.cork();
    for (const part of text)
        response.write(part);
    response.uncork();
}
function toBytes(part) {
    return typeof part === 'string' ? Buffer.from(part) : part;
}
