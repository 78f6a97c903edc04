import type { ConsoleConfig } from '@alo/contract';
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** What a page is given that a link opens: whoever has the token needs no account. */
export interface StrangerProps {
  readonly config: ConsoleConfig;
  readonly token: string;
}

/** Shows what a link opens; its token stands behind the #, which no server is sent. */
export function mountStranger(container: HTMLElement, config: ConsoleConfig, Page: ComponentType<StrangerProps>): void {
  const token = location.hash.slice(1);
  // Another link that is opened in the same tab differs behind the # alone, for which a browser loads nothing.
  addEventListener('hashchange', () => location.reload());
  createRoot(container).render(
    <StrictMode>
      <Page config={config} token={token} />
    </StrictMode>,
  );
}
