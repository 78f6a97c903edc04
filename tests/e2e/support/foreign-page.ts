import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { openPage, type ReceivedAudio } from './browser-phone.ts';
import type { PagePhone } from './foreign-phones-page.ts';

/** The same from outside of its page. */
export interface PageWithPhone {
  readonly phone: {
    readonly [Name in keyof PagePhone]: (
      ...given: Parameters<PagePhone[Name]>
    ) => Promise<Awaited<ReturnType<PagePhone[Name]>>>;
  };
  /** Has more of the other side come since it was asked last? */
  readonly hearsMore: () => Promise<boolean>;
}

/** Opens a page of the console's own origin, as only such may come in, with nothing on it but a phone that others have made. */
export async function openPageWithPhone(
  browser: Browser,
  address: string,
  name: 'jssip' | 'sipjs',
): Promise<PageWithPhone> {
  const page = await openPage(browser);
  // Whatever is really there: a page that came from nowhere may not speak to this machine.
  await page.goto(`${address}/healthz`);
  await page.evaluate(await bundled('foreign-phones-page.ts'));
  await page.evaluate((which) => {
    globalThis.phone = globalThis.phones[which]();
  }, name);
  let packets = 0;
  return {
    phone: {
      register: (account) => page.evaluate((given) => globalThis.phone.register(given), account),
      call: (number) => page.evaluate((given) => globalThis.phone.call(given), number),
      answer: () => page.evaluate(() => globalThis.phone.answer()),
      hold: (on) => page.evaluate((given) => globalThis.phone.hold(given), on),
      hangUp: () => page.evaluate(() => globalThis.phone.hangUp()),
      isTalking: () => page.evaluate(() => globalThis.phone.isTalking()),
      isIdle: () => page.evaluate(() => globalThis.phone.isIdle()),
    },
    async hearsMore() {
      const received = await page.evaluate<ReceivedAudio | null>('receivedAudio()');
      const before = packets;
      packets = received?.packetsReceived ?? 0;
      return packets > before && before > 0;
    },
  };
}

/** A site of somebody else, on a port and so an origin of its own, whose page is a phone with buttons: by JsSIP where its address says so. */
export interface ForeignSite {
  /** As a browser names it. */
  readonly origin: string;
  close(): void;
}

export async function openForeignSite(): Promise<ForeignSite> {
  const script = await bundled('foreign-site-page.ts');
  const page = `<!doctype html><title>CRM</title><body><script>${script.replaceAll('</script', String.raw`<\/script`)}</script>`;
  return openSite('127.0.0.1', async () => ({ type: 'text/html; charset=utf-8', text: page }));
}

/** The example of a CRM with Alô's phone in it, as somebody else serves it, with the phone of this product: of the same site as that, or of another by its address. */
export function openExampleCrm(address: string, host = 'localhost'): Promise<ForeignSite> {
  const folder = join(import.meta.dirname, '../../../examples/crm');
  const types = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript' } as const;
  return openSite(host, async (path) => {
    const name = /^\/(crm\.(?:css|js))$/.exec(path)?.[1] ?? 'index.html';
    const text = await readFile(join(folder, name), 'utf8');
    return {
      type: name.endsWith('css') ? types.css : name.endsWith('js') ? types.js : types.html,
      text: text.replaceAll('http://localhost:8080', address),
    };
  });
}

/** A server of somebody else's pages, on a port and so an origin of its own. */
async function openSite(
  host: string,
  pageAt: (path: string) => Promise<{ type: string; text: string }>,
): Promise<ForeignSite> {
  const server = createServer((request, response) => {
    void pageAt(request.url ?? '/').then(({ type, text }) => {
      response.setHeader('content-type', type);
      response.end(text);
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { origin: `http://${host}:${port}`, close: () => void server.close() };
}

/** Both libraries and what drives them, as one script. */
async function bundled(file: string): Promise<string> {
  const entry = join(import.meta.dirname, file);
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'foreignPhones' } },
  });
  const [first] = Array.isArray(made) ? made : [made];
  const [chunk] = first !== undefined && 'output' in first ? first.output : [];
  if (chunk?.type !== 'chunk') throw new Error('the page was not built');
  return `globalThis.global = globalThis;\n${chunk.code}`;
}
