import { createTheme, MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

import { fetchFloating } from '../overlay/floating-parts.ts';
import { later } from '../when-idle.ts';
import { keptScheme } from './colour-scheme.ts';

const fade = { transition: 'fade', duration: 120 } as const;

const theme = createTheme({
  primaryColor: 'teal',
  fontFamily: 'var(--alo-font)',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // The page behind a dialog does not scroll anyway (the shell scrolls its own main area), and the kit's scroll lock
    // would need a style tag.
    ModalRoot: { defaultProps: { lockScroll: false, transitionProps: fade } },
    DrawerRoot: { defaultProps: { lockScroll: false, transitionProps: { duration: 140 } } },
    Popover: { defaultProps: { transitionProps: fade, shadow: 'md', radius: 8 } },
    Tooltip: { defaultProps: { transitionProps: fade, withArrow: false } },
  },
});

/** What the kit's parts need above them. It writes no style tag, so the page may forbid inline styles. */
export function UiProvider({ children }: { children: ReactNode }) {
  useEffect(() => void later(fetchFloating), []);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={keptScheme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
