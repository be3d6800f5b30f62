import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Migration {
  name: string;
  sql: string;
}

const FOLDER = import.meta.dirname;

/** All migrations: schema.sql, then the files of the folder `migrations`, which are named like `0041-what-it-does.sql`. */
export function readMigrations(): Migration[] {
  const later = globSync('migrations/*.sql', { cwd: FOLDER }).sort();
  return [
    { name: '0040-schema', sql: readSql('schema.sql') },
    ...later.map((file) => ({ name: basename(file, '.sql'), sql: readSql(file) })),
  ];
}

function readSql(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8');
}
