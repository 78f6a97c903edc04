import type { Access } from '@alo/contract';
import { groups, type Screen } from '../../resource/screen/screen.tsx';

/** Every screen that exists: what each feature's `screen.ts` says. */
export const screens: readonly Screen[] = Object.values(
  import.meta.glob<Screen | readonly Screen[]>('../../features/*/screen.ts', { eager: true, import: 'default' }),
)
  .flat()
  .toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.place - b.place);

/** The first screen of the menu that somebody may see; what everybody has is none to begin at. */
export const firstOf = (all: readonly Screen[], may: (access: Access) => boolean): Screen | undefined =>
  all.find(({ access }) => access !== 'general' && may(access));

/** The screen that an address belongs to: its list, and its forms too. */
export function screenAt(address: string): Screen | undefined {
  const parts = address.split('/');
  const leadsThere = (path: string) => {
    const named = path.split('/');
    return named.length === parts.length && named.every((name, at) => name.startsWith('$') || name === parts[at]);
  };
  return screens.find(({ routes }) => routes.some(({ path }) => leadsThere(path)));
}
