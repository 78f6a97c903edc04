import { GoneError } from './kit/zone/gone-error.ts';

/** Between two tries, in milliseconds; the network coming back ends the pause. */
const pause = 5000;

/** Files that have come, or are on their way. */
const known = new Map<string, Promise<void>>();

/**
 * The build puts this around every `import()`: the files behind it (below the page's base, without a leading slash) are fetched
 * first, and asked for again until they are here. Browsers remember for the life of a page that a module did not come, so a second
 * `import()` would never be answered: whoever lost the network for a moment would be without that part until they load the page again.
 * Rejects only where the server has such a file no more, because it was upgraded.
 */
export async function steadyImport<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => bring(new URL(`${import.meta.env.BASE_URL}${file}`, location.href).href)));
  return load();
}

function bring(address: string): Promise<void> {
  const before = known.get(address);
  if (before !== undefined) return before;
  const coming = isOnPage(address) ? Promise.resolve() : untilHere(address);
  known.set(address, coming);
  // What was gone may be back when it is wanted again.
  coming.catch(() => known.delete(address));
  return coming;
}

const isSheet = (address: string) => address.endsWith('.css');

/** The page's head brings it already, or has. */
const isOnPage = (address: string) =>
  [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link, script')].some((element) =>
    element instanceof HTMLLinkElement
      ? element.href === address && (!isSheet(address) || element.rel === 'stylesheet')
      : element.src === address,
  );

async function untilHere(address: string): Promise<void> {
  // Only scripts have to be here before they are asked for: a sheet that did not come is fetched anew by its next link.
  const comes = isSheet(address) ? applied : fetched;
  while (!(await comes(address))) {
    await networkOrPause();
    if (isSheet(address)) await fetched(address); // Which says whether it is gone for good.
  }
}

/** False where the network is away, or the server is between two versions of itself. */
async function fetched(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address);
    if (answer.status === 404) throw new GoneError(address);
    // The whole of it.
    await answer.blob();
    return answer.ok;
  } catch (error) {
    if (error instanceof GoneError) throw error;
    return false;
  }
}

const applied = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href: address });
    link.onload = () => resolve(true);
    link.onerror = () => {
      link.remove();
      resolve(false);
    };
    document.head.append(link);
  });

const networkOrPause = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, pause);
    addEventListener('online', go);
  });
