import type { SessionResource } from '../../generated/handlers.ts';
import { sessionFiles } from '../session-files.ts';

export const sessionResource: SessionResource = ({ name }) => sessionFiles.get(name);
