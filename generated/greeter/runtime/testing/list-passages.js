import { legacyRevisions, modernRevisions } from '../protocol/revisions.js';
const transports = ['stdio', 'stdio-content-length', 'http'];
/** Every way there is, oldest revision first; as a task at the end. */
export function listPassages() {
    const plain = [...legacyRevisions, ...modernRevisions].flatMap((revision) => transports.map((transport) => ({ revision, transport, isTask: false })));
    const tasks = modernRevisions.flatMap((revision) => ['stdio', 'http'].map((transport) => ({ revision, transport, isTask: true })));
    return [...plain, ...tasks];
}
const transportNames = {
    stdio: 'stdio',
    'stdio-content-length': 'stdio with Content-Length',
    http: 'HTTP',
};
/** What a passage is called in reports. */
export function namePassage({ revision, transport, isTask }) {
    return `${revision}${isTask ? ' as a task' : ''} over ${transportNames[transport]}`;
}
