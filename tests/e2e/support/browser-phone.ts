import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { patienceMs } from '@alo/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

import { demo, type PersonName, people } from './people.ts';
import { until } from './until.ts';
import { voices, writeVoice } from './voices.ts';

/** What a browser has received of the other side; `energy` is the sum of squared levels over time. */
export interface ReceivedAudio {
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly energy: number;
  readonly seconds: number;
  /** How long nothing came that could be played, in seconds: the browser made something up. */
  readonly concealed: number;
  /** In what it comes, as `audio/opus`. */
  readonly codec: string;
}

/** What arrived in a stretch of time. */
export interface AudioStretch {
  readonly packets: number;
  readonly lost: number;
  /** Mean squared level, 0 to 1. */
  readonly loudness: number;
}

/** What was heard of late, in samples from -1 to 1. */
export interface Sound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** One person in front of a browser with a microphone of their own. */
export interface BrowserPhone {
  readonly page: Page;
  readonly browser: Browser;
  /** Opens the pad of the call window where it is not open; what an earlier call left there goes away by itself. */
  openPad(): Promise<void>;
  /** Dials by the pad of the call window. */
  dial(number: string): Promise<void>;
  answer(): Promise<void>;
  reject(): Promise<void>;
  hangUp(): Promise<void>;
  /** A round button of the call window. */
  press(label: 'Tắt tiếng' | 'Giữ máy' | 'Bàn phím' | 'Ghi chú'): Promise<void>;
  /** A key of the pad that is open. */
  key(tone: string): Promise<void>;
  /** Waits for the call window to show a label of the specification. */
  shows(label: string, withinMs?: number): Promise<void>;
  /** Waits for the phone to be without a call. */
  isIdle(): Promise<void>;
  /** Ends what a story that failed has left behind. */
  clear(): Promise<void>;
  says(text: string): Promise<void>;
  registered(): Promise<void>;
  /** What the browser has received up to now. Fails where no audio comes. */
  received(): Promise<ReceivedAudio>;
  /** Listens for a while. Fails where no audio comes. */
  hears(ms: number): Promise<AudioStretch>;
  /** The last two seconds of what came; less, and silence before it, at first. */
  lastHeard(): Promise<Sound>;
  close(): Promise<void>;
}

/** A voice is louder than the one; what is left of a muted microphone (dither, the tail of a word) is below the other. */
export const loud = 1e-3;
export const silent = 1e-4;

/** Whose voice is how high. */
export const pitches = { lan: voices.low, hoa: voices.middle, minh: voices.high, admin: voices.high } as const;

/** Opens a browser of its own for a person, with the voice that its microphone hears, and signs in. */
export async function openPhone(
  address: string,
  name: PersonName,
  pitch: number = pitches[name],
  more: readonly string[] = [],
): Promise<BrowserPhone> {
  const phone = await openDesk(pitch, more);
  try {
    await signIn(phone.page, address, name);
    await phone.registered();
  } catch (error) {
    await phone.close();
    throw error;
  }
  return phone;
}

/** A browser of its own with that voice before its microphone, in which nobody has signed in. */
export async function openDesk(pitch: number, more: readonly string[] = []): Promise<BrowserPhone> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-voice-'));
  const voice = join(folder, 'voice.wav');
  await writeVoice(voice, pitch);
  const browser = await launch([`--use-file-for-fake-audio-capture=${voice}`, ...more]);
  return phoneOf(browser, await openPage(browser), async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });
}

/** A headless Chromium whose microphone is a file. */
export async function launch(args: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env['ALO_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      ...args,
    ],
  });
  const latencyMs = Number(process.env['ALO_SLOW_PAGES'] ?? 0);
  if (latencyMs > 0) browser.on('context', (context) => context.on('page', (page) => void slowDown(page, latencyMs)));
  return browser;
}

/** Answers come so much later, as on a machine that has much else to do: a story that reads too early fails every time, not now and then. */
async function slowDown(page: Page, latencyMs: number): Promise<void> {
  const unlimited = -1;
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: unlimited,
      uploadThroughput: unlimited,
    });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}

