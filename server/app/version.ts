import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');

/** As in 1.2.3. `npm run release` sets it. */
export const VERSION: string = JSON.parse(PACKAGE).version;
