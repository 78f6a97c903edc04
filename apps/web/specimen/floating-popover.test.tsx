import { Button, Popover, UiBeside } from '@alo/ui';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';

test('a panel in a window of the page’s own closes by a click beside it there, and not by one in it', async () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  onTestFinished(() => frame.remove());
  const part = document.body.appendChild(document.createElement('div'));
  const root = createRoot(part);
  onTestFinished(() => root.unmount());
  root.render(
    <UiBeside part={part}>
      <Popover label="Âm thanh" target={(open) => <Button {...open}>Thiết bị</Button>}>
        <p>Tai nghe</p>
      </Popover>
      <p>Bên cạnh</p>
    </UiBeside>,
  );
  await expect.poll(() => part.querySelector('button')).not.toBeNull();
  // As floating does.
  frame.contentDocument?.body.append(part);

  const said = (words: string) => [...part.querySelectorAll('p')].find(({ textContent }) => textContent === words);
  const press = (element: Element | null | undefined) =>
    element?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, composed: true }));
  const isOpen = () => part.querySelector('button')?.ariaExpanded;
  part.querySelector('button')?.click();
  await expect.poll(() => said('Tai nghe')).toBeDefined();
  press(said('Tai nghe'));
  await expect.poll(isOpen).toBe('true');
  press(said('Bên cạnh'));
  await expect.poll(isOpen).toBe('false');
});
