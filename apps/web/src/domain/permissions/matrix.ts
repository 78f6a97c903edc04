import { type Action, actionLabels, type Permission, permissions, type Screen, screens } from '@alo/contract';
import { matches } from '@alo/ui';

/** Screens by actions, as the matrix shows them. */
export const allScreens = Object.keys(screens) as Screen[];
export const allActions = Object.keys(actionLabels) as Action[];

const known = new Set<string>(permissions);

/** What doing this on that screen takes; undefined where there is no such thing. */
export function permissionOf(screen: Screen, action: Action): Permission | undefined {
  const name = `${screen}.${action}`;
  // It is among those that there are.
  return known.has(name) ? (name as Permission) : undefined;
}

/** The actions of a screen, with their words. */
export const actionsOf = (screen: Screen): [Action, string][] =>
  allActions.flatMap((action) => (permissionOf(screen, action) ? [[action, actionLabels[action]]] : []));

/** How two roles differ in one permission; undefined where they are alike. */
export const differenceOf = (
  name: Permission,
  own: ReadonlySet<string>,
  other: ReadonlySet<string>,
): 'more' | 'less' | undefined => {
  if (own.has(name) === other.has(name)) return undefined;
  return own.has(name) ? 'more' : 'less';
};

/** The screens whose name or actions have these words, and in which something differs where only that is wanted. */
export function screensShown({
  but,
  search,
  own,
  other,
  onlyDifferent,
}: {
  /** Not among them. */
  but: readonly Screen[];
  search: string;
  own: ReadonlySet<string>;
  other: ReadonlySet<string> | undefined;
  onlyDifferent: boolean;
}): Screen[] {
  return allScreens.filter((screen) => {
    if (but.includes(screen)) return false;
    const actions = actionsOf(screen);
    const found = [screens[screen].label, ...actions.map(([, label]) => label)].some((text) => matches(text, search));
    if (!found || !onlyDifferent || other === undefined) return found;
    return actions.some(([action]) => {
      const name = permissionOf(screen, action);
      return name !== undefined && differenceOf(name, own, other) !== undefined;
    });
  });
}

/** The list with some permissions added, or all of them taken out, in the order of the contract. */
export function withAll(list: readonly Permission[], names: readonly Permission[], on: boolean): Permission[] {
  const changed = new Set(names);
  const kept = list.filter((name) => !changed.has(name));
  const next = new Set(on ? [...kept, ...names] : kept);
  return permissions.filter((name) => next.has(name));
}
