import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

import { earlyHints } from './early-hints.ts';
import { precompress } from './precompress.ts';
import { steadyImports, withItself } from './steady-imports.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

/** The server that answers what the console asks while it is being developed. */
const server = loadEnv('', import.meta.dirname, 'ALO_')['ALO_DEV_SERVER'] ?? 'http://localhost:8080';
const bases = ['/config.json', '/identity', '/api', '/admin', '/telephony', '/docs'];
const sockets = ['/live', '/sip'];

/** What floats, and pickers: they come after the first paint. What the kit needs for itself is the console's. */
const kit =
  /@mantine\/core\/esm\/components|@floating-ui|ui\/src\/theme\/mantine|ui\/src\/controls\/(select|several|search)-field/;

/**
 * So many parts of the console that come by themselves (pages, dialogs, the phone) make what they share everybody's. What fewer
 * share comes with them, in files of their own; nobody has to say which that is, and the next page changes nothing for the others.
 */
const manyShare = 4;

/** Pictures of figures, and fields of long forms: no list has them. */
const notInLists = /\/packages\/ui\/src\/(chart\/|controls\/(colour|rows|weekdays)-field|controls\/move)/;

/** What only reports, forms or operators share, who are many by now: nobody else fetches it. A file that has moved fails the build. */
const onlyOfSome = [
  '../../packages/contract/src/calls/call-reports.ts',
  '../../packages/contract/src/calls/mailed-queries.ts',
  'src/features/call-reports/mail-regularly.tsx',
  '../../packages/contract/src/calls/figures.ts',
  'src/features/call-reports/report-parts.tsx',
  'src/domain/calls/call-counts-strip.tsx',
  'src/resource/form/form-fields.tsx',
  'src/resource/form/conflict-dialog.tsx',
  'src/resource/form/save-bar.tsx',
  'src/resource/form/section-list.tsx',
  'src/resource/form/use-folds.ts',
  '../../packages/contract/src/company/operators.ts',
  '../../packages/contract/src/company/company-shares.ts',
  '../../packages/contract/src/outreach/campaign-contacts.ts',
  '../../packages/contract/src/outreach/campaign-message.ts',
  '../../packages/contract/src/outreach/campaign-modes.ts',
  '../../packages/contract/src/outreach/campaign-retries.ts',
  '../../packages/contract/src/outreach/survey-rules.ts',
  '../../packages/contract/src/outreach/survey-asking.ts',
  '../../packages/contract/src/calls/status-times.ts',
  '../../packages/contract/src/calls/calls-to-return.ts',
  '../../packages/contract/src/outreach/campaign-calls.ts',
  '../../packages/contract/src/outreach/campaigns.ts',
  '../../packages/contract/src/phone-system/call-queues.ts',
  '../../packages/contract/src/phone-system/inbound-rules.ts',
  '../../packages/contract/src/phone-system/call-limits.ts',
  '../../packages/contract/src/phone-system/ring-groups.ts',
  '../../packages/contract/src/phone-system/block-lists.ts',
  '../../packages/contract/src/phone-system/numbers.ts',
  '../../packages/contract/src/phone-system/destinations.ts',
  '../../packages/contract/src/phone-system/announcements.ts',
  '../../packages/contract/src/phone-system/path-warnings.ts',
  'src/resource/fields/destinations.tsx',
  'src/resource/fields/use-destinations.ts',
  'src/domain/routing/path-warnings.tsx',
  'src/resource/fields/rows.tsx',
  'src/resource/fields/lines.tsx',
  '../../packages/contract/src/phone-system/number-choices.ts',
  '../../packages/contract/src/phone-system/opening-hours.ts',
  '../../packages/contract/src/people/accounts.ts',
  '../../packages/contract/src/phone-system/adherence.ts',
  '../../packages/contract/src/phone-system/roster.ts',
  '../../packages/contract/src/phone-system/shift-swaps.ts',
  '../../packages/contract/src/phone-system/shift-minutes.ts',
  '../../packages/contract/src/phone-system/shifts.ts',
  '../../packages/contract/src/quality/agreement.ts',
  '../../packages/contract/src/quality/calibration-figures.ts',
  '../../packages/contract/src/quality/calibrations.ts',
  '../../packages/contract/src/quality/evaluations.ts',
  '../../packages/contract/src/quality/sampling-rules.ts',
  '../../packages/contract/src/quality/score.ts',
  '../../packages/contract/src/quality/score-report.ts',
  '../../packages/contract/src/quality/score-sheets.ts',
  'src/domain/quality/calibration-words.ts',
  'src/domain/quality/score-words.ts',
  '../../packages/contract/src/calls/call-analysis.ts',
  '../../packages/contract/src/calls/mailed-reports.ts',
  '../../packages/contract/src/calls/network-sayings.ts',
  '../../packages/contract/src/calls/report-links.ts',
  '../../packages/contract/src/calls/scripts.ts',
  '../../packages/contract/src/calls/survey-response.ts',
  '../../packages/contract/src/calls/transcripts.ts',
  '../../packages/contract/src/customers/privacy.ts',
  '../../packages/contract/src/customers/timeline.ts',
  '../../packages/contract/src/outreach/message-templates.ts',
  '../../packages/contract/src/phone-system/company-voice.ts',
  '../../packages/contract/src/phone-system/feature-codes.ts',
  '../../packages/contract/src/phone-system/sound.ts',
  '../../packages/contract/src/phone-system/system-prompts.ts',
].map((file) => {
  const path = join(import.meta.dirname, file);
  if (!existsSync(path)) throw new Error(`vite.config.ts keeps ${file} for some, and it is not there`);
  return path;
});

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

export default defineConfig({
  root: import.meta.dirname,
  define: { 'import.meta.env.ALO_BUILD': JSON.stringify(version) },
  plugins: [react(), steadyImports(), withoutJsonSchema(), earlyHints(), precompress()],
  build: {
    target: 'es2023',
    // Fonts and pictures stay files, and nothing is loaded by an inline script: the page forbids both.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withItself },
    // Each request costs a slow client as much as ten kilobytes: what the sign-in needs is one file, what most of the
    // console needs another.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 3 },
            {
              name: 'console',
              minShareCount: manyShare,
              priority: 2,
              test: (id) => !kit.test(id) && !onlyOfSome.includes(id) && !notInLists.test(id),
            },
            // With the parts of the kit that they are made of; what is left of it is the pickers'.
            { name: 'floating', priority: 1, test: /ui\/src\/overlay\/floating\.tsx/ },
            { name: 'pickers', priority: 0, test: kit },
          ],
        },
      },
    },
    reportCompressedSize: true,
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: {
      ...Object.fromEntries(bases.map((path) => [path, { target: server }])),
      ...Object.fromEntries(sockets.map((path) => [path, { target: server, ws: true }])),
    },
  },
});
