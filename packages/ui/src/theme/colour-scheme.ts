import { type MantineColorSchemeManager, useMantineContext } from '@mantine/core';

/** Where the page keeps it; the small script that runs before the first paint reads the same one. */
export const colourSchemeKey = 'dark_mode';

/** What a person chooses; `auto` is as the system has it. */
export type ColourScheme = 'light' | 'dark' | 'auto';

const schemes: readonly ColourScheme[] = ['light', 'dark', 'auto'];

/**
 * The kit begins with what was kept for this tab, or else for this browser. It neither keeps what is chosen, which whoever knows
 * whose it is does, nor listens to other tabs, which may be another person's.
 */
export const keptScheme: MantineColorSchemeManager = {
  get(usual) {
    const kept = sessionStorage.getItem(colourSchemeKey) ?? localStorage.getItem(colourSchemeKey);
    return schemes.find((scheme) => scheme === kept) ?? usual;
  },
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/** The scheme that is shown (`auto` follows the system) and how to show another. */
export function useColourScheme(): readonly [ColourScheme, (scheme: ColourScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineContext();
  return [colorScheme, setColorScheme];
}
