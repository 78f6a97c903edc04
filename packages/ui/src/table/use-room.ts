import { useCallback, useState } from 'react';

/** In a place narrower than this, in pixels, columns give way: one beside a drawer or the card of whoever calls. */
const roomForAll = 900;
/** So many always stay: what names the row and what is known of it first. */
const fewest = 3;

/**
 * Which of `columns` there is room for. The last one gives way where the table would have to be pushed to and fro, then the one before it, and each
 * is back as soon as its place is wide enough again; the row's own page has all of them. In a wide place none does: there whoever chose so
 * many columns pushes the table to and fro.
 */
export function useRoom<Column>(columns: readonly Column[]) {
  /** For each that gave way: how wide the table was with it. */
  const [gone, setGone] = useState<readonly number[]>([]);
  const count = columns.length;
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      if (element === null) return undefined;
      const observer = new ResizeObserver(() => {
        const { scrollWidth: needed, clientWidth: room } = element;
        element.toggleAttribute('data-wide', needed > room);
        setGone((before) => {
          if (needed > room && room < roomForAll && count - before.length > fewest) return [...before, needed];
          const still = before.filter((width) => width > room);
          return still.length < before.length ? still : before;
        });
      });
      for (const part of [element, ...element.children]) observer.observe(part);
      return () => observer.disconnect();
    },
    [count],
  );
  return { place, shown: gone.length === 0 ? columns : columns.slice(0, Math.max(fewest, count - gone.length)) };
}
