import { audio } from 'create-mcp-from-schema/runtime';
import type { TestAudioContent } from '../../../../generated/conformance/handlers.ts';
import { silence } from '../media.ts';

/** Returns audio. */
export const testAudioContent: TestAudioContent = () => audio(silence, 'audio/wav');
