// @ts-check
// Runs before the first paint, from a file because the page allows no inline script. Why it is there: docs/adr/0500-early-hints.md.
(() => {
  /** @param {string} name */
  const stored = (name) => {
    try {
      return sessionStorage.getItem(name) ?? localStorage.getItem(name);
    } catch {
      // Storage is blocked: the system's colours, and nobody is signed in.
      return null;
    }
  };

  // No flash of the other scheme; and the sign-in follows the system as the console does.
  const system = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => {
    const chosen = stored('dark_mode');
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  paint();
  system.addEventListener('change', paint);

  const { console: frame, pages = '{}', homes = '[]' } = document.currentScript?.dataset ?? {};
  const token = stored('token');
  if (frame === undefined || token === null) return;
  /** The same as `homeOf` finds, of who is signed in. */
  const home = () => {
    /** @type {typeof import('../src/app/screens/homes.ts').homes} */
    const all = JSON.parse(homes);
    try {
      const { name, permissions } = JSON.parse(stored('user') ?? '');
      return all.find(({ needs }) => name === 'super-admin' || permissions.includes(needs))?.path;
    } catch {
      // Somebody else wrote there: the console asks for what it needs itself.
      return undefined;
    }
  };
  /** @type {Record<string, import('../early-hints.ts').EarlyPage>} */
  const known = JSON.parse(pages);
  const { files = '', reads = [] } = known[(location.pathname === '/' ? home() : location.pathname) ?? ''] ?? {};

  // What the page reads first: asked for beside its scripts, and taken by `earlyFetch`. It comes first, being two steps.
  /** @type {import('../src/kit/api/early-fetch.ts').EarlyAnswers} */
  const early = new Map();
  window.early = early;
  /** @param {string} address @param {Record<string, string>} headers */
  const ask = (address, headers) => {
    const answer = fetch(address.replace(/\?$/, ''), { headers });
    // Whoever takes it is told; where nobody does, it does not matter.
    answer.catch(() => undefined);
    early.set(`${headers['authorization'] ?? ''} ${address}`, answer);
    return answer;
  };
  // With headers of its own it would not be the one that the page's head has asked for already.
  ask('/config.json?', {})
    .then((answer) => answer.clone().json())
    .then((config) => {
      for (const { base, path, isList, narrowedTo = {} } of reads) {
        // The same as `listQueryOf` makes of the address.
        const query = new URLSearchParams(isList ? location.search : '');
        for (const name of ['columns', 'id']) query.delete(name);
        if (isList && !query.has('page')) query.set('page', '1');
        for (const [name, value] of Object.entries(narrowedTo)) query.set(name, value);
        query.sort();
        const company = encodeURIComponent(stored('ma_dn') ?? '');
        void ask(`${config[base]}${path}`.replaceAll('{ma_dn}', company).concat(`?${query}`), {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
        });
      }
    })
    .catch(() => undefined);

  // Who is signed in will need the console and its page: fetched before the page's own script can say so.
  const wanted = `${frame} ${files}`.split(' ').filter(Boolean);
  /** @param {string} file */
  const isSheet = (file) => file.endsWith('.css');
  /** @param {string} file @param {Partial<HTMLLinkElement>} attributes */
  const linkTo = (file, attributes) =>
    Object.assign(document.createElement('link'), { ...attributes, crossOrigin: '', href: file });
  for (const file of wanted) {
    document.head.append(linkTo(file, isSheet(file) ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }));
  }
  // Sheets apply as soon as those of the page itself are above them: scripts that come with them would else wait for each
  // a second time, one script after the other.
  /** @param {string} file */
  const apply = (file) =>
    new Promise((resolve) => {
      const link = linkTo(file, { rel: 'stylesheet', onload: resolve });
      link.onerror = () => {
        // The script asks for it again, and says so if it does not come.
        link.remove();
        resolve(undefined);
      };
      document.head.append(link);
    });
  window.earlySheets = new Promise((resolve) => {
    const whenRead = () => resolve(Promise.all(wanted.filter(isSheet).map(apply)));
    document.addEventListener('readystatechange', whenRead, { once: true });
  });
})();
