import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node';

const tests = [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.test.ts',
  'apps/server/{simulator,testing,whole}/**/*.test.ts',
  'scripts/**/*.test.ts',
];

/** Nothing is kept in the modules of these: they share a process that has loaded them once. */
const sharing = [
  'apps/server/src/{audio,background,bus,compose,db,domain,features,http,jobs,kernel,live,mail,resource,storage}/**/*.test.ts',
  'apps/server/src/{switchboard,telephony}/**/*.test.ts',
  'apps/server/{src,whole}/*.test.ts',
  'apps/web/src/**/*.test.ts',
  'packages/{calendar,call-core,contract,engine,engine-asterisk,line-sound,net,phone-number,sip,softphone,testing,ui}/src/**/*.test.ts',
  'packages/voice-quality/src/**/*.test.ts',
  'packages/engine-host/src/link/*.test.ts',
  'packages/engine-sip/src/{media,sockets,switch}/**/*.test.ts',
];

/** What takes half a minute and more, the longest first. These are short files that walk over everything: of them the size says nothing. */
const longest = [
  'apps/server/whole/round-trip.test.ts',
  'apps/server/whole/round-trip-masked.test.ts',
  'apps/server/whole/every-resource.test.ts',
  'apps/server/src/process/main.test.ts',
  'apps/server/src/operator/moving/moving.test.ts',
  'apps/server/whole/another-company.test.ts',
  'apps/server/whole/bulk.test.ts',
  'packages/engine-sip/src/sip-engine.test.ts',
  'apps/server/whole/masked.test.ts',
  'apps/server/whole/strange-values.test.ts',
];
/** Before all that is not among them: one that began last would be waited for alone. */
const placeAmongLongest = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((file) => moduleId.endsWith(file));
  return place === -1 ? longest.length : place;
};

/** By size, as vitest does, but the longest first and what waits (processes, sound) among what works. */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const sorted = bySize.toSorted((a, b) => placeAmongLongest(a) - placeAmongLongest(b));
    const alone = sorted.filter(({ project }) => project.config.isolate);
    const shared = sorted.filter(({ project }) => !project.config.isolate);
    const placed = [alone, shared].flatMap((list) => list.map((file, place) => ({ file, place: place / list.length })));
    return placed.toSorted((a, b) => a.place - b.place).map(({ file }) => file);
  }
}

/** What every unit test needs, here and in the configuration of those in depth. */
export const unit = {
  globalSetup: ['apps/server/testing/postgres-setup.ts'],
  pool: 'forks',
  // Two more than a small machine has cores: many tests wait.
  maxWorkers: 4,
  sequence: { sequencer: Mixed },
  // Tests that start processes start many of the same sources: what Node.js makes of these is kept.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
  // For what hangs, not for what is slow.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} satisfies InlineConfig;

export default defineConfig({
  test: {
    ...unit,
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, isolate: false } },
      { extends: true, test: { name: 'unit', include: tests, exclude: sharing } },
    ],
  },
});
