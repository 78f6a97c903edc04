// Runs before the first paint, from a file because the page allows no inline script: no flash of the other scheme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('dark_mode');
  } catch {
    // Storage is blocked: follow the system.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
