import type { Preferences } from '@alo/contract';
import { type Group, groups, type Screen } from '../../../resource/screen/screen.tsx';

/** A screen in the menu, with the other views of its rows. */
export interface Entry {
  screen: Screen;
  views: readonly Screen[];
}

export interface MenuGroup {
  group: Group;
  entries: readonly Entry[];
  open: boolean;
}

/** So many screens are seen at once without folding any. */
const fewEnough = 20;
/** What everybody needs all day is open where there is more. */
const daily: ReadonlySet<Group> = new Set(['Tổng quan', 'Khách hàng', 'Cuộc gọi']);

/**
 * The groups of the menu with what of them somebody may see. Long menus begin folded but for the day's work; a group opens where one is
 * in it, and stays as somebody opened or folded it.
 */
export function menuOf(
  allowed: readonly Screen[],
  { chosen, here }: { chosen: Preferences['menu_groups']; here: Screen | undefined },
): MenuGroup[] {
  const entries = entriesOf(allowed);
  return groups.flatMap((group) => {
    const own = entries.filter(({ screen }) => screen.group === group);
    if (own.length === 0) return [];
    const begins = entries.length <= fewEnough || daily.has(group) || here?.group === group;
    // Of one screen there is nothing to fold.
    return [{ group, entries: own, open: own.length === 1 || (chosen[group] ?? begins) }];
  });
}

/** A view stands below what it is a view of, where somebody may see both. */
function entriesOf(allowed: readonly Screen[]): Entry[] {
  const main = ({ viewOf }: Screen) => allowed.find(({ path }) => path === viewOf);
  return allowed
    .filter((screen) => main(screen) === undefined)
    .map((screen) => ({ screen, views: allowed.filter((view) => main(view) === screen) }));
}

/** Pinned screens in the order in which they were pinned, without those that somebody may not see any more. */
export const pinnedOf = (allowed: readonly Screen[], pins: readonly string[]): Screen[] =>
  pins.flatMap((pin) => allowed.find(({ path }) => path === pin) ?? []);

/** Pins after one was put there or taken away. */
export const withPin = (pins: readonly string[], path: string): string[] =>
  pins.includes(path) ? pins.filter((pin) => pin !== path) : [...pins, path];
