/** `node migrate-process.ts DATABASE_URL` migrates a database, for tests that kill this process. */
import { openPool } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';

const pool = openPool(process.argv[2]!, { max: 2, statementTimeoutMs: Number.POSITIVE_INFINITY });
await migrate(pool);
await pool.end();
