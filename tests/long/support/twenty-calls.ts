import type { PhoneCall, RtpAudio, TestPhone } from '@alo/testing';
import { expect } from 'vitest';
import { mainNumberAndCustomer } from '../../e2e/support/api.ts';
import { type BrowserPhone, loud } from '../../e2e/support/browser-phone.ts';
import { choose } from '../../e2e/support/call-window.ts';
import type { DeskPhone } from '../../e2e/support/desk-phones.ts';
import type { Office } from '../../e2e/support/office.ts';
import { sippCustomer } from '../../e2e/support/sipp-customer.ts';
import { expectUnbroken, longestGapMs } from '../../e2e/support/unbroken.ts';
import { until } from '../../e2e/support/until.ts';
import type { SippResult } from '../../sip/run-sipp.ts';

const waitMs = 20_000;
const tones = { caller: 600, callee: 900, successor: 1_200 } as const;

type Call = PhoneCall<RtpAudio>;

/** Two people at desk phones, who talk in tones, and a third one to whom the second may pass the first. */
export interface DeskTalk {
  readonly from: string;
  readonly caller: Call;
  readonly callee: Call;
}

/** Twenty conversations of all kinds: a carrier's with a browser, a browser's with a desk phone, and desk phones' with each other. */
export interface Talks {
  readonly desk: readonly DeskTalk[];
  /** A desk phone that Minh talks with in the browser. */
  readonly withMinh: Call;
  readonly carrier: Promise<SippResult>;
}

/** Who rings whom; `spare` are free, for those who are passed on. */
export interface Phones {
  readonly pairs: readonly { readonly caller: DeskPhone; readonly callee: DeskPhone; readonly spare: DeskPhone }[];
  readonly withMinh: DeskPhone;
  readonly spare: DeskPhone;
}

export async function talkAll({ lan, minh, admin, product }: Office, phones: Phones): Promise<Talks> {
  const { number } = await mainNumberAndCustomer(admin);
  const carrier = sippCustomer(product, number, '0912345690');
  await lan.shows('Cuộc gọi đến', waitMs);
  await lan.answer();
  await lan.shows('Đã kết nối');
  await minh.isIdle();
  await minh.dial(phones.withMinh.extension);
  const withMinh = await taken(phones.withMinh.phone);
  withMinh.audio.speak(tones.callee);
  await minh.shows('Đã kết nối');

  const desk: DeskTalk[] = [];
  for (const { caller: from, callee: to } of phones.pairs) {
    const caller = await from.phone.call(to.extension);
    const callee = await taken(to.phone).catch((cause: unknown) => {
      const { state, response } = caller;
      throw new Error(`${to.extension} is not rung; ${from.extension} is ${state} (${response?.status})`, { cause });
    });
    await caller.until('talking', waitMs);
    caller.audio.speak(tones.caller);
    callee.audio.speak(tones.callee);
    desk.push({ from: from.extension, caller, callee });
  }
  const talks = { desk, withMinh, carrier };
  await allHear({ lan, minh }, talks);
  return talks;
}

async function taken(phone: TestPhone): Promise<Call> {
  const call = await phone.nextCall(waitMs);
  call.ring();
  await call.answer();
  return call;
}

type Browsers = Pick<Office, 'lan' | 'minh'>;

export async function allHear({ lan, minh }: Browsers, { desk }: Pick<Talks, 'desk'>): Promise<void> {
  await until(
    'everybody at a desk phone hears the other',
    () => desk.every(({ caller, callee }) => hears(caller, tones.callee) && hears(callee, tones.caller)),
    waitMs,
  );
  for (const { loudness } of await Promise.all([lan.hears(1_000), minh.hears(1_000)]))
    expect(loudness).toBeGreaterThan(loud);
}

const hears = ({ audio }: Call, hertz: number): boolean => audio.level(hertz) > 0.2;

/** Listens to everybody while `act` is going on: nothing is missing, and no silence is longer than it may be. */
export async function expectNoGap({ lan, minh }: Browsers, talks: Talks, act: () => Promise<void>): Promise<void> {
  const audios = [...talks.desk.flatMap(({ caller, callee }) => [caller.audio, callee.audio]), talks.withMinh.audio];
  for (const audio of audios) audio.listenAnew();
  const browsers = [lan, minh];
  const before = await Promise.all(browsers.map((phone) => phone.received()));
  await act();
  await allHear({ lan, minh }, talks);
  const after = await Promise.all(browsers.map((phone) => phone.received()));
  for (const { reception } of audios) {
    expect(reception.missing).toBe(0);
    expect(reception.longestWaitMs).toBeLessThan(longestGapMs);
  }
  for (const [index, now] of after.entries()) expectUnbroken(before[index], now);
}

/** Everybody puts the other on hold and comes back. */
export async function holdAll({ lan, minh }: Browsers, talks: Talks): Promise<void> {
  for (const { caller } of talks.desk) await caller.hold(true);
  for (const { caller } of talks.desk) await caller.hold(false);
  await Promise.all([lan, minh].map(holdAndBack));
  await allHear({ lan, minh }, talks);
}

async function holdAndBack(phone: BrowserPhone): Promise<void> {
  await phone.press('Giữ máy');
  await phone.shows('Đang giữ máy');
  await phone.press('Giữ máy');
  await phone.shows('Đã kết nối');
}

/** Everybody who was called, and Lan, passes the other on and is free; then whoever took over hangs up. */
export async function transferAllAndHangUp({ lan, minh }: Browsers, talks: Talks, phones: Phones): Promise<void> {
  for (const [index, { caller, callee }] of talks.desk.entries()) {
    const spare = phones.pairs[index]?.spare;
    if (spare === undefined) throw new Error('nobody is free');
    const { status } = await callee.request('REFER', [{ name: 'refer-to', value: `<sip:${spare.extension}@desk>` }]);
    expect(status).toBe(202);
    const successor = await taken(spare.phone);
    successor.audio.speak(tones.successor);
    await until('the caller hears who took over', () => hears(caller, tones.successor), waitMs);
    await callee.until('ended', waitMs);
    expect(await successor.hangUp()).toBe(200);
    await caller.until('ended', waitMs);
  }
  await choose(lan, 'Chuyển', phones.spare.extension, 'Chuyển ngay');
  const successor = await taken(phones.spare.phone);
  await lan.isIdle();
  await until('who took over hears the customer', () => hears(successor, 440), waitMs);
  expect(await successor.hangUp()).toBe(200);
  expect(await talks.carrier).toEqual({ ok: true, errors: '' });
  await minh.hangUp();
  await talks.withMinh.until('ended', waitMs);
  await minh.isIdle();
}
