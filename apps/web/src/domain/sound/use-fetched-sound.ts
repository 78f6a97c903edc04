import { type ComponentProps, type RefObject, useEffect, useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';

interface FetchedSound {
  readonly fetching: boolean;
  readonly playing: boolean;
  /** Plays or pauses; the bytes are fetched at the first time. */
  readonly toggle: () => Promise<void>;
  /** Of the element that plays it, besides its ref; null until there is something to play. Playing begins as soon as the element has it. */
  readonly element: ComponentProps<'audio'> | null;
}

/** A sound on the server that costs nothing until somebody wants to hear it; `audio` is the element that plays it. */
export function useFetchedSound<File extends { blob: () => Promise<Blob> }>(
  audio: RefObject<HTMLAudioElement | null>,
  load: () => Promise<File>,
): FetchedSound {
  const { toasts } = useConsole();
  const [source, setSource] = useState<string>();
  const [fetching, setFetching] = useState(false);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (source === undefined) return;
    return () => URL.revokeObjectURL(source);
  }, [source]);

  const told = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setFetching(true);
    try {
      return await work();
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
      return undefined;
    } finally {
      setFetching(false);
    }
  };
  const toggle = async () => {
    if (source !== undefined) {
      const element = audio.current;
      if (element?.paused) await element.play();
      else element?.pause();
      return;
    }
    const blob = await told(async () => (await load()).blob());
    if (blob !== undefined) setSource(URL.createObjectURL(blob));
  };
  const element =
    source === undefined
      ? null
      : {
          src: source,
          autoPlay: true,
          hidden: true,
          onPlay: () => setPlaying(true),
          onPause: () => setPlaying(false),
        };
  return { fetching, playing, toggle, element };
}
