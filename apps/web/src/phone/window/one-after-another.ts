/** Shows something, and answers what takes it away again. */
export type Show = () => Promise<() => Promise<void>>;

/**
 * One thing is shown after the other: each waits until the one before is there, and is left out when it has ended by then. The browser
 * fetches the picture of a notification before it shows it: of two at once the earlier may come late, and take the place of the later.
 * The answer ends what was asked for. Where the browser refuses (a right withdrawn meanwhile), nothing is shown, and the next has its turn.
 */
export function oneAfterAnother(): (show: Show) => () => void {
  let latest: Promise<unknown> = Promise.resolve();
  return (show) => {
    let ended = false;
    const shown = latest.then(() => (ended ? undefined : show())).catch(nothing);
    latest = shown;
    return () => {
      ended = true;
      // What is shown next takes its place meanwhile, and is not taken away with it.
      void shown.then((takeAway) => takeAway?.()).catch(nothing);
    };
  };
}

/** A call that no notification tells of is heard, and seen on the page. */
const nothing = (): undefined => undefined;
