import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** A key of the whole page, also while something is typed (`$mod+KeyK`; the library alone would leave fields out). */
export function useHotKey(binding: string, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(
    () =>
      tinykeys(
        window,
        {
          [binding]: (event) => {
            event.preventDefault();
            press();
          },
        },
        { ignore: (event) => event.isComposing },
      ),
    [binding],
  );
}
