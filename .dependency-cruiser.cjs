/**
 * Who may import whom. Each rule has an example that it must catch in scripts/boundary-violations.mjs: a guard that
 * nobody has seen bite is not one.
 */

/** Which of our packages each may use; what is not named here may use none. */
const mayUse = {
  'packages/call-core': ['calendar', 'phone-number', 'voice-quality'],
  'packages/engine': ['call-core'],
  'packages/engine-asterisk': ['call-core', 'engine', 'engine-host', 'net', 'phone-number'],
  'packages/engine-host': ['call-core', 'engine', 'net'],
  'packages/engine-sip': [
    'call-core',
    'engine',
    'engine-host',
    'line-sound',
    'net',
    'phone-number',
    'sip',
    'voice-quality',
  ],
  'packages/engine-suite': ['call-core', 'engine', 'sip'],
  'packages/softphone': ['voice-quality'],
  'packages/testing': ['call-core', 'engine', 'sip', 'contract'],
  'apps/web': ['contract', 'phone-number', 'softphone', 'ui', 'voice-quality'],
  'apps/server': [
    'calendar',
    'call-core',
    'contract',
    'engine',
    'engine-asterisk',
    'engine-host',
    'engine-sip',
    'line-sound',
    'net',
    'phone-number',
    'testing',
    'voice-quality',
  ],
};
const closed = ['calendar', 'client', 'contract', 'line-sound', 'net', 'phone-number', 'sip', 'ui', 'voice-quality'];

/** Which libraries a package may use, where that is a matter of principle. */
const libraries = {
  calendar: [],
  'call-core': [],
  client: [],
  contract: ['zod'],
  engine: ['zod'],
  'line-sound': [],
  'phone-number': [],
  sip: [],
  'voice-quality': [],
};

/** Which rooms of the contract each of its rooms reads, beside lib/: subjects do not know each other both ways. */
const contractRooms = {
  lib: [],
  lists: [],
  people: [],
  calls: ['people'],
  customers: ['calls'],
  'phone-system': ['lists', 'calls'],
  quality: [],
  outreach: ['calls', 'phone-system'],
  live: ['lists', 'people', 'calls'],
  company: ['people', 'calls', 'outreach', 'live'],
};

/**
 * The floors of call control: a room reads the rooms that stand before it, and of its own floor those that are named. Only
 * what reads a board stands beside them all, in `seen`, and what lives a day once more in `replay`; nothing inside reads these.
 */
const callCoreRooms = {
  lib: [],
  board: ['lib'],
  turn: ['lib', 'board'],
  limits: ['lib', 'board', 'turn'],
  routing: ['lib', 'board', 'turn', 'limits'],
  activity: ['lib', 'board', 'turn', 'limits', 'routing'],
  queue: ['lib', 'board', 'turn', 'limits', 'routing', 'activity'],
  request: ['lib', 'board', 'turn', 'limits', 'routing', 'activity', 'queue'],
  feature: ['lib', 'board', 'turn', 'limits', 'routing', 'activity', 'queue'],
  destination: ['lib', 'board', 'turn', 'limits', 'routing', 'activity', 'queue', 'feature'],
  step: ['lib', 'board', 'turn', 'limits', 'routing', 'activity', 'queue', 'request', 'feature', 'destination'],
  seen: ['lib', 'board', 'turn', 'limits', 'routing', 'activity', 'queue', 'request', 'feature', 'destination', 'step'],
  replay: ['lib', 'board', 'step'],
  pacing: [],
};

/**
 * The rooms of the server by floor, and which rooms each reads: none on its own floor, none above. Technology knows no product; a
 * resource is what every administered thing is made of; the domain is what several features read; one room composes.
 */
