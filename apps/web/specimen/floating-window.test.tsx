import { expect, onTestFinished, test } from 'vitest';

import { dress } from '../src/kit/browser/floating-window.ts';

/** A document beside the page's, as that of a floating window. */
function beside(): { readonly own: Document; readonly colourOf: (name: string) => string } {
  const frame = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => frame.remove());
  const { contentDocument: own, contentWindow: view } = frame;
  if (own === null || view === null) throw new Error('a frame has a document');
  return {
    own,
    colourOf(name) {
      const part = own.body.appendChild(Object.assign(own.createElement('p'), { className: name }));
      const { color } = view.getComputedStyle(part);
      part.remove();
      return color;
    },
  };
}

function sheet(name: string, colour: string): HTMLStyleElement {
  const style = Object.assign(document.createElement('style'), { textContent: `.${name} { color: ${colour}; }` });
  onTestFinished(() => style.remove());
  return style;
}

test('another document has the page’s sheets and colours, and what of them comes, changes and goes, until it is let go', async () => {
  const { own, colourOf } = beside();
  document.head.append(sheet('before', 'rgb(1, 2, 3)'));
  const undress = dress(document, own);
  await expect.poll(() => own.documentElement.lang).toBe(document.documentElement.lang);
  await expect.poll(() => colourOf('before')).toBe('rgb(1, 2, 3)');

  const later = sheet('later', 'rgb(4, 5, 6)');
  document.head.append(later);
  await expect.poll(() => colourOf('later')).toBe('rgb(4, 5, 6)');
  document.documentElement.dataset['scheme'] = 'dark';
  onTestFinished(() => document.documentElement.removeAttribute('data-scheme'));
  await expect.poll(() => own.documentElement.dataset['scheme']).toBe('dark');
  later.remove();
  await expect.poll(() => colourOf('later')).not.toBe('rgb(4, 5, 6)');

  undress();
  document.documentElement.dataset['scheme'] = 'light';
  document.head.append(sheet('after', 'rgb(7, 8, 9)'));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await expect.poll(() => own.documentElement.dataset['scheme']).toBe('dark');
  await expect.poll(() => colourOf('after')).not.toBe('rgb(7, 8, 9)');
});
