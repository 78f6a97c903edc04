import { createTheme, MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';

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

const page = () => document.documentElement;

/** What the kit's own provider gives its parts, but for the variables, which `mantine.css` has: writing them would cost 4 kB. */
const given = {
  getRootElement: page,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: false,
} as const;

/**
 * What the kit's parts need above them. It writes no style tag, so the page may forbid inline styles, and says in which colours the
 * page is.
 */
export function UiProvider({ children }: { children: ReactNode }) {
  const { colorScheme, setColorScheme, clearColorScheme } = useProviderColorScheme({
    manager: keptScheme,
    defaultColorScheme: 'auto',
    getRootElement: page,
    forceColorScheme: undefined,
  });
  const value = useMemo(
    () => ({ ...given, colorScheme, setColorScheme, clearColorScheme }),
    [colorScheme, setColorScheme, clearColorScheme],
  );
  useEffect(() => {
    page().setAttribute('data-respect-reduced-motion', 'true');
    void later(fetchFloating);
  }, []);
  return (
    <MantineContext value={value}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

const nothing = () => undefined;
const beside = { ...given, colorScheme: 'auto', setColorScheme: nothing, clearColorScheme: nothing } as const;

/**
 * The same for a second tree of the page: the first one alone says in which colours it is. What floats in it stands in `part`, wherever that
 * is: in the page, or in a window of its own.
 */
export function UiBeside({ part, children }: { part: HTMLElement; children: ReactNode }) {
  const own = useMemo(
    () => ({ ...theme, components: { ...theme.components, Portal: { defaultProps: { target: part } } } }),
    [part],
  );
  return (
    <MantineContext value={beside}>
      <MantineThemeProvider theme={own}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
