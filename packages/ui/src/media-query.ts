import { useSyncExternalStore } from 'react';

/** True while the page matches a media query. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** A phone's width: lists are cards, the navigation is a bar at the bottom. */
export const narrow = '(max-width: 767px)';
