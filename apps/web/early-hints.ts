import { type Endpoint, me } from '@alo/contract';
import type { Plugin } from 'vite';

import { homes } from './src/app/screens/homes.ts';
import { nothing, type PageStart, pageStarts } from './src/app/screens/page-starts.ts';

/** The bundle as a plugin sees it when the page is written. */
type Bundle = NonNullable<
  Parameters<Extract<NonNullable<Plugin['transformIndexHtml']>, (...args: never) => unknown>>[1]['bundle']
>;

/** What the text of nearly every screen is set in. */
const fonts = /inter-(latin|vietnamese)-wght-normal[^/]*\.woff2$/;
const early = '<script src="/early.js">';

/**
 * Tells the browser at once what the page will ask for step by step otherwise: fonts, the configuration, and by way of
 * `public/early.js` the scripts and styles of the console and its page and what that reads first, where somebody is signed in.
 */
export const earlyHints = (): Plugin => ({
  name: 'early-hints',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const frame = bundle ? filesBehind(bundle, 'app/mount-console.tsx') : [];
      // Another page than the console's has nothing to fetch early.
      if (!bundle || frame.length === 0) return html;
      if (!html.includes(early)) throw new Error(`index.html has no ${early}`);
      const inPage = new Set([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file));
      const news = (files: readonly string[], known: ReadonlySet<string>) =>
        files.filter((file) => !known.has(file)).join(' ');
      const withFrame = new Set([...inPage, ...frame]);
      const later = Object.entries(pageStarts).map(([path, page]) => {
        const files = filesBehind(bundle, `features/${page.module}`);
        if (files.length === 0) throw new Error(`page-starts.ts: no part of the console begins with ${page.module}`);
        return [path, { files: news(files, withFrame), reads: firstReads(page) } satisfies EarlyPage];
      });
      const hints = {
        console: news(frame, inPage),
        pages: JSON.stringify(Object.fromEntries(later)),
        homes: JSON.stringify(homes),
      };
      const data = Object.entries(hints).map(([name, value]) => ` data-${name}="${value.replaceAll('"', '&quot;')}"`);
      const preload = (href: string, as: string, injectTo: 'head' | 'head-prepend' = 'head') => ({
        tag: 'link',
        attrs: { rel: 'preload', href, as, crossorigin: '' },
        injectTo,
      });
      return {
        html: html.replace(early, `${early.slice(0, -1)}${data.join('')}>`),
        tags: [
          ...Object.keys(bundle)
            .filter((file) => fonts.test(file))
            .map((file) => preload(`/${file}`, 'font')),
          // Before the script that takes it: behind it, it would be asked for a second time.
          preload('/config.json', 'fetch', 'head-prepend'),
        ],
      };
    },
  },
});

/** What the page itself tells `public/early.js` of the console's pages. */
export interface EarlyPage {
  readonly files: string;
  readonly reads: readonly FirstRead[];
}

/** What a page asks the server for before anything else, as `public/early.js` takes it. */
interface FirstRead {
  readonly base: Endpoint['base'];
  /** `{ma_dn}` in it is the company. */
  readonly path: string;
  /** What it asks for is in the page's own address. */
  readonly isList: boolean;
  readonly narrowedTo?: Readonly<Record<string, string>>;
}

function firstReads(page: PageStart): FirstRead[] {
  if ('list' in page) {
    const { list, narrowedTo } = page;
    return [firstRead(me), { ...firstRead(list), isList: true, ...(narrowedTo && { narrowedTo }) }];
  }
  return page.reads === nothing ? [firstRead(me)] : [firstRead(me), firstRead(page.reads)];
}

function firstRead({ base, method, path, tenantIn }: Endpoint): FirstRead {
  const named = tenantIn?.part === 'params' ? path.replace(`:${tenantIn.name}`, '{ma_dn}') : path;
  const isKnown = method === 'GET' && !named.includes(':') && tenantIn?.part !== 'query';
  if (!isKnown) throw new Error(`${method} ${path} cannot be asked for before the page knows more than its address`);
  return { base, path: named, isList: false };
}

/**
 * A module's script and style sheets, and those of every script that it cannot run without. Sheets stand in the order in which
 * they apply: a part's own after those of what it is made of.
 */
function filesBehind(bundle: Bundle, module: string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || found.has(file)) return;
    found.add(file);
    for (const each of chunk.imports) visit(each);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet);
  };
  const isIt = (file: string) => {
    const chunk = bundle[file];
    return chunk?.type === 'chunk' && chunk.facadeModuleId?.endsWith(`/src/${module}`) === true;
  };
  for (const file of Object.keys(bundle).filter(isIt)) visit(file);
  return [...found].map((file) => `/${file}`);
}
