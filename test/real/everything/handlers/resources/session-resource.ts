import type { SessionResourceResource } from '../../generated/handlers.ts';
import { sessionFiles } from '../session-files.ts';

export const sessionResourceResource: SessionResourceResource = ({ name }) => sessionFiles.get(name);
