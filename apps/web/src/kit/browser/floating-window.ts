/** As much of Document Picture-in-Picture as is used here. */
interface PictureInPicture {
  readonly requestWindow: (size: { width: number; height: number }) => Promise<Window>;
}

declare global {
  interface Window {
    readonly documentPictureInPicture?: PictureInPicture;
  }
}

/** A window of the page's own that stays above those of other programs, with a part of the page in it. */
export interface FloatingWindow {
  readonly window: Window;
  /** Brings the part back, as closing the window by hand does. */
  readonly close: () => void;
}

/** Whether this browser has such windows; pages that stand in another one, and insecure ones, have none. */
export const canFloat = (page: Window = window): boolean => page.documentPictureInPicture !== undefined;

/**
 * Moves a part of the page, which is the last in it, into a floating window, dressed as the page is. It is the same element there and
 * back: whatever was typed into it stays. Rejects without a click before it, and where the browser forbids it.
 */
export async function float(
  part: HTMLElement,
  { title, size, onBack }: { title: string; size: { width: number; height: number }; onBack: () => void },
): Promise<FloatingWindow> {
  const opened = await window.documentPictureInPicture?.requestWindow(size);
  if (opened === undefined) throw new DOMException('there are no floating windows here', 'NotSupportedError');
  const own = opened.document;
  own.title = title;
  const undress = dress(document, own);
  own.body.append(part);
  opened.addEventListener(
    'pagehide',
    () => {
      undress();
      document.body.append(part);
      onBack();
    },
    { once: true },
  );
  return { window: opened, close: () => opened.close() };
}

const sheet = 'style, link[rel="stylesheet"]';

/** Gives one document the sheets and the colours of another, and those that come later too. Answers how to stop that. */
export function dress(from: Document, to: Document): () => void {
  const copies = new Map<Node, Element>();
  const add = (node: Node) => {
    if (!(node instanceof Element && node.matches(sheet)) || copies.has(node)) return;
    const copy = to.importNode(node, true);
    copies.set(node, copy);
    to.head.append(copy);
  };
  const colours = () => {
    for (const { name, value } of from.documentElement.attributes) to.documentElement.setAttribute(name, value);
  };
  colours();
  for (const node of from.head.childNodes) add(node);
  const heads = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) add(node);
      for (const node of removedNodes) {
        copies.get(node)?.remove();
        copies.delete(node);
      }
    }
  });
  heads.observe(from.head, { childList: true });
  const scheme = new MutationObserver(colours);
  scheme.observe(from.documentElement, { attributes: true });
  return () => {
    heads.disconnect();
    scheme.disconnect();
  };
}
