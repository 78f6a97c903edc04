/**
 * Does something right after the next frame has been painted: a press is seen to have been heard before the work that it asks
 * for begins. A page that nobody sees paints nothing, and does it at once.
 */
export function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => setTimeout(work));
}
