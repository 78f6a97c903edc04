const iconOf = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');

/** What the tab shows besides the page's own title. */
export interface TabMark {
  /** Stands before the title, a space behind it. */
  readonly words: string;
  /** An icon in place of the console's. */
  readonly icon: string;
}

/**
 * Marks the browser's tab until the answered function is called. Pages come and go meanwhile, each with a title of its own: the words
 * stand before whichever there is.
 */
export function markTab({ words, icon }: TabMark): () => void {
  const prefix = `${words} `;
  const put = () => {
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
  };
  const watch = new MutationObserver(put);
  watch.observe(document.head, { childList: true, subtree: true, characterData: true });
  put();
  const link = iconOf();
  const before = link?.getAttribute('href');
  link?.setAttribute('href', icon);
  return () => {
    watch.disconnect();
    if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    if (before !== undefined && before !== null) link?.setAttribute('href', before);
  };
}
