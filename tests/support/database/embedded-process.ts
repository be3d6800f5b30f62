/** A process of its own on an embedded PostgreSQL, for tests that kill it: `node embedded-process.ts DATA_DIR`. */
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';

const { adopted } = await openEmbeddedDatabase(process.argv[2]!);
console.log(JSON.stringify({ adopted }));
