import type { ConsoleConfig } from '@alo/contract';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { SetPasswordPage } from './set-password-page.tsx';

/** Shows the page that a one-use link opens. */
export function mountSetPassword(container: HTMLElement, config: ConsoleConfig): void {
  const token = location.hash.slice(1);
  // Another link that is opened in the same tab differs behind the # alone, for which a browser loads nothing.
  addEventListener('hashchange', () => location.reload());
  createRoot(container).render(
    <StrictMode>
      <SetPasswordPage config={config} token={token} />
    </StrictMode>,
  );
}
