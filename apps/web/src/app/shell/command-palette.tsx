import { Dialog, IconButton, IconSearch, persistently } from '@alo/ui';
import { lazy, Suspense, useRef, useState } from 'react';

import { useHotKey } from '../../shared/use-hot-key.ts';
import header from './header.module.css';
import { PaletteInput } from './palette-input.tsx';

const fetchPalette = () => persistently(() => import('./palette.tsx'));
const Palette = lazy(fetchPalette);

/**
 * Search and commands: every screen, setting, action, customer, colleague and call by name, accents or not, and any number. Opens
 * with Ctrl K. What finds them comes when somebody is about to look; what is typed meanwhile stays, and Enter holds.
 */
export function CommandPalette({ compact }: { compact: boolean }) {
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState('');
  const [entered, setEntered] = useState<string>();
  const trigger = useRef<HTMLButtonElement>(null);
  const open = () => {
    setQuery('');
    setEntered(undefined);
    setOpened(true);
  };
  const type = (typed: string) => {
    setQuery(typed);
    setEntered(undefined);
  };
  useHotKey('$mod+KeyK', open);
  const soon = () => void fetchPalette();
  return (
    <>
      {compact ? (
        <IconButton ref={trigger} label="Tìm kiếm" onClick={open}>
          <IconSearch aria-hidden />
        </IconButton>
      ) : (
        <button
          ref={trigger}
          type="button"
          className={header.search}
          aria-keyshortcuts="Control+K"
          onPointerEnter={soon}
          onFocus={soon}
          onClick={open}
        >
          <IconSearch size={16} aria-hidden />
          <span>Tìm khách, số, màn hình…</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      <Dialog
        opened={opened}
        onClose={() => {
          setOpened(false);
          trigger.current?.focus();
        }}
        title="Tìm khách hàng, số, màn hình hoặc lệnh"
        width={560}
        place="top"
        returnFocus={false}
      >
        <Suspense
          fallback={
            <PaletteInput
              query={query}
              onQuery={type}
              onKeyDown={({ key, nativeEvent }) => {
                if (key === 'Enter' && !nativeEvent.isComposing) setEntered(query);
              }}
            />
          }
        >
          <Palette query={query} entered={entered} onQuery={type} onDone={() => setOpened(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
