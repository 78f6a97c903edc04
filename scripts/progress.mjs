/**
 * Shows that something goes on: one line that is rewritten in a terminal, a new line every five seconds elsewhere.
 * @param {string} title
 * @param {() => string} [detail] what to add to the elapsed time
 * @returns {(result: string) => void} ends the line with a result
 */
export function showProgress(title, detail = () => '') {
  const startedAt = performance.now();
  const terminal = process.stdout.isTTY;
  const line = (/** @type {string} */ what) =>
    `${title} … ${[what, `${Math.round((performance.now() - startedAt) / 1000)} s`].filter(Boolean).join(', ')}`;
  const first = terminal ? undefined : setTimeout(() => console.log(`${title} …`), 1_000);
  const timer = setInterval(
    () => (terminal ? process.stdout.write(`\r\x1b[K${line(detail())}`) : console.log(line(detail()))),
    terminal ? 500 : 5_000,
  );
  return (result) => {
    clearTimeout(first);
    clearInterval(timer);
    if (terminal) process.stdout.write('\r\x1b[K');
    console.log(line(result));
  };
}
