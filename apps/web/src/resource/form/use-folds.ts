import { useState } from 'react';

/** Which parts of a form somebody has folded away, as long as it is open. */
export function useFolds() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const change = (title: string, isFolded: boolean) => {
    const next = new Set(folded);
    if (isFolded) next.add(title);
    else next.delete(title);
    setFolded(next);
  };
  return {
    isFolded: (title: string) => folded.has(title),
    open: (title: string) => change(title, false),
    toggle: (title: string) => change(title, !folded.has(title)),
  };
}
