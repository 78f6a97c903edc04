import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';

import { IconGripVertical } from '../icons.ts';
import { IconButton } from './button.tsx';

/** Moves the `li` that it stands in to another place of its list: with the mouse, or with the arrow keys. */
export function MoveHandle({
  label,
  className,
  disabled = false,
  onMove,
}: {
  label: string;
  className?: string | undefined;
  disabled?: boolean;
  onMove: (from: number, to: number) => void;
}) {
  // Dragging goes on over many renders.
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  const drag = (event: PointerEvent<HTMLElement>) => {
    const item = event.currentTarget.closest('li');
    if (event.button !== 0 || item === null) return;
    event.preventDefault();
    followPointer((y) => {
      const to = itemsBeside(item).findIndex((other) => {
        const { top, bottom } = other.getBoundingClientRect();
        return y >= top && y < bottom;
      });
      const from = itemsBeside(item).indexOf(item);
      if (from !== -1 && to !== -1 && to !== from) latest.current(from, to);
    });
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const item = event.currentTarget.closest('li');
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || item === null) return;
    event.preventDefault();
    const from = itemsBeside(item).indexOf(item);
    onMove(from, from + by);
  };
  return (
    <IconButton size="sm" className={className} label={label} disabled={disabled} onPointerDown={drag} onKeyDown={step}>
      <IconGripVertical aria-hidden />
    </IconButton>
  );
}

const itemsBeside = (item: Element): Element[] => [...(item.parentElement?.children ?? [])];

/** Wherever the pointer goes, until the button is let go. */
function followPointer(to: (y: number) => void): void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('pointermove', (event) => to(event.clientY), { signal });
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => listening.abort(), { signal });
}
