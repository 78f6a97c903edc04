/**
 * What the product must reach, and whether it does: each bar beside what it was when it was set, and what the parts of
 * docs/benchmarks.md say now.
 */
import { tablesIn } from './bench-tables.mjs';

/**
 * @typedef {object} Bar
 * @property {string} what
 * @property {number} [most] It must be no more than this.
 * @property {number} [least] Or no less.
 * @property {string} first What was measured when the bar was set, in November 2026.
 * @property {string} part The title of the part.
 * @property {string} column The column of the figures.
 * @property {RegExp} rows Whose line's first cells, with a blank between them, are like this.
 * @property {string} [why] The decision that says why it is not so, where it is not.
 */

const wholeCall = 'Beside Asterisk and Kamailio: whole call';
const anchored = 'Beside Asterisk and Kamailio: anchored calls';
const register = 'Beside Asterisk and Kamailio: register';
const rates = '(?:10|25|50|75|100)/s';

/** @type {readonly Bar[]} */
const bars = [
  {
    what: 'A whole call at 10, 25, 50, 75, 100/s, set-up p50 × Asterisk’s',
    most: 1,
    first: '18 at 50/s',
    part: wholeCall,
    rows: new RegExp(`^ratio ${rates} setUpP50 `),
    column: 'value',
  },
  {
    what: 'its p99 × Asterisk’s',
    most: 1.5,
    first: '26 at 50/s',
    part: wholeCall,
    rows: new RegExp(`^ratio ${rates} setUpP99 `),
    column: 'value',
    why: '0379-garbage-is-collected-out-of-the-way-of-calls',
  },
  {
    what: 'its CPU × Asterisk’s',
    most: 1,
    first: '2.3 at 50/s',
    part: wholeCall,
    rows: new RegExp(`^ratio ${rates} cpu `),
    column: 'value',
    why: '0385-a-call-wakes-processes-seldom',
  },
  {
    what: '150 calls a second for a minute on two cores, failed',
    most: 0,
    first: '746 of 1,200',
    part: 'Overload',
    rows: /^a minute /,
    column: 'failed',
  },
  {
    what: 'The first seconds after a start, p50 and p99 × later ones',
    most: 1.1,
    first: 'not measured',
    part: 'Overload',
    rows: /^ratio the first seconds/,
    column: 'value',
    why: '0384-no-call-is-rehearsed',
  },
  {
    what: 'Too many calls: failed otherwise than by a refusal, and 5 s later',
    most: 0,
    first: '933 of 1,500',
    part: 'Overload',
    rows: /^(?:too many|5 s later) /,
    column: 'failed',
  },
  {
    what: 'Too many calls: calls and recordings left open',
    most: 0,
    first: '0 and 12',
    part: 'Overload',
    rows: /^history open/,
    column: 'value',
  },
  {
    what: '100 and 200 recorded calls, audio’s p99.9 × Asterisk’s',
    most: 1,
    first: '4.0',
    part: anchored,
    rows: /^ratio \d+ calls delayP999 /,
    column: 'value',
  },
  {
    what: 'their CPU × Asterisk’s',
    most: 0.6,
    first: '0.68',
    part: anchored,
    rows: /^ratio \d+ calls cpu /,
    column: 'value',
  },
  {
    what: 'REGISTER by challenge and as a refresh, CPU × Kamailio’s',
    most: 1.5,
    first: '3.0',
    part: register,
    rows: /^ratio .* kamailio cpu /,
    column: 'value',
    why: '0372-register-keeps-bytes-and-reads-nothing-twice',
  },
  {
    what: '1,000 and 5,000 phones at once, WS and WSS, seconds × Kamailio’s',
    most: 1.3,
    first: '1.9',
    part: `${register} storm`,
    rows: /^ratio \d+ wss? kamailio seconds /,
    column: 'value',
  },
  {
    what: 'the same by the console’s port, where no proxy tells SIP from the rest',
    most: 1.3,
    first: '1.9',
    part: `${register} storm`,
    rows: /^ratio \d+ web kamailio seconds /,
    column: 'value',
    why: '0463-a-proxy-passes-sip-to-the-engine',
  },
  {
    what: 'A socket’s hand-over × the registration on it, CPU',
    most: 1,
    first: 'not measured',
    part: 'Hand over',
    rows: /^ratio /,
    column: 'value',
    why: '0463-a-proxy-passes-sip-to-the-engine',
  },
  {
    what: '1,000 sign-ins on two cores, s',
    most: 20,
    first: '63',
    part: 'Eight o clock',
    rows: /^allInSeconds /,
    column: 'value',
  },
  {
    what: 'Reads × a bare handler’s, requests a second',
    least: 0.6,
    first: '0.07 to 0.14',
    part: 'Reads',
    rows: / ours /,
    column: 'ratio',
  },
  {
    what: 'The server’s event loop under all of them, p99 ms',
    most: 30,
    first: 'not measured',
    part: 'Reads',
    rows: /^\d+ [\d.]+ [\d.]+ /,
    column: 'loopMs p99',
  },
  {
    what: '500 watchers of the live board, event to word, p99 × a bare server’s',
    most: 2,
    first: 'not measured',
    part: 'Monitor',
    rows: /^ratio p99 /,
    column: 'value',
  },
  {
    what: 'its p99, ms',
    most: 60,
    first: '1,537 with 50',
    part: 'Monitor',
    rows: /^ours /,
    column: 'p99Ms',
  },
  {
    what: 'The server’s event loop while 500 consoles hear of 100 changes a second, p99 ms',
    most: 30,
    first: '52.9',
    part: 'Monitor',
    rows: /^consoles /,
    column: 'loopP99Ms',
  },
  {
    what: 'Pages on a slow client, largest paint in ms',
    most: 1500,
    first: '2,120 to 4,830',
    part: 'Pages',
    rows: / (?:cold|warm) /,
    column: 'lcpMs median',
  },
  {
    what: 'their slowest answer to a person, ms',
    most: 100,
    first: '336',
    part: 'Pages',
    rows: / (?:cold|warm) /,
    column: 'inpMs median',
  },
  {
    what: 'Start with an empty database, ms',
    most: 6000,
    first: '8,400',
    part: 'Start up',
    rows: /^empty /,
    column: 'medianMs',
  },
  {
    what: 'Start, warm, ms',
    most: 3000,
    first: '3,800',
    part: 'Start up',
    rows: /^warm /,
    column: 'medianMs',
  },
  {
    what: 'All processes, idle, MB',
    most: 250,
    first: '320',
    part: 'Memory',
    rows: /^before the calls /,
    column: 'megabytes',
  },
  {
    what: 'A minute after 6,000 calls × before them',
    most: 1.2,
    first: 'not measured',
    part: 'Memory',
    rows: /^ratio /,
    column: 'value',
  },
  {
    what: 'An hour’s soak: failed calls, requests and lost sockets',
    most: 0,
    first: 'not measured',
    part: 'Soak',
    rows: /^(?:failedCalls|failedRequests|lostSockets) /,
    column: 'value',
  },
];

/** @param {ReadonlyMap<string, string>} sections The parts of the page, by title. */
export const barRows = (sections) => bars.map((bar) => rowOf(bar, figuresOf(bar, sections.get(bar.part) ?? '')));

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
 * @param {string} section
 * @returns {number[]}
 */
function figuresOf({ rows, column }, section) {
  return tablesIn(section).flatMap((table) => {
    const at = table.columns.indexOf(column);
    if (at < 0) return [];
    return table.rows.filter((row) => rows.test(`${row.join(' ')} `)).map((row) => Number(row[at]));
  });
}
