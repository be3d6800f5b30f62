import PACKAGE from '../../package.json' with { type: 'json' };

/** As in 1.2.3. `npm run release` sets it. */
export const VERSION: string = PACKAGE.version;
