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
  'apps/server/src/{audio,compose,db,domain,features,http,jobs,kernel,live,resource,storage,switchboard}/**/*.test.ts',
  'apps/server/{src,whole}/*.test.ts',
  'apps/web/src/**/*.test.ts',
  'packages/{calendar,call-core,contract,engine,net,phone-number,sip,softphone,testing,ui,voice-quality}/src/**/*.test.ts',
  'packages/engine-host/src/link/*.test.ts',
  'packages/engine-sip/src/{media,sockets,switch}/**/*.test.ts',
];

/** By size, as vitest does, but what waits (processes, sound) among what works. */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The tests of an engine are another file's: of the longest of all the size says nothing.
    const isSuite = ({ moduleId }: TestSpecification) => moduleId.endsWith('/sip-engine.test.ts');
    const alone = sorted.filter(({ project }) => project.config.isolate);
    const shared = sorted.filter(({ project }) => !project.config.isolate);
    const placed = [alone.toSorted((a, b) => Number(isSuite(b)) - Number(isSuite(a))), shared].flatMap((list) =>
      list.map((file, place) => ({ file, place: place / list.length })),
    );
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
