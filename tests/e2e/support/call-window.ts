import type { BrowserPhone } from './browser-phone.ts';

export const windowOf = ({ page }: BrowserPhone) => page.getByRole('region', { name: 'Điện thoại' });

/** Waits until the window says that one talks with them. */
export const windowIsOf = (phone: BrowserPhone, name: string) =>
  windowOf(phone).locator('[data-caller]').filter({ hasText: name }).waitFor();

/** Picks a colleague in the panel that a round button opens, and presses what is to be done with them. */
export async function choose(phone: BrowserPhone, button: string, colleague: string, action: string): Promise<void> {
  const window = windowOf(phone);
  await window.getByRole('button', { name: button, exact: true }).click();
  await window.getByRole('button', { name: new RegExp(colleague) }).click();
  await window.getByRole('button', { name: action, exact: true }).click();
}
