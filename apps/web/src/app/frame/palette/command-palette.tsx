import { Dialog, IconButton, IconSearch, persistently } from '@alo/ui';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';

import { useHotKey } from '../../../kit/keys/use-hot-key.ts';
import header from '../header/header.module.css';
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
  useTypedMeanwhile(opened, (letter) => setQuery((typed) => typed + letter));
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

/** What is typed from the key that opened it until the field is there, which is fetched the first time. */
function useTypedMeanwhile(opened: boolean, onLetter: (letter: string) => void): void {
  const letter = useEffectEvent(onLetter);
  useEffect(() => {
    if (!opened) return;
    const listen = (event: KeyboardEvent) => {
      const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      const plain = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (inDialog || !plain || event.isComposing) return;
      // Nor is it a key of the page below.
      event.preventDefault();
      event.stopPropagation();
      letter(event.key);
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [opened]);
}
