import { perService } from '../service/per-service.js';

/** Id of this process among the processes of a server: 12 hexadecimal digits, new at each start. */
export const nodeIdOf = perService(() => crypto.randomUUID().replaceAll('-', '').slice(-12));
