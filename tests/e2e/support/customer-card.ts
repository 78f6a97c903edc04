import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The card of whom somebody talks with, or did last; it stays until its outcome is kept. */
export const cardOf = ({ page }: { readonly page: Page }) =>
  page.getByRole('complementary', { name: 'Khách hàng đang gọi' });

/** Writes the note of this call, which begins empty whatever was noted before, and waits until the server has it. */
export async function writesNote(person: { readonly page: Page }, words: string): Promise<void> {
  const note = cardOf(person).getByRole('textbox', { name: 'Ghi chú cuộc gọi' });
  await note.waitFor();
  await expect.poll(() => note.inputValue()).toBe('');
  await note.fill(words);
  await cardOf(person).getByText('Đã lưu').waitFor();
}

/** What is left of the card behind a call that one made oneself. */
export const stripOf = ({ page }: { readonly page: Page }) =>
  page.getByRole('complementary', { name: 'Ghi kết quả cuộc gọi' });

/** Says what came of the call; the card goes with it. */
export async function saysOutcome(person: { readonly page: Page }, outcome: string, of = cardOf): Promise<void> {
  const card = of(person);
  await card
    .getByRole('group', { name: /^Kết quả cuộc gọi/ })
    .getByRole('radio', { name: outcome, exact: true })
    .check();
  await card.getByRole('button', { name: 'Lưu & Sẵn sàng' }).click();
  await card.waitFor({ state: 'detached' });
}

/** The words of earlier conversations, above the note of this one. */
export const lastNotesOf = (person: { readonly page: Page }) =>
  cardOf(person).getByRole('region', { name: 'Ghi chú lần trước' });

/** Leaves nothing open, whatever was to be said of the last call. */
export async function closesCard({ page }: { readonly page: Page }): Promise<void> {
  for (const name of ['Đóng thông tin khách hàng', 'Bỏ qua']) {
    const button = page.getByRole('button', { name, exact: true });
    if (await button.isVisible()) await button.click();
  }
}
