import { groups, type Screen } from '../shared/screen/screen.tsx';

/** Every screen that exists: what each feature's `screen.ts` says. */
export const screens: readonly Screen[] = Object.values(
  import.meta.glob<Screen | readonly Screen[]>('../features/*/screen.ts', { eager: true, import: 'default' }),
)
  .flat()
  .toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.place - b.place);
