/** What the product must reach, by subject, and whether it does: each bar beside what it was when it was set, and what is measured now. */

/**
 * @typedef {object} Bar
 * @property {string} what
 * @property {number} [most] It must be no more than this.
 * @property {number} [least] Or no less.
 * @property {string} first What was measured when the bar was set, in November 2026.
 * @property {string} bench The load program.
 * @property {RegExp} [figure] Names of its single figures; or
 * @property {{ table: string, rows: RegExp, column: string }} [cells] rows of a table by their cells, with a blank between them, and the column.
 * @property {string} [why] The decision that says why it is not so, where it is not.
 */

/**
 * @typedef {object} Subject
 * @property {string} title
 * @property {string} about
 * @property {readonly Bar[]} bars
 * @property {{ name: string, words: string }} [picture]
 */

const rates = '(?:10|25|50|75|100)/s';

/** @type {readonly Subject[]} */
export const subjects = [
  {
    title: 'A call, beside Asterisk',
    about: `Whole recorded calls through the whole product and through Asterisk: a carrier calls, a desk phone answers, both send audio, one hangs up.
Set-up is the time from the carrier's call to the answer.`,
    picture: {
      name: 'beside-whole-call',
      words: 'Set-up p50, set-up p99 and processor time of a call, ours and Asterisk’s, at 10 to 200 calls a second',
    },
    bars: [
      {
        what: 'Set-up p50 at 10, 25, 50, 75, 100 calls a second, × Asterisk’s',
        most: 1,
        first: '18 at 50/s',
        bench: 'beside-whole-call',
        figure: new RegExp(`^ratio ${rates} setUpP50$`),
      },
      {
        what: 'Set-up p99 at these rates, × Asterisk’s',
        most: 1.5,
        first: '26 at 50/s',
        bench: 'beside-whole-call',
        figure: new RegExp(`^ratio ${rates} setUpP99$`),
        why: '0379-garbage-is-collected-out-of-the-way-of-calls',
      },
      {
        what: 'Processor time of a call at these rates, × Asterisk’s',
        most: 1,
        first: '2.3 at 50/s',
        bench: 'beside-whole-call',
        figure: new RegExp(`^ratio ${rates} cpu$`),
        why: '0385-a-call-wakes-processes-seldom',
      },
    ],
  },
  {
    title: 'Many calls',
    about:
      'The product alone, at a high rate, right after its start, and with more calls than it can take: then it refuses new ones at once and keeps the running ones.',
    picture: {
      name: 'whole-call',
      words: 'Set-up p50, set-up p99 and processor time of a call at a rising rate, the product and its engine alone',
    },
    bars: [
      {
        what: 'Failed calls at 150 a second for a minute, on two cores',
        most: 0,
        first: '746 of 1,200',
        bench: 'overload',
        cells: { table: 'runs', rows: /^a minute /, column: 'failed' },
      },
      {
        what: 'Set-up in the first seconds after a start, p50 and p99, × later',
        most: 1.1,
        first: 'not measured',
        bench: 'overload',
        figure: /^ratio the first seconds/,
        why: '0384-no-call-is-rehearsed',
      },
      {
        what: 'More calls than it can take: failed without being refused, then and 5 s later',
        most: 0,
        first: '933 of 1,500',
        bench: 'overload',
        cells: { table: 'runs', rows: /^(?:too many|5 s later) /, column: 'failed' },
      },
      {
        what: 'More calls than it can take: calls and recordings left open',
        most: 0,
        first: '0 and 12',
        bench: 'overload',
        figure: /^history open/,
      },
      {
        what: 'An hour of calls, audio, consoles and readers: failed calls, failed requests, lost sockets',
        most: 0,
        first: 'not measured',
        bench: 'soak',
        figure: /^(?:failedCalls|failedRequests|lostSockets)$/,
      },
    ],
  },
  {
    title: 'A company beside two that do their worst',
    about: `A company places calls, reads lists and has an export or an import made, while two others do all that they can at once: lists and jobs without end, slow files,
tokens that are none, calls that nobody answers, floods of SIP. All of the product is on one core.`,
    bars: [
      {
        what: 'Calls, lists and jobs p99, × alone',
        most: 1.5,
        first: '23, 296, 15',
        bench: 'company-beside-hostile',
        figure: /^ratio (?:calls|lists|jobs) p99$/,
        why: '0650-who-has-had-most-goes-last',
      },
      {
        what: 'Calls, lists and jobs that failed',
        most: 0,
        first: '24',
        bench: 'company-beside-hostile',
        figure: /^failed$/,
      },
    ],
  },
  {
    title: 'Audio, beside Asterisk',
    about:
      'Recorded calls that stand while both sides speak. Delay is how long a packet is on its way through the server.',
    picture: {
      name: 'beside-anchored-calls',
      words: 'Delay p99 and p99.9 of audio and processor use at 100 and 200 calls, ours and Asterisk’s',
    },
    bars: [
      {
        what: 'Delay p99.9 of packets in 100 and 200 calls, × Asterisk’s',
        most: 1,
        first: '4.0',
        bench: 'beside-anchored-calls',
        figure: /^ratio \d+ calls delayP999$/,
      },
      {
        what: 'Processor for 100 and 200 calls, × Asterisk’s',
        most: 0.6,
        first: '0.68',
        bench: 'beside-anchored-calls',
        figure: /^ratio \d+ calls cpu$/,
      },
    ],
  },
  {
    title: 'Phones that register, beside Kamailio',
    about: `A phone tells the server every minute where it can be reached. After a cut of the network all phones do so at once. Kamailio does little else, and is the
measure of what is possible.`,
    bars: [
      {
        what: 'Processor for one registration, with a challenge and as a refresh, × Kamailio’s',
        most: 1.5,
        first: '3.0',
        bench: 'beside-register',
        figure: /^ratio .* kamailio cpu$/,
        why: '0372-register-keeps-bytes-and-reads-nothing-twice',
      },
      {
        what: 'Seconds until 1,000 and 5,000 browsers are registered, by WS and WSS, × Kamailio’s',
        most: 1.3,
        first: '1.9',
        bench: 'beside-register-storm',
        figure: /^ratio \d+ wss? kamailio seconds$/,
      },
      {
        what: 'The same through the console’s own port, where no proxy tells SIP from the rest, × Kamailio’s',
        most: 1.3,
        first: '1.9',
        bench: 'beside-register-storm',
        figure: /^ratio \d+ web kamailio seconds$/,
        why: '0463-a-proxy-passes-sip-to-the-engine',
      },
      {
        what: 'Processor to hand a browser’s socket to the engine, × the registration on it',
        most: 1,
        first: 'not measured',
        bench: 'hand-over',
        figure: /^ratio$/,
        why: '0463-a-proxy-passes-sip-to-the-engine',
      },
    ],
  },
  {
    title: 'People at their screens',
    about: `Signing in, reading lists and histories of a million customers and ten million calls, watching the live board, opening pages. The event loop is the
thread that also decides about calls: how late it is says how long a call may wait.`,
    bars: [
      {
        what: 'Seconds until 1,000 people who sign in at once are in, on two cores',
        most: 20,
        first: '63',
        bench: 'eight-o-clock',
        figure: /^allInSeconds$/,
      },
      {
        what: 'Reads a second, × a bare program’s that sends the same statements',
        least: 0.6,
        first: '0.07 to 0.14',
        bench: 'reads',
        cells: { table: 'runs', rows: / ours /, column: 'ratio' },
      },
      {
        what: 'Lateness of the event loop under all of these reads, p99 in ms',
        most: 30,
        first: 'not measured',
        bench: 'reads',
        cells: { table: 'together', rows: /./, column: 'loopMs p99' },
      },
      {
        what: 'Live board with 500 watchers: from event to word, p99, × a bare server’s',
        most: 2,
        first: 'not measured',
        bench: 'monitor',
        figure: /^ratio p99$/,
      },
      {
        what: 'The same in ms',
        most: 60,
        first: '1,537 with 50',
        bench: 'monitor',
        cells: { table: 'runs', rows: /^ours /, column: 'p99Ms' },
      },
      {
        what: 'Lateness of the event loop while 500 consoles hear of 100 changes a second, p99 in ms',
        most: 30,
        first: '52.9',
        bench: 'monitor',
        cells: { table: 'runs', rows: /^consoles /, column: 'loopP99Ms' },
      },
      {
        what: 'Pages on a slow computer and line: largest paint, ms',
        most: 1500,
        first: '2,120 to 4,830',
        bench: 'pages',
        cells: { table: 'pages', rows: / (?:cold|warm) /, column: 'lcpMs median' },
      },
      {
        what: 'The same pages: slowest answer to a person, ms',
        most: 100,
        first: '336',
        bench: 'pages',
        cells: { table: 'pages', rows: / (?:cold|warm) /, column: 'inpMs median' },
      },
    ],
  },
  {
    title: 'Start and memory',
    about:
      'From `npm start` to the first page, with everything installed; and what all processes hold together, PostgreSQL included.',
    bars: [
      {
        what: 'Start with an empty database, ms',
        most: 6000,
        first: '8,400',
        bench: 'start-up',
        cells: { table: 'runs', rows: /^empty /, column: 'medianMs' },
      },
      {
        what: 'Start with the database that is there, ms',
        most: 3000,
        first: '3,800',
        bench: 'start-up',
        cells: { table: 'runs', rows: /^warm /, column: 'medianMs' },
      },
      {
        what: 'Start with a million calls in the history, × with a thousand',
        most: 1.2,
        first: 'not measured',
        bench: 'start-after-calls',
        figure: /^ratio /,
      },
      {
        what: 'All processes, idle, MB',
        most: 250,
        first: '320',
        bench: 'memory',
        cells: { table: 'runs', rows: /^before the calls /, column: 'megabytes' },
      },
      {
        what: 'A minute after 6,000 calls, × before them',
        most: 1.2,
        first: 'not measured',
        bench: 'memory',
        figure: /^ratio$/,
      },
    ],
  },
];

