/**
 * What all processes of the product hold of the memory, each shared page divided among those who share it (`own` without these), and how
 * many files and sockets they have open: with a company of 250 desk phones that are registered and nobody who calls; right after thousands of whole
 * recorded calls; and after a minute of rest. `ratio` is everything then to everything before the calls. Prints one JSON object.
 *
 *   node tests/load/memory.ts [--calls=6000] [--rate=40] [--phones=250]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { beginEvenly, outcome } from './call-load.ts';
import { DeskPhones } from './desk-phones.ts';
import { round } from './generator.ts';
import { held } from './held.ts';
import { watchHistory } from './history-watch.ts';
import { type Installation, withInstallation } from './installation.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '6000' },
    rate: { type: 'string', default: '40' },
    phones: { type: 'string', default: '250' },
  },
});
const [calls, rate, phoneCount] = [Number(values.calls), Number(values.rate), Number(values.phones)];
const TALK_MS = 100;
const REST_MS = 60_000;

const measured = await withInstallation({ people: phoneCount }, beforeAndAfter);
console.log(JSON.stringify(measured, null, 2));
process.exit(measured.failed === 0 ? 0 : 1);

async function beforeAndAfter(installation: Installation) {
  const { product, databaseUrl, passwordAt } = installation;
  const phones = await DeskPhones.open(phoneCount, product.sipPort, passwordAt);
  await sleep(REST_MS);
  const quiet = { when: 'before the calls', ...(await held(installation)) };
  // Its connections are the database's processes too: they are there only while it is asked.
  const watch = await watchHistory(databaseUrl);
  const { failed } = outcome(await beginEvenly(rate, calls / rate, (nth) => phones.call(nth % phoneCount, TALK_MS)));
  const busy = { when: 'right after them', ...(await held(installation)) };
  const { rows } = await watch.complete(calls, REST_MS);
  await watch.close();
  await sleep(REST_MS);
  const rested = { when: 'a minute later', ...(await held(installation)) };
  phones.close();
  return { ratio: round(rested.megabytes / quiet.megabytes, 2), calls, failed, rows, runs: [quiet, busy, rested] };
}
