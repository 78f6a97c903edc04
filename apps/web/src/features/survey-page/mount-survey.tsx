import type { ConsoleConfig } from '@alo/contract';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { SurveyPage } from './survey-page.tsx';

/** Shows the survey that a link opens. */
export function mountSurvey(container: HTMLElement, config: ConsoleConfig): void {
  const token = location.hash.slice(1);
  // Another link that is opened in the same tab differs behind the # alone, for which a browser loads nothing.
  addEventListener('hashchange', () => location.reload());
  createRoot(container).render(
    <StrictMode>
      <SurveyPage config={config} token={token} />
    </StrictMode>,
  );
}
