import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files, the longest last. They start in the opposite order: the longest would run on alone at the end. */
const LONGEST = ['disk', 'clock', 'kill-worker', 'postgres', 'kill-app'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
    return files.toSorted((one, other) => place(other) - place(one));
  }
}

/** The tests of `npm run test:faults`, which break things many times. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['tests/faults/*.test.ts'],
    environment: 'node',
    globalSetup: 'tests/support/database/cluster.ts',
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