const technology = ['http', 'db', 'live', 'bus', 'jobs', 'mail', 'storage', 'audio'];
const belowFeatures = ['kernel', ...technology, 'background', 'resource', 'domain', 'telephony'];
const serverRooms = {
  kernel: [],
  ...Object.fromEntries(technology.map((room) => [room, ['kernel']])),
  background: ['kernel', 'db', 'jobs', 'storage', 'audio'],
  resource: ['kernel', 'http', 'db', 'live', 'storage', 'background'],
  domain: ['kernel', 'db', 'resource'],
  telephony: ['kernel', 'db', 'storage', 'domain'],
  switchboard: ['kernel', 'db', 'bus', 'domain', 'telephony'],
  features: belowFeatures,
  compose: ['config', ...belowFeatures, 'switchboard', 'features'],
  process: ['config', ...belowFeatures, 'features', 'compose'],
  // A program of its own, for whoever runs the installation.
  operator: ['config', 'kernel', ...technology, 'background', 'domain', 'features', 'process'],
};

/** Packages that are functions of their arguments: the same in a browser, in a test and in tomorrow's replay. */
const pure = ['calendar', 'call-core', 'contract', 'line-sound', 'phone-number', 'sip', 'voice-quality'];

/** What exists to test: tests, their helpers and programs, and the packages that are nothing else. */
const testPackages = ['engine-suite', 'testing'];
const tests =
  '(\\.test\\.tsx?$|/testing/|^apps/server/(simulator|whole)/|^apps/web/specimen/|/test-[^/]+\\.ts$|-test-program\\.ts$|^packages/engine-suite/)';
