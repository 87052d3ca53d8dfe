/**
 * Exports for `handlers/server.ts` of servers that record spans and metrics. Requires the package `@opentelemetry/api`.
 */
export { openTelemetry } from './open-telemetry.js';
export type { TelemetryOptions } from './open-telemetry.js';
export type { Telemetry } from '../../core/api/telemetry.js';
