/**
 * From ring to name, through the whole product: a customer of many calls the number of somebody with a browser, through the carrier.
 * `ringToNameMs` is from the INVITE that reaches the page to the customer's name painted in the call window, `callToNameMs` from the
 * INVITE that the carrier sends, `cameMs` from the page's INVITE until it also says on which number they called and how long they
 * wait. `answerMs` is what `GET /customer-by-phone` alone takes. `wrong` are names of other customers. Prints one JSON object.
 *
 *   node tests/load/ring-to-name.ts [--customers=1000000] [--calls=1000000] [--rings=200]
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TestPhone } from '@alo/testing';
import type { Page } from 'playwright-core';

import { launch, openPage } from '../e2e/support/browser-phone.ts';
import { customerNumber, fillCustomersAndCalls } from './customers-and-calls.ts';
import { round } from './generator.ts';
import { type Installation, install } from './installation.ts';
import { OnePacketAudio } from './one-packet-audio.ts';
import { tell } from './product.ts';
import { carrier, domain, numberAt } from './sip-tenant.ts';

const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '1000000' },
    rings: { type: 'string', default: '200' },
  },
});
const customers = Number(values.customers);
const calls = Number(values.calls);
const rings = Number(values.rings);
const warmUps = 5;

/** When things happened in the page, in ms since 1970 with fractions. */
interface Seen {
  readonly invite: number;
  readonly name: number;
  readonly came: number;
  readonly shown: string;
}

const installation = await install({
  people: 1,
  records: false,
  fill: (sql, tenant) => fillCustomersAndCalls(sql, tenant, { customers, calls }),
});
try {
  tell('rings');
  const found = await ringing(installation);
  const of = (time: (one: (typeof found)[number]) => number) => spread(found.map(time));
  const result = {
    customers,
    calls,
    rings,
    wrong: found.filter(({ seen, name }) => seen.shown !== name).length,
    figures: [
      { what: 'ringToNameMs', ...of(({ seen }) => seen.name - seen.invite) },
      { what: 'callToNameMs', ...of(({ seen, calledAt }) => seen.name - calledAt) },
      { what: 'cameMs', ...of(({ seen }) => seen.came - seen.invite) },
      { what: 'answerMs', ...of(({ answerMs }) => answerMs) },
    ],
  };
  console.log(JSON.stringify(result, null, 2));
} finally {
  await installation.close();
}

async function ringing({ product, tokenAt }: Installation) {
  const browser = await launch();
  try {
    const page = await openPage(browser);
    const session = {
      token: tokenAt(0),
      ma_dn: 'load',
      user: JSON.stringify({ name: 'super-admin', permissions: [] }),
    };
    await page.addInitScript((kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    }, session);
    await page.addInitScript({ path: join(import.meta.dirname, 'watch-ring.js') });
    await page.goto(`${product.address}/dashboard`);
    await page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor({ timeout: 60_000 });
    const ask = (path: string) =>
      fetch(`${product.address}/api/load${path}`, { headers: { authorization: `Bearer ${tokenAt(0)}` } });
    const all = [];
    for (let index = 0; index < warmUps + rings; index += 1) {
      const number = customerNumber(1 + ((index * 104_729) % customers));
      const one = await ring(page, product.sipPort, number);
      const from = performance.now();
      const answer = await (await ask(`/customer-by-phone?phone=${number}`)).json();
      all.push({ ...one, answerMs: performance.now() - from, name: nameIn(answer) });
    }
    return all.slice(warmUps);
  } finally {
    await browser.close();
  }
}

function nameIn(answer: unknown): string {
  return (answer as { readonly customer: { readonly name: string } | null }).customer?.name ?? '';
}

async function ring(page: Page, sipPort: number, number: string) {
  const server = { transport: 'udp', host: '127.0.0.1', port: sipPort, from: carrier } as const;
  const caller = await TestPhone.open({
    server,
    domain,
    user: number,
    password: '',
    newAudio: async () => new OnePacketAudio(carrier),
  });
  try {
    await page.evaluate('ring.forget()');
    const calledAt = performance.timeOrigin + performance.now();
    const call = await caller.call(numberAt(0));
    const seen = await page.evaluate<Seen>('ring.seen()');
    call.cancel();
    await call.until('ended', 10_000);
    await page.locator('section[data-status="incoming"]').waitFor({ state: 'detached' });
    // Nobody calls in the same moment in which the one before hung up.
    await sleep(150);
    return { seen, calledAt };
  } finally {
    caller.close();
  }
}

function spread(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN, 1);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
