/**
 * Does something about a thing a moment after it was first asked for, once however often it was asked for meanwhile: a change of
 * five hundred rows is one piece of news.
 */
export function gathered(afterMs: number, work: (key: string) => void): (key: string) => void {
  const due = new Set<string>();
  return (key) => {
    if (due.has(key)) return;
    due.add(key);
    setTimeout(() => {
      due.delete(key);
      work(key);
    }, afterMs).unref();
  };
}