const anyOf = (/** @type {readonly string[]} */ names) => `(${names.join('|')})`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Types included: two files that need each other are one, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'packages-by-their-entry',
      comment: 'A package is used through what it exports, never through its files.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^$1/$2/',
          '^packages/[^/]+/src/index\\.ts$',
          '^packages/engine-host/src/(audio|own-processors|process|sealed-sound|supervision)\\.ts$',
          '^packages/engine-sip/src/entry\\.ts$',
          '^packages/engine-asterisk/src/(entry|asterisk-files|inspect-asterisk)\\.ts$',
          '^packages/testing/src/(in-depth|specification|openapi|scripted-recogniser|scripted-summary-writer)\\.ts$',
          '^packages/phone-number/src/testing/spellings\\.ts$',
          '^packages/line-sound/src/testing/sounds\\.ts$',
          '^packages/(call-core/src/testing/(storm|lived-day)|sip/src/endpoint/test-hand-clock)\\.ts$',
          '\\.css$',
        ],
      },
    },
    ...closed.map((name) => ({
      name: `${name}-stands-alone`,
      comment: 'This package uses none of the others.',
      severity: /** @type {const} */ ('error'),
      from: { path: `^packages/${name}/` },
      to: { path: '^(packages|apps)/', pathNot: `^packages/${name}/` },
    })),
    ...Object.entries(mayUse).map(([folder, names]) => ({
      name: `${folder.split('/')[1]}-uses-its-own`,
      comment: `${folder} uses ${names.join(', ')} and no other package of ours.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^${folder}/` },
      // Tests may use what exists to test, and only they: see no-tests-in-the-product.
      to: { path: '^(packages|apps)/', pathNot: [`^${folder}/`, `^packages/${anyOf([...names, ...testPackages])}/`] },
    })),
    ...Object.entries(libraries).map(([name, allowed]) => ({
      name: `${name}-libraries`,
      comment: `packages/${name} uses ${allowed.join(', ') || 'no library'}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^packages/${name}/`, pathNot: tests },
      to: { path: 'node_modules/', pathNot: allowed.map((library) => `node_modules/(@types/)?${library}/`) },
    })),
    ...Object.entries(callCoreRooms).map(([room, below]) => ({
      name: `call-core-${room}-reads-below`,
      comment: `call-core's ${room}/ reads ${below.join(', ') || 'nothing'}, and no import runs up.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^packages/call-core/src/${room}/`, pathNot: tests },
      to: { path: '^packages/call-core/src/', pathNot: `^packages/call-core/src/${anyOf([room, ...below])}/` },
    })),
    ...Object.entries(contractRooms).map(([room, read]) => ({
      name: `contract-${room}-reads-below`,
      comment: `contract/${room} reads ${['lib', ...read].join(', ')} and no other subject.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^packages/contract/src/${room}/` },
      to: { path: '^packages/contract/src/', pathNot: `^packages/contract/src/${anyOf([room, 'lib', ...read])}/` },
    })),
    {
      name: 'pure-packages-touch-nothing',
      comment: 'No sockets, files, clocks or randomness: bytes, events and time come in as arguments.',
      severity: 'error',
      // Digests are functions too, and nobody writes their own.
      from: { path: `^packages/${anyOf(pure)}/`, pathNot: [tests, '^packages/sip/src/digest/hashes\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'phone-libraries-under-adapters',
      comment: 'The phone is a state machine; SIP in the browser is a detail behind its port.',
      severity: 'error',
      from: { path: '^packages/softphone/', pathNot: ['^packages/softphone/src/adapters/', tests] },
      to: { path: 'node_modules/(jssip|sip\\.js)/' },
    },
    {
      name: 'engine-is-chosen-in-main',
      comment:
        'Only what starts the product knows which engine runs; how one is watched and reached is the same for each.',
      severity: 'error',
      from: {
        path: '^apps/server/',
        pathNot: [
          '^apps/server/src/(process/main|process/keep-folder|operator/asterisk-config|operator/doctor/asterisk)\\.ts$',
          tests,
        ],
      },
      to: { path: '^packages/engine-(asterisk|sip)/' },
    },
    {
      name: 'features-do-not-meet',
      comment: 'app/ and compose/ put features together; features do not know each other.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/src/features/([^/]+)/' },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    },
    ...Object.entries(serverRooms).map(([room, read]) => ({
      name: `server-${room}-reads-below`,
      comment: `server/${room} reads ${read.join(', ') || 'no other room'}.`,
      severity: /** @type {const} */ ('error'),
      from: { path: `^apps/server/src/${room}/`, pathNot: tests },
      to: { path: '^apps/server/src/', pathNot: `^apps/server/src/(${[room, ...read].join('|')})[/.]` },
    })),
    {
      name: 'kit-knows-no-screen',
      comment:
        'API client, live socket, words of numbers and times: technology of the console, told what to read and show.',
      severity: 'error',
      from: { path: '^apps/web/src/kit/' },
      to: { path: '^apps/web/src/', pathNot: '^apps/web/src/kit/' },
    },
    {
      name: 'web-resource-stands-on-kit',
      comment:
        'Fields, lists, forms and screens are made of what a feature tells them; they know no feature and no subject.',
      severity: 'error',
      from: { path: '^apps/web/src/resource/' },
      to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(kit|resource)/' },
    },
    {
      name: 'web-domain-stands-on-resource',
      comment: 'What several features show of calls, people and sounds; it knows none of them.',
      severity: 'error',
      from: { path: '^apps/web/src/domain/' },
      to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(kit|resource|domain)/' },
    },
    {
      name: 'features-and-phone-below-app',
      comment: 'Features and the phone do not meet, and the console is put together above them.',
      severity: 'error',
      from: { path: '^apps/web/src/(features|phone)/' },
      to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(kit|resource|domain|$1)/' },
    },
    {
      name: 'web-and-server-meet-in-contract',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'What runs for users does not need what was written to test it.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: tests },
      to: { path: [tests, 'node_modules/vitest/'] },
    },
    {
      name: 'imports-exist',
      comment: 'Every import is found.',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      to: { couldNotResolve: true, pathNot: '\\.gen\\.' },
    },
    {
      name: 'libraries-are-declared',
      comment: 'A library that is not in package.json is there by accident.',
      severity: 'error',
      from: { path: '^(packages|apps)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(packages|apps)/[^/]+/dist/' },
    parser: 'swc',
    // Tools that every package may use in its tests are declared once, at the root.
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
