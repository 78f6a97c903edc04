import { useMantineColorScheme } from '@mantine/core';

/** Local-storage key; the small script that runs before the first paint reads the same one. */
export const colourSchemeKey = 'dark_mode';

/** What a person chooses; `auto` is as the system has it. */
export type ColourScheme = 'light' | 'dark' | 'auto';

/** The chosen scheme (`auto` follows the system) and how to change it. */
export function useColourScheme(): readonly [ColourScheme, (scheme: ColourScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
