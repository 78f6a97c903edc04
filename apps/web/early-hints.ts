import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as contract from '@alo/contract';
import type { Plugin } from 'vite';

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
      const later = pages().map(({ path, module, reads }) => [
        path,
        { files: news(filesBehind(bundle, module), withFrame), reads },
      ]);
      const hints = { console: news(frame, inPage), pages: JSON.stringify(Object.fromEntries(later)) };
      const data = Object.entries(hints).map(([name, value]) => ` data-${name}="${value.replaceAll('"', '&quot;')}"`);
      const preload = (href: string, as: string) => ({
        tag: 'link',
        attrs: { rel: 'preload', href, as, crossorigin: '' },
        injectTo: 'head' as const,
      });
      return {
        html: html.replace(early, `${early.slice(0, -1)}${data.join('')}>`),
        tags: [
          ...Object.keys(bundle)
            .filter((file) => fonts.test(file))
            .map((file) => preload(`/${file}`, 'font')),
          preload('/config.json', 'fetch'),
        ],
      };
    },
  },
});

/** What a page asks the server for before anything else. */
interface FirstRead {
  readonly base: contract.Endpoint['base'];
  readonly path: string;
  /** What it asks for is in the page's own address. */
  readonly isList: boolean;
}

/** Where each feature's `screen.ts` says that its page stands, what it fetches for it, and what that reads. */
function pages(): { path: string; module: string; reads: readonly FirstRead[] }[] {
  const features = join(import.meta.dirname, 'src/features');
  return readdirSync(features)
    .map((name) => ({ name, file: join(features, name, 'screen.ts') }))
    .filter(({ file }) => existsSync(file))
    .flatMap(({ name, file }) => {
      const text = readFileSync(file, 'utf8');
      const said = (what: RegExp) => what.exec(text)?.[1];
      const [path, page] = [said(/\bpath: '([^']+)'/), said(/import\('\.\/([^']+)'\)/)];
      if (path === undefined || page === undefined) return [];
      const first = endpointNamed(said(/\breads: (\w+)/)) ?? listOf(said(/\baccess: '([^']+)'/));
      return [{ path, module: `features/${name}/${page}`, reads: [contract.me, first].flatMap(firstRead) }];
    });
}

const known: Readonly<Record<string, unknown>> = { ...contract };
// What `screen.ts` names is checked there to be an endpoint, and a resource is known by its screen.
const endpointNamed = (name = '') => known[name] as contract.Endpoint | undefined;
const listOf = (screen = '') =>
  Object.values(known).find(
    (one): one is contract.CrudContract => Object(one).screen === screen && 'list' in Object(one),
  )?.list;

function firstRead(endpoint: contract.Endpoint | undefined): FirstRead[] {
  if (endpoint === undefined || endpoint.method !== 'GET' || endpoint.path.includes(':')) return [];
  return [{ base: endpoint.base, path: endpoint.path, isList: 'page' in Object(endpoint.query).shape }];
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
