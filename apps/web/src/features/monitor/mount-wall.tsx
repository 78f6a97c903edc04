import type { ConsoleConfig } from '@alo/contract';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { WallPage } from './wall-page.tsx';

/** Shows the big screen that a link opens. */
export function mountWall(container: HTMLElement, config: ConsoleConfig): void {
  const token = location.hash.slice(1);
  // Another link that is opened in the same tab differs behind the # alone, for which a browser loads nothing.
  addEventListener('hashchange', () => location.reload());
  createRoot(container).render(
    <StrictMode>
      <WallPage config={config} token={token} />
    </StrictMode>,
  );
}
