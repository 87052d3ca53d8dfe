import { MemoryStore } from '../../runtime/stores/memory-store.js';
import { describeStore } from './store-contract.js';

const store = new MemoryStore();
describeStore('memory', async () => store);
