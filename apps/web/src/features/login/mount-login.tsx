import type { ConsoleConfig } from '@alo/contract';
import { createToasts, Toaster } from '@alo/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { LoginPage } from './login-page.tsx';
import { createSignIn } from './sign-in.ts';

/** Shows the sign-in page until somebody has signed in; then takes it away and calls `onSignedIn`. */
export function mountLogin(container: HTMLElement, config: ConsoleConfig, onSignedIn: () => Promise<void>): void {
  const root = createRoot(container);
  const toasts = createToasts();
  root.render(
    <StrictMode>
      <LoginPage
        demo={config.demo}
        signIn={createSignIn(config, localStorage)}
        toasts={toasts}
        onSignedIn={async () => {
          root.unmount();
          await onSignedIn();
        }}
      />
      <Toaster toasts={toasts} />
    </StrictMode>,
  );
}
