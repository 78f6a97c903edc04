import {
  allExtension,
  type DestinationValue,
  devices,
  extensions,
  greetings,
  type InputOf,
  inbounds,
  musicOnHolds,
  ringGroups,
} from '@alo/contract';
import { type RtpAudio, TestPhone } from '@alo/testing';

import {
  callsSince,
  type HistoryRow,
  isClosed,
  mainNumberAndCustomer,
  type PersonApi,
  signInByApi,
} from '../../e2e/support/api.ts';
import { bringTone } from '../../e2e/support/bring-tone.ts';
import { type BrowserPhone, openPhone } from '../../e2e/support/browser-phone.ts';
import { type Product, startProduct } from '../../e2e/support/product.ts';
import { until } from '../../e2e/support/until.ts';
import { type SippLine, sippCalls } from '../sipp-line.ts';

/** The running product with Lan at her browser, and what a story adds to it: desk phones, and numbers of customers. */
export interface Site {
  readonly product: Product;
  readonly admin: PersonApi;
  readonly lan: BrowserPhone;
  /** The company's number, as customers dial it. */
  readonly hotline: string;
  /** A greeting and music of the company's own: a tone. */
  readonly greeting: string;
  readonly music: string;
  /** Adds an extension with a desk phone, which registers. */
  desk(number: string, more?: Partial<InputOf<typeof extensions>>): Promise<Desk>;
  /** The number of a customer whose calls are led there, by a rule of their own. */
  customer(destination: DestinationValue, more?: Partial<InputOf<typeof inbounds>>): Promise<string>;
  /** That customer calls the hotline, by sipp. */
  calls(from: string, refused?: number): Promise<Customer>;
  /** Resolves when calls are led by all that was saved before. */
  known(desk: Desk): Promise<void>;
  /** The only call of a customer, once nothing of it is open. */
  rowOf(from: string): Promise<HistoryRow>;
  /** As many calls of a customer, the last one first. */
  rowsOf(from: string, count: number): Promise<readonly HistoryRow[]>;
  /** An extension that was there already. */
  idOf(number: string): Promise<string>;
  close(): Promise<void>;
}

export interface Desk {
  readonly number: string;
  readonly id: string;
  readonly phone: TestPhone<RtpAudio>;
  /** What its person says. */
  readonly hertz: number;
}

export interface Customer extends SippLine {
  readonly hertz: number;
}

export const to = (type: DestinationValue['type'], value = ''): DestinationValue => ({ type, value });

/** Tones that no prompt has, and each but some of the others; people lower than customers. */
const toneOf = (nth: number, from: number): number => from + 40 * (nth % 20);

export async function openSite(): Promise<Site> {
  const since = Date.now();
  const product = await startProduct();
  const admin = await signInByApi(product.address, 'admin');
  const lan = await openPhone(product.address, 'lan');
  const hotline = (await mainNumberAndCustomer(admin)).number.replace(/^\+84/, '0');
  const audio = await bringTone(product.address, admin);
  const { id: greeting } = await admin.call(greetings.create, { body: { name: 'Tiếng chào', audio_id: audio } });
  const { id: music } = await admin.call(musicOnHolds.create, { body: { name: 'Nhạc riêng', audio_id: audio } });
  const desks: Desk[] = [];
  const lines: SippLine[] = [];
  let [customers, marks] = [0, 0];

  const rowsOf = (from: string, count: number) =>
    until(
      `${count} calls of ${from} are closed`,
      async () => {
        const rows = (await callsSince(admin, since)).filter(({ phone }) =>
          phone.replaceAll(/\D/g, '').endsWith(from.slice(1)),
        );
        if (rows.length > count) throw new Error(`${from} called ${rows.length} times`);
        return rows.length === count && rows.every(isClosed) && rows;
      },
      30_000,
    );

  return {
    product,
    admin,
    lan,
    hotline,
    greeting,
    music,
    async desk(number, more = {}) {
      const { id } = await admin.call(extensions.create, { body: { number, name: `Máy ${number}`, ...more } });
      const { settings } = await admin.call(devices.create, { body: { name: `Máy bàn ${number}`, extension_id: id } });
      const { domain, username: user, password } = settings;
      if (password === null) throw new Error('there is no password');
      const server = { transport: 'udp', host: '127.0.0.1', port: product.sipPort } as const;
      const phone = await TestPhone.rtp({ server, domain, user, password });
      const desk = { number, id, phone, hertz: toneOf(desks.length, 600) };
      desks.push(desk);
      // The switch reads of it by itself.
      await until(`${number} is registered`, async () => (await phone.stayRegistered()).status === 200);
      return desk;
    },
    async customer(destination, more = {}) {
      customers += 1;
      const from = `09010${10_000 + customers}`;
      const body = { name: `Khách ${customers}`, priority: 0, caller_pattern: from, destination, ...more };
      await admin.call(inbounds.create, { body });
      return from;
    },
    async calls(from, refused) {
      const hertz = toneOf(lines.length, 1_700);
      const line = await sippCalls({
        port: product.sipPort,
        from,
        to: hotline,
        hertz,
        ...(refused === undefined ? {} : { refused }),
      });
      lines.push(line);
      return { ...line, hertz };
    },
    async known({ phone }) {
      marks += 1;
      const number = `69${10 + marks}`;
      await admin.call(ringGroups.create, { body: { name: `Dấu ${marks}`, number } });
      await until('the switch knows what was saved last', async () => {
        const call = await phone.call(number);
        // A group is answered at once, if only to say that nobody is there; that a number is unknown need not be heard to its end.
        const isKnown = await Promise.race([
          call.until('talking').then(() => true),
          call.until('early').then(() => false),
        ]).catch(() => false);
        await call.leave();
        return isKnown;
      });
    },
    async rowOf(from) {
      const [row] = await rowsOf(from, 1);
      if (row === undefined) throw new Error('there is one');
      return row;
    },
    rowsOf,
    async idOf(number) {
      const found = (await admin.call(allExtension, {})).data.find((one) => one.number === number);
      if (found === undefined) throw new Error(`there is no ${number}`);
      return found.id;
    },
    async close() {
      await Promise.all(lines.map((line) => line.close()));
      for (const { phone } of desks) phone.close();
      await lan.close();
      await product.close();
    },
  };
}
