import type { ConsoleConfig } from '@alo/contract';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { ListeningPage } from './listening-page.tsx';

/** Shows the recording that a link plays. */
export function mountListening(container: HTMLElement, config: ConsoleConfig): void {
  const token = location.hash.slice(1);
  // Another link that is opened in the same tab differs behind the # alone, for which a browser loads nothing.
  addEventListener('hashchange', () => location.reload());
  createRoot(container).render(
    <StrictMode>
      <ListeningPage config={config} token={token} />
    </StrictMode>,
  );
}
