/**
 * One violation of every rule in .dependency-cruiser.cjs: which file to plant, and with what in it. Names are such that they
 * cannot meet a real file.
 * @type {Record<string, Record<string, string>>}
 */
export const violations = {
  'no-cycles': {
    'packages/calendar/src/planted/one.ts': "import type { Two } from './two.ts';\nexport type One = { two: Two };\n",
    'packages/calendar/src/planted/two.ts': "import type { One } from './one.ts';\nexport type Two = { one?: One };\n",
  },
  'packages-by-their-entry': {
    'packages/engine/src/planted-inside.ts': "export type { Cause } from '../../call-core/src/board/vocabulary.ts';\n",
  },
  ...Object.fromEntries(
    ['calendar', 'client', 'contract', 'line-sound', 'net', 'phone-number', 'sip', 'ui', 'voice-quality'].map(
      (name) => {
        const other = name === 'sip' ? 'calendar' : 'sip';
        return [
          `${name}-stands-alone`,
          { [`packages/${name}/src/planted-ours.ts`]: `export * from '../../${other}/src/index.ts';\n` },
        ];
      },
    ),
  ),
  'call-core-uses-its-own': { 'packages/call-core/src/planted-ours.ts': "export * from '@alo/sip';\n" },
  'engine-uses-its-own': { 'packages/engine/src/planted-ours.ts': "export * from '@alo/sip';\n" },
  'engine-asterisk-uses-its-own': {
    'packages/engine-asterisk/src/planted-ours.ts': "export * from '@alo/engine-sip';\n",
  },
  'engine-host-uses-its-own': { 'packages/engine-host/src/planted-ours.ts': "export * from '@alo/engine-sip';\n" },
  'engine-sip-uses-its-own': { 'packages/engine-sip/src/planted-ours.ts': "export * from '@alo/engine-asterisk';\n" },
  'engine-suite-uses-its-own': { 'packages/engine-suite/src/planted-ours.ts': "export * from '@alo/engine-host';\n" },
  'softphone-uses-its-own': { 'packages/softphone/src/planted-ours.ts': "export * from '@alo/sip';\n" },
  'testing-uses-its-own': { 'packages/testing/src/planted-ours.ts': "export * from '@alo/ui';\n" },
  'web-uses-its-own': {
    'apps/web/src/planted-ours.tsx': "import type { CallId } from '@alo/call-core';\nexport type Planted = CallId;\n",
  },
  'server-uses-its-own': { 'apps/server/src/planted-ours.ts': "import '@alo/softphone';\n" },
  ...Object.fromEntries(
    ['calendar', 'call-core', 'client', 'contract', 'engine', 'line-sound', 'phone-number', 'sip', 'voice-quality'].map(
      (name) => [
        `${name}-libraries`,
        { [`packages/${name}/src/planted-library.ts`]: "import pg from 'pg';\nexport const planted = pg;\n" },
      ],
    ),
  ),
  ...Object.fromEntries(
    ['lib', 'lists', 'people', 'calls', 'customers', 'phone-system', 'outreach', 'quality', 'live', 'company'].map(
      (room) => [
        `contract-${room}-reads-below`,
        { [`packages/contract/src/${room}/planted-room.ts`]: "export * from '../modules.ts';\n" },
      ],
    ),
  ),
  ...Object.fromEntries(
    [
      ['lib', 'board/vocabulary'],
      ['board', 'turn/turn'],
      ['turn', 'limits/admission'],
      ['limits', 'routing/outbound'],
      ['routing', 'activity/offering'],
      ['activity', 'queue/callback'],
      ['queue', 'request/requests'],
      ['request', 'feature/features'],
      ['feature', 'destination/destinations'],
      ['destination', 'step/step'],
      ['step', 'seen/summary'],
      ['seen', 'index'],
      ['replay', 'index'],
      ['pacing', 'board/vocabulary'],
    ].map(([room, above]) => [
      `call-core-${room}-reads-below`,
      { [`packages/call-core/src/${room}/planted-up.ts`]: `export type * from '../${above}.ts';\n` },
    ]),
  ),
  'pure-packages-touch-nothing': {
    'packages/call-core/src/planted-clock.ts':
      "import { performance } from 'node:perf_hooks';\nexport const now = performance.now();\n",
  },
  'phone-libraries-under-adapters': {
    'packages/softphone/src/planted-phone.ts': "import { UA } from 'jssip';\nexport const planted = UA;\n",
  },
  'engine-is-chosen-in-main': {
    'apps/server/src/telephony/planted-engine.ts': "export * from '@alo/engine-sip';\n",
  },
  'features-do-not-meet': {
    'apps/server/src/features/planted-a/routes.ts': "export * from '../planted-b/queries.ts';\n",
    'apps/server/src/features/planted-b/queries.ts': 'export const rows = [];\n',
  },
  ...Object.fromEntries(
    Object.entries({
      kernel: 'db/planted-db.ts',
      ...Object.fromEntries(
        ['http', 'live', 'bus', 'jobs', 'mail', 'storage', 'audio'].map((room) => [room, 'db/planted-db.ts']),
      ),
      db: 'http/planted-room.ts',
      background: 'http/planted-room.ts',
      resource: 'telephony/planted-room.ts',
      domain: 'telephony/planted-room.ts',
      telephony: 'features/planted-b/queries.ts',
      switchboard: 'compose/planted-room.ts',
      features: 'switchboard/planted-room.ts',
      compose: 'process/planted-room.ts',
      process: 'operator/planted-room.ts',
      operator: 'compose/planted-room.ts',
    }).map(([room, above]) => [
      `server-${room}-reads-below`,
      {
        [`apps/server/src/${room}/planted-room.ts`]: `export * from '../${above}';\n`,
        'apps/server/src/db/planted-db.ts': 'export const rows = [];\n',
      },
    ]),
  ),
  'kit-knows-no-screen': {
    'apps/web/src/kit/planted-kit.ts': "export * from '../resource/planted-resource.ts';\n",
  },
  'web-resource-stands-on-kit': {
    'apps/web/src/resource/planted-resource.ts': "export * from '../domain/planted-domain.ts';\n",
  },
  'web-domain-stands-on-resource': {
    'apps/web/src/domain/planted-domain.ts': "export * from '../phone/planted-phone.ts';\n",
  },
  'features-and-phone-below-app': {
    'apps/web/src/phone/planted-phone.ts': "export * from '../app/planted-app.ts';\n",
    'apps/web/src/app/planted-app.ts': 'export const planted = true;\n',
  },
  'web-and-server-meet-in-contract': {
    'apps/web/src/planted-server.ts': "export type { Postgres } from '../../server/src/db/postgres.ts';\n",
  },
  'no-tests-in-the-product': {
    'apps/server/src/planted-test.ts': "export { testDatabase } from '../testing/postgres.ts';\n",
    'apps/server/src/telephony/planted-test.ts': "export * from '../../simulator/random.ts';\n",
  },
  'imports-exist': { 'apps/server/src/planted-lost.ts': "export * from './nowhere.ts';\n" },
  'libraries-are-declared': {
    'apps/server/src/planted-undeclared.ts': "import { parse } from 'acorn';\nexport const planted = parse;\n",
  },
};
