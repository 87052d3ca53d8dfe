import { type ClientIdentity, type LogLevel } from '../api/handlers.js';
/** Whether a value tells who a client is. */
export declare function isClientIdentity(value: unknown): value is ClientIdentity;
/** Whether a value is the name of a log level. */
export declare function isLogLevel(value: unknown): value is LogLevel;