/** What a browser keeps of who has signed in. */
export type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A page in which a story can ask what was received, of a browser that knows nobody, or has kept this. */
export async function openPage(browser: Browser, kept?: BrowserState): Promise<Page> {
  const context = await browser.newContext({
    locale: 'vi-VN',
    viewport: { width: 1280, height: 800 },
    ...(kept === undefined ? {} : { storageState: kept }),
  });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript({ path: join(import.meta.dirname, 'probe.js') });
  return context.newPage();
}

/** Signs in as a person does: code, name, password, Enter. */
export async function signIn(
  page: Page,
  address: string,
  name: PersonName,
  password: string = demo.password,
): Promise<void> {
  await page.goto(`${address}/login`);
  await fillInSignIn(page, name, password);
}

/** Fills in the sign-in page that is open, and presses its button. */
export async function fillInSignIn(page: Page, name: PersonName, password: string = demo.password): Promise<void> {
  await page.getByLabel('Mã doanh nghiệp').first().fill(demo.companyCode);
  await page.getByLabel('Email hoặc tên đăng nhập').fill(people[name].username);
  await page.getByLabel('Mật khẩu', { exact: false }).first().fill(password);
  await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
}

/** The phone of a page in which somebody is, or will be, signed in; `close` is what closing it does. */
export function phoneOf(browser: Browser, page: Page, close: () => Promise<void>): BrowserPhone {
  const window = page.getByRole('region', { name: 'Điện thoại' });
  const pill = page.getByRole('button', { name: /^Điện thoại:/ });
  const button = (name: string) => window.getByRole('button', { name, exact: true });

  const openPad = async (): Promise<void> => {
    await until('the pad is open', async () => {
      if (await window.getByLabel('Số cần gọi').isVisible()) return true;
      if (await window.isVisible()) return false;
      await pill.click();
      // A second press would close it again; it may be closed where the window came up in this moment.
      await window.waitFor({ timeout: 5_000 }).catch(() => undefined);
      return false;
    });
  };

  // The first packets come a moment after the label that says so.
  const received = () =>
    until(
      'audio is being received',
      async () => (await page.evaluate<ReceivedAudio | null>('receivedAudio()')) ?? false,
    );

  return {
    page,
    browser,
    close,
    openPad,
    async dial(number) {
      await openPad();
      await window.getByLabel('Số cần gọi').fill(number);
      await window.getByRole('button', { name: 'Gọi', exact: true }).click();
    },
    answer: () => button('Nghe').click(),
    reject: () => button('Từ chối').click(),
    hangUp: () => button('Kết thúc').click(),
    press: (label) => button(label).click(),
    key: (tone) =>
      window
        .getByRole('group', { name: 'Bàn phím' })
        .getByRole('button', { name: new RegExp(`^${tone}( |$)`) })
        .click(),
    shows: (label, withinMs = patienceMs) => window.getByText(label, { exact: true }).waitFor({ timeout: withinMs }),
    says: (text) => window.getByText(text, { exact: true }).waitFor(),
    async isIdle() {
      await until(
        'the phone is idle',
        async () =>
          (await page.locator('section[data-status]').count()) === 0 ||
          (await page.locator('section[data-status="idle"]').count()) === 1,
      );
    },
    async clear() {
      if (page.isClosed()) return;
      await until('nothing is left to end', async () => {
        for (const name of ['Kết thúc', 'Từ chối']) {
          if (!(await button(name).isVisible())) continue;
          // What ends at this moment takes its button away.
          await button(name)
            .click({ timeout: 2_000 })
            .catch(() => undefined);
          return false;
        }
        return true;
      });
    },
    registered: () => page.getByRole('button', { name: /^Điện thoại: Sẵn sàng/ }).waitFor(),
    received,
    async hears(ms) {
      const before = await received();
      await sleep(ms);
      const after = await received();
      const seconds = after.seconds - before.seconds;
      return {
        packets: after.packetsReceived - before.packetsReceived,
        lost: after.packetsLost - before.packetsLost,
        loudness: seconds > 0 ? (after.energy - before.energy) / seconds : 0,
      };
    },
    async lastHeard() {
      const heard = await page.evaluate<string | null>('lastHeard()');
      const bytes = Buffer.from(heard ?? '', 'base64');
      const samples = Float32Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768);
      return { samples, sampleRate: 8_000 };
    },
  };
}
