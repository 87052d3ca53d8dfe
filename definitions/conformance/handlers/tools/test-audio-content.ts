import { audio } from 'create-mcp-from-schema/runtime';
import type { TestAudioContent } from '../../../../generated/conformance/handlers.ts';
import { silence } from '../media.ts';

/** Answers with a sound. */
export const testAudioContent: TestAudioContent = () => audio(silence, 'audio/wav');
