/** Shows something in the place of what was shown before, and answers what takes it away again. */
export type Show = () => Promise<() => Promise<void>>;

/**
 * A place in which the latest that is wanted is shown. The browser does one thing there at a time: it fetches the picture of a
 * notification before it shows it, and what it closes it finds by the place alone, so that one that is being closed while the next comes
 * takes the next with it. What has ended before its turn is left out; what is replaced is not taken away first. The answer ends what was
 * asked for. Where the browser refuses (a right withdrawn meanwhile), nothing is shown, and the next has its turn.
 */
export function latestShown(): (show: Show) => () => void {
  let wanted: Show | null = null;
  let shown: { readonly show: Show; readonly takeAway: () => Promise<void> } | null = null;
  let isAtWork = false;

  const settle = async () => {
    if (isAtWork) return;
    isAtWork = true;
    while (wanted !== (shown?.show ?? null)) {
      const before = shown;
      shown = wanted === null ? null : { show: wanted, takeAway: nothing };
      try {
        if (shown === null) await before?.takeAway();
        else shown = { ...shown, takeAway: await shown.show() };
      } catch {
        // A call that no notification tells of is heard, and seen on the page.
      }
    }
    isAtWork = false;
  };
  // What ends one and asks for the next in one breath has it replaced.
  const want = (show: Show | null) => {
    wanted = show;
    queueMicrotask(() => void settle());
  };

  return (show) => {
    want(show);
    return () => {
      if (wanted === show) want(null);
    };
  };
}

const nothing = async () => undefined;
