import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import type { Login } from './mount-login.tsx';
import { createSignIn } from './sign-in.ts';
import { SignUpPage } from './sign-up-page.tsx';

/** Shows the page that makes a company, until one is made. */
export function mountSignUp(
  container: HTMLElement,
  { config, onSignedIn }: Pick<Login, 'config' | 'onSignedIn'>,
): void {
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <SignUpPage
        signIn={createSignIn(config)}
        isOpen={config.sign_up}
        isDemo={config.demo !== undefined}
        onSignedIn={async (session) => {
          root.unmount();
          await onSignedIn(session);
        }}
      />
    </StrictMode>,
  );
}