/**
 * @param {readonly Bar[]} bars
 * @param {ReadonlyMap<string, import('./bench-data.mjs').Figures>} all The figures of the programs, by name.
 */
export const barRows = (bars, all) => bars.map((bar) => rowOf(bar, figuresOf(bar, all.get(bar.bench))));

/**
 * @param {Bar} bar
 * @param {readonly number[]} figures
 */
function rowOf({ what, most, least, first, why }, figures) {
  const within = figures.filter((figure) => figure <= (most ?? Infinity) && figure >= (least ?? -Infinity)).length;
  const met = within === figures.length ? 'yes' : within === 0 ? 'no' : `${within} of ${figures.length}`;
  const reason = met === 'yes' || why === undefined ? '' : ` ([why](adr/${why}.md))`;
  return {
    what,
    'must be': most === undefined ? `≥ ${least}` : `≤ ${most}`,
    'at first': first,
    now: figures.length > 5 ? `${Math.min(...figures)} to ${Math.max(...figures)}` : figures.join(', '),
    met: figures.length === 0 ? 'not measured' : `${met}${reason}`,
  };
}

/**
 * @param {Bar} bar
 * @param {import('./bench-data.mjs').Figures | undefined} measured
 * @returns {number[]}
 */
function figuresOf({ figure, cells }, measured) {
  const single = Object.entries(measured?.figures ?? {}).flatMap(([name, value]) =>
    figure?.test(name) === true ? [value] : [],
  );
  const rows = cells === undefined ? [] : (measured?.tables[cells.table] ?? []);
  const inRows = rows.flatMap((row) =>
    cells !== undefined && cells.rows.test(`${Object.values(row).join(' ')} `) ? [row[cells.column]] : [],
  );
  return [...single, ...inRows].map(Number);
}
