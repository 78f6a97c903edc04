import type { ConsoleConfig } from '@alo/contract';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { SharedReportPage } from './shared-report-page.tsx';

/** Shows the report that a link opens. */
export function mountSharedReport(container: HTMLElement, config: ConsoleConfig): void {
  const token = location.hash.slice(1);
  // Another link that is opened in the same tab differs behind the # alone, for which a browser loads nothing.
  addEventListener('hashchange', () => location.reload());
  createRoot(container).render(
    <StrictMode>
      <SharedReportPage config={config} token={token} />
    </StrictMode>,
  );
}
