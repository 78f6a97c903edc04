import { useEffect, useEffectEvent, useState } from 'react';

/** It was said at another computer while the card stood here: there is nothing left to do here, unless something was begun. */
export function useSaidElsewhere(isDone: boolean, said: boolean, onKept: () => void): void {
  const [before] = useState(said);
  const done = useEffectEvent(onKept);
  useEffect(() => {
    if (isDone && !before) done();
  }, [isDone, before]);
}
