// Runs before the first paint, from a file because the page allows no inline script.
(() => {
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

  // Who is signed in will need the console and its page: fetched before the page's own script can say so.
  const { console: frame, pages } = document.currentScript.dataset;
  if (frame === undefined || stored('token') === null) return;
  const page = JSON.parse(pages)[location.pathname === '/' ? '/dashboard' : location.pathname];
  for (const file of `${frame} ${page ?? ''}`.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
})();
