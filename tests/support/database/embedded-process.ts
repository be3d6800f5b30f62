/** `node embedded-process.ts DATA_DIR` runs an embedded PostgreSQL, for tests that kill this process. */
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';

const { adopted } = await openEmbeddedDatabase(process.argv[2]!);
console.log(JSON.stringify({ adopted }));
