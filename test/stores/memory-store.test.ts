import { MemoryStore } from '../../runtime/core/sharing/memory-store.js';
import { describeStore } from './store-contract.js';

const store = new MemoryStore();
describeStore('memory', async () => store);
