import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node';

/** What every story needs, here and in the configurations beside this one. */
export const story = {
  globalSetup: ['tests/e2e/support/prepare-data.ts'],
  pool: 'forks',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  teardownTimeout: 30_000,
  // What a screen shows comes a moment after what was done there.
  expect: { poll: { timeout: 10_000 } },
} satisfies InlineConfig;

/** The longest first, so that none of them is left to run by itself at the end. */
const longest = [
  'calls',
  'routing',
  'faults',
  'two-phones',
  'customer-popup',
  'resources',
  'customers',
  'administration',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(basename(moduleId, '.story.ts'));
      return place === -1 ? longest.length : place;
    };
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

/** Stories in real browsers on the running product, two files at once: people talk and listen at the pace of people, and leave half of two cores idle. */
export default defineConfig({
  test: {
    ...{ ...story, include: ['tests/{e2e,sip}/**/*.story.ts'], maxWorkers: 2 },
    sequence: { sequencer: LongestFirst },
  },
});
