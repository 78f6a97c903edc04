// Fetches what this page will need before its own script can say so. From a file because the page allows no inline script.
(() => {
  const { dataset } = document.currentScript;
  let token = null;
  try {
    token = sessionStorage.getItem('token') ?? localStorage.getItem('token');
  } catch {
    // Storage is blocked: nobody is signed in.
  }
  const page = JSON.parse(dataset.pages ?? '{}')[location.pathname === '/' ? '/dashboard' : location.pathname];
  const files = token === null ? dataset.login : `${dataset.console} ${page ?? ''}`;
  for (const file of new Set((files ?? '').split(' ').filter(Boolean))) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
})();
